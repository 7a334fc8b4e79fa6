"""The results of a run so far, kept in a file, so that a stopped run continues."""
import hashlib
import json
import os
import re


def digest(parts):
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part if isinstance(part, bytes) else part.encode())
        whole.update(b"\0")
    return whole.hexdigest()[:12]


class Run:
    """The faults drawn, the record of each suite, and the verdict on each fault.

    Its name holds the seed, the count and a digest of the sources: the numbers of faults mean something else in
    other sources. The tests may change in between: a suite whose files have changed is recorded again, and
    what survived is tried again where it is asked for.
    """

    def __init__(self, folder, root, names, seed, count, parts):
        self.root = root
        sources = [name for name in names if name.startswith(("Sources/", "Migrations/", "Package.swift"))]
        key = digest([*parts, *(self.contents(name) for name in sources)])
        # As they were built, regardless of changes during the run.
        tests = (name for name in names if name.startswith("Tests/") and name.endswith(".swift"))
        self.tests = {name: self.contents(name) for name in tests}
        self.path = os.path.join(folder, "runs", f"seed-{seed}-count-{count}-{key}.json")
        # Numbers of the faults; by the name of a suite, its digest, duration and what it reaches; by number, verdicts.
        self.chosen, self.suites, self.verdicts = [], {}, {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                kept = json.load(file)
            self.chosen, self.suites = kept["chosen"], kept["suites"]
            self.verdicts = {int(number): verdict for number, verdict in kept["verdicts"].items()}

    def contents(self, name):
        with open(os.path.join(self.root, name), "rb") as file:
            return file.read()

    def save(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump({"chosen": self.chosen, "suites": self.suites, "verdicts": self.verdicts}, file, indent=1)
        os.replace(self.path + ".new", self.path)

    def digest_of(self, suite):
        """Of the files of tests that name the suite."""
        module, name = suite.split(".")
        named = re.compile(rb"\b" + name.encode() + rb"\b")
        return digest(
            contents for file, contents in self.tests.items()
            if file.startswith(f"Tests/{module}/") and named.search(contents))

    def is_recorded(self, suite):
        return suite in self.suites and self.suites[suite]["digest"] == self.digest_of(suite)

    def keep_record(self, suite, seconds, reached):
        self.suites[suite] = {"digest": self.digest_of(suite), "seconds": seconds, "reached": reached}
        self.save()

    def keep_verdict(self, number, verdict):
        self.verdicts[number] = verdict
        self.save()

    def seconds(self, suite):
        return self.suites[suite]["seconds"]

    def suites_for(self, mutant):
        """The suites that can notice a fault, cheapest first."""
        if mutant.is_sql:
            # Nothing shows what reaches SQL. The modules whose matter it is come first.
            near = ("LayoutCacheTests.", "LayoutSQLiteTests.", "LayoutMigrationsTests.")
            return sorted(self.suites, key=lambda suite: (not suite.startswith(near), self.seconds(suite)))
        reaching = [suite for suite in self.suites if mutant.number in self.suites[suite]["reached"]]
        return sorted(reaching, key=self.seconds)
