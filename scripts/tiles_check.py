"""Scrolls the page of Examples/Web in a browser, with tiles that `layoutctl serve` answers."""

import json
import pathlib
import random
import re
import urllib.request

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "Web"

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
(async () => {
  const slider = document.getElementById("place");
  slider.value = 0.37;
  slider.dispatchEvent(new Event("input"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const times = await frames(SECONDS, () => turn("wall", {deltaY: 120}));
  const tiles = loaded(/.tiles./), screens = times.length * 120 / $("wall").clientHeight;
  return {kilobytes: tiles.reduce((sum, {bytes}) => sum + bytes, 0) / screens / 1000, answers: tiles.map(({time}) => time)};
})()
"""


def targets(address, count, section_length):
    """The first item, the last one, and some between."""
    def ask(path):
        with urllib.request.urlopen(f"{address}v1/layouts/wall/{path}") as answer:
            return json.load(answer)

    items = ask("layout.json")["items"]
    numbers = random.Random(items)
    for index in [0, items - 1] + [numbers.randrange(items) for _ in range(count)]:
        item = ask(f"at?section={index // section_length}&item={index % section_length}")
        yield {"text": item["payload"]["title"], "frame": item["frame"]}


def check_tiles(checks, server, section_length, places=100, seconds=5):
    """Whether each item can be reached on the page, and what that takes: the figures. The checks note what failed."""
    address = server.address.removesuffix("v1/layouts.json")
    checks.page = page = checks.browser.page(ratio=2)
    # The files of the example come from the server of the tiles, as a proxy would have it.
    page.route(re.compile(r"^[^?]*://[^/]*/[^/]*$"), lambda route: route.fulfill(
        path=EXAMPLE / (route.request.url.split("/")[-1] or "index.html")))
    page.goto(address)
    if not checks.expect("the page of tiles shows something", "document.querySelectorAll('#wall > div').length > 3", 20):
        return {}
    page.unroute_all()
    wanted = list(targets(address, places, section_length))
    times, task = checks.longest_task(REACH.replace("TARGETS", json.dumps(wanted)))
    loaded, scrolling_task = checks.longest_task(SCROLL.replace("SECONDS", str(seconds)))
    for target, time in zip(wanted, times):
        checks.expect(f"the page of tiles reaches {target['text']}", time is not None)
    page.focus("#wall")
    for key, place in [("End", "1"), ("Home", "0")]:
        page.keyboard.press(key)
        checks.expect(f"the page of tiles takes the key {key}", f"document.getElementById('place').value === '{place}'")
    checks.expect("the page of tiles names the section", "$('section').textContent.startsWith('Part ')")
    times = sorted(time or 2000 for time in times)
    found = {"placeMedian": times[len(times) // 2], "placeSlowest": times[-1], "longestTask": max(task, scrolling_task),
             "answerSlowest": max(loaded["answers"], default=0), "kilobytesPerScreen": loaded["kilobytes"]}
    bars = {"kilobytesPerScreen": 20, **({"placeSlowest": 50, "longestTask": 8} if checks.is_timed else {})}
    for name, bar in bars.items():
        checks.expect(f"the page of tiles: {name} is {found[name]:.1f}, and at most {bar}", bool(found[name] <= bar))
    return {name: round(value, 1) for name, value in found.items()}
