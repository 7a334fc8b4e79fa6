"""Draws rows with frames as SVG, such as rows of visible, element_frames, item_frames and visible_in."""

import html
import math

__all__ = ["can_draw", "picture"]

NEEDED = ("x", "y", "width", "height")
FAMILIES = [
    ("#D3E5F8", "#84B1DE", "#24517F"), ("#FCE0CA", "#E8A774", "#8A4B17"), ("#D2EDD8", "#7FC290", "#22643A"),
    ("#E6DDF7", "#AC95DD", "#513A8C"), ("#FBEDBE", "#DBBD52", "#6F5A0B"), ("#F6D5E4", "#DA90B4", "#86335D"),
    ("#CFEEEC", "#70BFBA", "#135F5B"), ("#F8D7D4", "#DF9089", "#853029"),
]
NEUTRAL = ("#E7EAEE", "#A9B2BD", "#4A5561")
MARGIN = 14


def can_draw(columns):
    """Returns whether rows with these columns have frames."""
    return all(name in columns for name in NEEDED)


def picture(rows, title="", note=""):
    """Returns an SVG file with a box for each row that has a frame, in the order of their z-indexes.

    Coordinates are relative to the corner of all boxes, because many programs draw SVG with 32-bit floats. Every text
    is escaped.
    """
    boxes = [box for box in map(_box, rows) if box]
    boxes.sort(key=lambda box: box["order"])
    left = min((box["x"] for box in boxes), default=0)
    top = min((box["y"] for box in boxes), default=0)
    width = max((box["x"] + box["width"] for box in boxes), default=0) - left
    height = max((box["y"] + box["height"] for box in boxes), default=0) - top
    body = "".join(_shape(box, left, top) for box in boxes)
    caption = f"{len(boxes)} elements at {_number(left)}, {_number(top)}" + (f" · {note}" if note else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {_number(max(width, 120) + 2 * MARGIN)}'
        f' {_number(height + 2 * MARGIN + 44)}" width="{_number(max(width, 120) + 2 * MARGIN)}"'
        f' height="{_number(height + 2 * MARGIN + 44)}" font-family="Helvetica Neue, Helvetica, Arial, sans-serif">\n'
        f"<title>{html.escape(title)}</title>\n"
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="#FFFFFF"/>\n{body}'
        f'<text x="0" y="{_number(height + 26)}" font-size="13" font-weight="600" fill="#2B3440">{html.escape(title)}</text>\n'
        f'<text x="0" y="{_number(height + 42)}" font-size="10" fill="#77818D">{html.escape(caption)}</text>\n</svg>\n')


def _box(row):
    row = dict(row)
    frame = [row.get(name) for name in NEEDED]
    if not all(isinstance(value, (int, float)) and math.isfinite(value) for value in frame):
        return None
    x, y, width, height = map(float, frame)
    if width <= 0 or height <= 0:
        return None
    kind = row.get("kind") or "cell"
    depth = {"decoration": 0, "cell": 1}.get(kind, 2)
    section, item = (row.get(name) if isinstance(row.get(name), int) else None for name in ("section", "item"))
    if kind == "cell":
        place = f"{section}/{item}" if item is not None else f"section {section}" if section is not None else ""
    else:
        place = " ".join(str(part) for part in (row.get("element_kind"), section) if part is not None)
    name = row.get("key") or row.get("title") or place
    z_index = row.get("z_index") if isinstance(row.get("z_index"), int) else 0
    return {
        "x": x, "y": y, "width": width, "height": height, "kind": kind, "name": str(name), "place": place,
        "stale": bool(row.get("stale")), "order": (z_index, depth, section or 0, item or 0),
        "family": NEUTRAL if section is None else FAMILIES[section % len(FAMILIES)],
    }


def _shape(box, left, top):
    pale, middle, dark = box["family"]
    x, y = box["x"] - left, box["y"] - top
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(box["width"])}" height="{_number(box["height"])}" rx="3"'
    if box["kind"] == "decoration":
        style = f'fill="{pale}" fill-opacity="0.35" stroke="{middle}" stroke-dasharray="4 3"'
    elif box["kind"] == "cell":
        style = f'fill="{pale}" stroke="{middle}"'
    else:
        style = f'fill="{dark}"'
    if box["stale"]:
        style += ' stroke-width="3"'
    tip = (f'{box["name"]} · {box["place"]}: {_number(box["width"])} × {_number(box["height"])} at {_number(box["x"])},'
           f' {_number(box["y"])}' + (" (stale)" if box["stale"] else ""))
    label = ""
    size = min(12, box["height"] * 0.6)
    fitting = int(box["width"] * 0.9 / (size * 0.6)) if size > 0 else 0
    if box["kind"] != "decoration" and size >= 4 and fitting >= 2:
        name = box["name"] if len(box["name"]) <= fitting else box["name"][: fitting - 1] + "…"
        colour = dark if box["kind"] == "cell" else "#FFFFFF"
        label = (f'<text x="{_number(x + box["width"] / 2)}" y="{_number(y + box["height"] / 2)}" dy="0.35em"'
                 f' text-anchor="middle" font-size="{_number(size)}" fill="{colour}">{html.escape(name)}</text>')
    return f"<g><title>{html.escape(tip)}</title><rect {place} {style}/>{label}</g>\n"


def _number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")
