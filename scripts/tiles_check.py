"""Scrolls the page of Examples/Web in a browser, with tiles that `layoutctl serve` answers."""

import http.client
import http.server
import json
import pathlib
import random
import subprocess
import threading

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "Web"
TYPES = {".html": "text/html", ".js": "text/javascript"}

# Goes to places through the slider, and waits until an element with a text is in its place and can be clicked.
REACH = """
(async (targets) => {
  const [wall, slider] = ["wall", "place"].map((id) => document.getElementById(id));
  const {content} = await (await fetch("v1/layouts/wall/layout.json")).json();
  const end = content[1] - wall.clientHeight;
  const found = [];
  for (const {text, frame: [x, y, w, h]} of targets) {
    const offset = Math.min(Math.max(y - 100, 0), end);
    const near = (a, b) => Math.abs(a - b) < 0.6;
    const isThere = (node) => {
      const host = wall.getBoundingClientRect(), box = node.getBoundingClientRect();
      return !node.hidden && node.textContent === text && near(box.left - host.left, x) && near(box.width, w) &&
        near(box.top - host.top, y - offset) && near(box.height, h) &&
        document.elementFromPoint(box.left + w / 2, box.top + h / 2) === node;
    };
    const start = performance.now();
    slider.value = offset / end;
    slider.dispatchEvent(new Event("input"));
    let node = null;
    while (!node && performance.now() - start < 2000) {
      // After the frame, in which the page itself draws later than this.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      node = [...wall.children].find(isThere);
    }
    found.push(node ? performance.now() - start : null);
  }
  return found;
})(TARGETS)
"""

# Scrolls as a hand does, from a place on, and counts what that loads.
SCROLL = """
(async (seconds) => {
  const [wall, slider] = ["wall", "place"].map((id) => document.getElementById(id));
  slider.value = 0.37;
  slider.dispatchEvent(new Event("input"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  performance.setResourceTimingBufferSize(100000);
  performance.clearResourceTimings();
  const speed = 120, start = performance.now();
  let frames = 0;
  while (performance.now() - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    wall.dispatchEvent(new WheelEvent("wheel", {deltaY: speed, cancelable: true}));
    frames++;
  }
  const tiles = performance.getEntriesByType("resource").filter(({name}) => name.includes("/tiles/"));
  return {
    bytes: tiles.reduce((sum, tile) => sum + tile.encodedBodySize, 0), screens: frames * speed / wall.clientHeight,
    answers: tiles.map((tile) => tile.responseEnd - tile.requestStart).filter((time) => time > 0),
  };
})(SECONDS)
"""


class Proxy(http.server.BaseHTTPRequestHandler):
    """Answers with the files of the example, and passes requests for tiles on: the page and they have one origin."""

    protocol_version = "HTTP/1.1"
    connections = threading.local()
    port = 0

    def do_GET(self):
        path = self.path.split("?")[0]
        file = EXAMPLE / (path.lstrip("/") or "index.html")
        if path.startswith("/v1/"):
            self.reply(*self.ask())
        elif file.parent == EXAMPLE and file.suffix in TYPES and file.exists():
            self.reply(200, TYPES[file.suffix], file.read_bytes())
        else:
            self.reply(404, "text/plain", b"")

    def ask(self):
        if not hasattr(self.connections, "upstream"):
            self.connections.upstream = http.client.HTTPConnection("127.0.0.1", self.port)
        self.connections.upstream.request("GET", self.path)
        answer = self.connections.upstream.getresponse()
        return answer.status, answer.getheader("Content-Type"), answer.read()

    def reply(self, status, kind, body):
        head = f"HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        # In one piece: a second one would wait for the first to be acknowledged.
        self.wfile.write(head.encode() + body)

    def log_message(self, *_):
        pass


class TilesCheck:
    """Whether each item can be reached on the page, and what that takes."""

    def __init__(self, program, store):
        self.server = subprocess.Popen([program, "serve", store, "--quiet"], stdout=subprocess.PIPE, text=True)
        Proxy.port = int(self.server.stdout.readline().strip().split(":")[2].split("/")[0])
        self.proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.proxy.shutdown()
        self.server.terminate()
        self.server.wait()

    def ask(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", Proxy.port)
        connection.request("GET", f"/v1/layouts/wall/{path}")
        return json.load(connection.getresponse())

    def targets(self, count, section_length):
        """The first item, the last one, and some between."""
        items = self.ask("layout.json")["items"]
        numbers = random.Random(items)
        for index in [0, items - 1] + [numbers.randrange(items) for _ in range(count)]:
            item = self.ask(f"at?section={index // section_length}&item={index % section_length}")
            yield {"text": item["payload"]["title"], "frame": item["frame"]}

    def run(self, checks, section_length, places=100, seconds=5):
        """The figures; what failed is noted by the checks."""
        checks.page = checks.browser.page(ratio=2)
        checks.page.goto(f"http://127.0.0.1:{self.proxy.server_port}/")
        if not checks.expect("the page of tiles shows something", "document.querySelectorAll('#wall > div').length > 3", 20):
            return {}
        targets = list(self.targets(places, section_length))
        times, task = checks.longest_task(REACH.replace("TARGETS", json.dumps(targets)))
        loaded, scrolling_task = checks.longest_task(SCROLL.replace("SECONDS", str(seconds)))
        for target, time in zip(targets, times):
            checks.expect(f"the page of tiles reaches {target['text']}", time is not None)
        checks.expect("the page of tiles names the section", "$('section').textContent.startsWith('Part ')")
        times = sorted(time or 2000 for time in times)
        found = {"placeMedian": times[len(times) // 2], "placeSlowest": times[-1], "longestTask": max(task, scrolling_task),
                 "answerSlowest": max(loaded["answers"], default=0), "kilobytesPerScreen": loaded["bytes"] / loaded["screens"] / 1000}
        bars = {"kilobytesPerScreen": 20, **({"placeSlowest": 50, "longestTask": 8} if checks.is_timed else {})}
        for name, bar in bars.items():
            checks.expect(f"the page of tiles: {name} is {found[name]:.1f}, and at most {bar}", bool(found[name] <= bar))
        return {name: round(value, 1) for name, value in found.items()}
