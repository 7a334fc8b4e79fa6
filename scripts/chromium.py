"""A page of headless Chromium, driven through its own protocol: as much of it as the checks need."""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

class DevTools:
    """A connection to a page of Chromium: as much of RFC 6455 as that takes."""

    def __init__(self, address):
        host, path = address.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.number = 0
        self.events = []

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 20)
            if not more:
                raise ConnectionError("Chromium went away")
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self):
        text = b""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            text += self.take(length)
            if first & 128:
                return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        text = json.dumps({"id": self.number, "method": method, "params": parameters}).encode()
        mask = os.urandom(4)
        length = len(text)
        head = struct.pack(">BB", 129, 128 | length) if length < 126 else (
            struct.pack(">BBH", 129, 254, length) if length < 65536 else struct.pack(">BBQ", 129, 255, length))
        self.socket.sendall(head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(text)))
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def run(self, script):
        """The value of a script, waited for."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", script))
        return result["result"].get("value")

    def press(self, *keys):
        """Presses keys one after another, as a hand does."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
                 "ArrowRight": 39, "ArrowDown": 40, "PageUp": 33, "PageDown": 34}
        for key in keys:
            event = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
            typed = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", **event, **typed)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x, y):
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def wait(self, condition, seconds=10):
        """Waits for a condition in JavaScript; returns whether it came true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"Boolean({condition})"):
                return True
            time.sleep(0.05)
        return False

    def set_look(self, width, height, theme="light", ratio=1, is_phone=False, **features):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=is_phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        wanted = {"prefers-color-scheme": theme, **{name.replace("_", "-"): value for name, value in features.items()}}
        self.call(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in wanted.items()])

    def take_picture(self, path):
        kind = {"format": "webp", "quality": 75} if str(path).endswith(".webp") else {"format": "png"}
        picture = self.call("Page.captureScreenshot", **kind)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def longest_task(self, script):
        """The value of a script, and the milliseconds that the longest task of the page took until it came.

        A task's own processor time counts: a busy machine lengthens the other."""
        self.call(
            "Tracing.start", transferMode="ReportEvents",
            traceConfig={"includedCategories": ["toplevel", "devtools.timeline"]})
        value = self.run(script)
        self.call("Tracing.end")
        while self.events[-1:] == [] or self.events[-1]["method"] != "Tracing.tracingComplete":
            self.events.append(self.receive())
        found = [entry for event in self.events if event["method"] == "Tracing.dataCollected"
                 for entry in event["params"]["value"]]
        self.events = [event for event in self.events if not event["method"].startswith("Tracing.")]
        frames = [(entry["pid"], entry["tid"]) for entry in found if entry["name"] == "FireAnimationFrame"]
        tasks = [min(entry.get("tdur", entry["dur"]), entry["dur"]) for entry in found
                 if entry["name"].endswith("RunTask") and "dur" in entry and (entry["pid"], entry["tid"]) == frames[0]]
        return value, max(tasks) / 1000

    def faults(self):
        """Errors that the page reported."""
        found = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                entry = event["params"]["entry"]
                # Some pictures are missing or broken on purpose, items that were deleted are asked for, and so is a
                # server that was stopped or that the network hides.
                known = ["404", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INTERNET_DISCONNECTED"]
                if "/api/image" not in entry.get("url", "") and not any(text in entry["text"] for text in known):
                    found.append(entry["text"])
        return found


class Chromium:
    """A browser without a window, with a separate profile."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="browse-check-")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-port=0", f"--user-data-dir={self.profile}",
             "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        place = pathlib.Path(self.profile, "DevToolsActivePort")
        for _ in range(300):
            if place.exists() and len(place.read_text().splitlines()) >= 2:
                break
            time.sleep(0.1)
        self.port = place.read_text().splitlines()[0]

    def page(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/list") as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page"]
        page = DevTools(pages[0]["webSocketDebuggerUrl"])
        for part in ["Page", "Runtime", "Log"]:
            page.call(f"{part}.enable")
        return page

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
