"""The copy of the tree that is built with faults in it, and whose tests are run."""
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from mutation.planting import declared, planted, switch

# Those whose tests are run. They share a scratch path: the packages beside the product need it built.
PACKAGES = [".", "Campaigns"]


def stop_ignoring():
    """Lets a program be interrupted though this one runs in the background: ignored signals are inherited."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def end_session(leader):
    """Also ends the processes that a program has started, some of which have their own groups."""
    for status in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(status, encoding="utf-8", errors="replace") as file:
                session = int(file.read().rsplit(")", 1)[1].split()[3])
            if session == leader:
                os.kill(int(status.split("/")[2]), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended


class Copy:
    def __init__(self, root, folder):
        self.root = root
        self.tree = os.path.join(folder, "tree")
        self.switch = os.path.join(folder, "active")
        self.reached = os.path.join(folder, "reached")
        self.programs = []
        self.program_of = {}
        os.makedirs(self.tree, exist_ok=True)
        self.activate(0)

    # Laying out

    def write(self, path, text):
        """Writes a file where its text differs, so that an incremental build stays one."""
        target = os.path.join(self.tree, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        data = text if isinstance(text, bytes) else text.encode()
        if not os.path.exists(target) or open(target, "rb").read() != data:
            with open(target, "wb") as file:
                file.write(data)

    def link(self, path, destination):
        target = os.path.join(self.tree, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.lexists(target):
            os.symlink(destination, target)

    def lay_out(self, names, mutants):
        wanted = set(names)
        by_path = {}
        for mutant in mutants:
            if not mutant.is_sql:
                by_path.setdefault(mutant.path, []).append(mutant)
        modules = {}
        for path, inside in by_path.items():
            modules.setdefault("/".join(path.split("/")[:2]), []).extend(inside)
        for name in names:
            source = os.path.join(self.root, name)
            if os.path.islink(source):
                self.link(name, os.readlink(source))
                continue
            data = open(source, "rb").read()
            if name in by_path:
                text = data.decode()
                for mutant in sorted(by_path[name], key=lambda mutant: -mutant.start):
                    text = text[:mutant.start] + planted(mutant) + text[mutant.end:]
                data = text.encode()
            self.write(name, data)
            shutil.copymode(source, os.path.join(self.tree, name))
        last = max((mutant.number for mutant in mutants), default=0)
        for module, inside in modules.items():
            name = module + "/PlantedMutants.swift"
            self.write(name, switch(self.switch, last) + "\n".join(declared(mutant) for mutant in inside) + "\n")
            wanted.add(name)
        for folder, inner, files in os.walk(self.tree):
            inner[:] = [name for name in inner if name not in (".build", ".git")]
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), self.tree)
                if path not in wanted:
                    os.remove(os.path.join(self.tree, path))

    def lay_out_sql(self, mutant, is_planted):
        """Plants a fault in a file of SQL, or takes it out."""
        text = open(os.path.join(self.root, mutant.path), encoding="utf-8").read()
        self.write(mutant.path, text[:mutant.start] + mutant.new + text[mutant.end:] if is_planted else text)

    # Building

    def build(self):
        # The compiler stops at a module that fails, so this may have to be done once for each module.
        for package in PACKAGES:
            result = subprocess.run(
                ["swift", "build", "--build-tests", "--package-path", package, "--scratch-path", ".build",
                 # The plan of the other package would be taken for this one's.
                 "--disable-build-manifest-caching"],
                cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if result.returncode != 0:
                break
        errors = []
        if result.returncode != 0:
            pattern = re.compile(r"^" + re.escape(self.tree) + r"/(.+?):(\d+):\d+: error: (.*)$", re.M)
            errors = [(path, int(line), what) for path, line, what in pattern.findall(result.stdout)]
        return result.returncode == 0, errors, result.stdout

    def find_programs(self):
        shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=self.tree, capture_output=True, text=True)
        self.programs = glob.glob(os.path.join(shown.stdout.strip(), "*PackageTests.xctest"))
        if len(self.programs) != len(PACKAGES) or not all(map(os.path.isfile, self.programs)):
            sys.exit("no programs of tests were built: this runs on Linux only")

    # Running

    def suites(self, skipping):
        """The suites, as `Module.Suite`, that hold a test whose name does not match."""
        for program in self.programs:
            listed = subprocess.run(
                [program, "--testing-library", "swift-testing", "--list-tests"], cwd=self.tree, capture_output=True,
                text=True)
            tests = [line for line in listed.stdout.splitlines() if re.match(r"\w+\.\w+/", line)]
            if listed.returncode != 0 or not tests:
                sys.exit("the tests cannot be listed:\n" + listed.stdout[-2000:] + listed.stderr[-2000:])
            for test in tests:
                if not (skipping and re.search(skipping, test)):
                    self.program_of[test.split("/")[0]] = program
        return sorted(self.program_of)

    def activate(self, number):
        with open(self.switch, "w") as file:
            file.write(str(number))

    def record(self, suite, arguments, limit):
        """Runs a suite without a fault: the outcome, how long it took, and the numbers of the places it reached."""
        shutil.rmtree(self.reached, ignore_errors=True)
        os.makedirs(self.reached)
        self.activate(self.reached)
        try:
            outcome, seconds = self.run(suite, arguments, limit)
        finally:
            self.activate(0)
        return outcome, seconds, sorted(int(name) for name in os.listdir(self.reached))

    def run(self, suite, arguments, limit):
        """Runs a suite until its first test that fails: the outcome, None where all pass, and how long it took."""
        begin = time.monotonic()
        process = subprocess.Popen(
            [self.program_of[suite], "--testing-library", "swift-testing", "--filter", "^" + re.escape(suite) + "/",
             *arguments], cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            start_new_session=True, preexec_fn=stop_ignoring, env={**os.environ, "NO_COLOR": "1"})
        timed_out = threading.Event()

        def stop():
            timed_out.set()
            end_session(process.pid)

        timer = threading.Timer(limit, stop)
        timer.start()
        outcome = None
        try:
            for line in process.stdout:
                failed = re.search(r"✘.*?Test (.*?)(?: recorded an issue| failed)", line)
                if failed:
                    outcome = f"noticed by {failed.group(1)[:100]} of {suite}"
                    break
        finally:
            # The tests have a separate session: ending this one ends them too.
            if outcome or sys.exc_info()[0]:
                end_session(process.pid)
            code = process.wait()
            timer.cancel()
            end_session(process.pid)
        if timed_out.is_set():
            outcome = f"ran longer than {limit:.0f} s in {suite}"
        elif outcome is None and code != 0:
            outcome = f"noticed: {suite} ended with {code}"
        return outcome, time.monotonic() - begin
