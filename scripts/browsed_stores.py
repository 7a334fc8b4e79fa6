"""The stores and texts that scripts/browse-check looks at, made with layoutctl."""

import json
import math
import os
import pathlib
import random
import struct
import subprocess
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOW = {
    "layout": "flow", "itemSpacing": 8, "lineSpacing": 8, "sectionInsets": 12, "header": {"height": 36},
    "pinHeaders": True,
}
TABLE = {"layout": "table", "header": {"height": 30}, "pinHeaders": True}
ARTISTS = [f"{first} {last}" for last in ["Ashdown", "Brandt", "Costa", "Duval", "Eriksen", "Fontaine", "Grey", "Hale"]
           for first in ["Agnes", "Bruno", "Clara", "David", "Edith"]]
MEDIA = ["Etching on paper", "Graphite on paper", "Oil paint on canvas", "Photograph", "Watercolour on paper"]
WORDS = "amber birch cedar delta ember fjord grove heath inlet jade kelp lagoon meadow north oasis prairie quarry".split()


class Store:
    """A store, and the program that fills it."""

    def __init__(self, program, path):
        self.program, self.path = program, path

    def call(self, command, *arguments, text=None):
        subprocess.run([self.program, command, self.path, *map(str, arguments), "--quiet"], check=True, input=text,
                       text=True, stdout=subprocess.DEVNULL)

    def load(self, dataset, text, *options):
        self.call("import", "-", "--dataset", dataset, *options, text=text)

    def define(self, name, dataset, definition, container="390x844"):
        self.call("layout", name, "--dataset", dataset, "--container", container, "--definition", json.dumps(definition))


def picture(colours, waves, size):
    """A hill under a sky, as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    heights = [size * (0.55 + sum(math.sin(x / size * 6 * pace + shift) for pace, shift in waves) / 9) for x in range(size)]
    rows = bytearray()
    for y in range(size):
        above, below = (bytes(min(255, int(value * (0.6 + 0.5 * y / size))) for value in colour) for colour in colours)
        rows += b"\0" + b"".join(below if y > height else above for height in heights)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))


def make_pictures(directory, count=240):
    """Pictures, and a few that are none; returns the colours of their skies."""
    directory.mkdir(parents=True, exist_ok=True)
    skies = []
    for index in range(count):
        numbers = random.Random(index)
        colours = [[numbers.randrange(60, 230) for _ in range(3)] for _ in range(2)]
        waves = [(numbers.uniform(0.3, 3), numbers.uniform(0, 6)) for _ in range(3)]
        (directory / f"{index:03d}.png").write_bytes(picture(colours, waves, 300))
        skies.append("#%02x%02x%02x" % tuple(colours[0]))
    (directory / "script.png").write_text("<script>alert(1)</script>")
    (directory / "drawn.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><script>alert(1)</script>'
        '<rect width="300" height="300" fill="#dd8855"/><circle cx="150" cy="150" r="90" fill="#fff8e8"/></svg>')
    broken = (directory / "000.png").read_bytes()
    (directory / "broken.png").write_bytes(broken[:60] + broken[60:200])
    return skies


def section_length(count):
    return max(1, min(25_000, count // 40))


def make_wall(program, path, count, skies):
    """A flow of works of art with titles, artists, years and pictures, in sections of some thousands: what a museum
    publishes, but generated. Beside it a ladder, a shelf, the project's files as an outline, and layouts without items."""
    store, numbers = Store(program, path), random.Random(count)
    odd = ["../secret.png", "script.png", "drawn.svg", "broken.png", "missing.png", "/etc/passwd"]
    rows = ["part,key,width,height,title,artist,year,medium,picture,colour\n"]
    for index in range(count):
        number = index * 7919 % len(skies)
        image = odd[index // 20 % len(odd)] if index % 20 == 11 else f"{number:03d}.png"
        rows.append(
            f"Part {index // section_length(count):03d},K{index:08d},{60 + 10 * numbers.randrange(12)},"
            f"{60 + 8 * numbers.randrange(10)},{WORDS[index % 17].title()} {numbers.randrange(1000)},"
            f"{ARTISTS[index * 31 // 97 % len(ARTISTS)]},{1650 + index * 360 // count},{MEDIA[index % 7 % 5]},{image},"
            f"{skies[number]}\n")
    store.load("items", "".join(rows), "--section", "part", "--key", "key", "--width", "width", "--height", "height")
    store.load("nothing", "key\n", "--key", "key")
    store.define("wall", "items", FLOW)
    for columns in [2, 3, 5]:
        store.define(f"{columns} columns", "items",
                     {"layout": "waterfall", "columns": columns, "columnSpacing": 2, "itemSpacing": 2})
    store.define("wide", "items", FLOW, "1240x800")
    store.define("empty", "nothing", {"layout": "table"})
    make_tree(store)
    for folder in [".ci", "Benchmarks", "Campaigns", "Page/Parts", "Sources/LayoutBrowser"]:
        store.call("collapse", "tree", "--key", folder)
    store.call("prepare")
    store.define("never", "items", {"layout": "table"})


def source_tree(folder=ROOT, level=0):
    """The folders and files of the project as rows of an outline: path, name, level, and size in words."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name in [".git", ".build"]:
            continue
        path, size = os.path.relpath(entry.path, ROOT), entry.stat().st_size
        words = "" if entry.is_dir() else f"{size:,} bytes" if size < 10_000 else f"{size / 1000:,.0f} kB"
        yield f'"{path}","{entry.name}",{level},"{words}"\n'
        if entry.is_dir():
            yield from source_tree(entry.path, level + 1)


def make_tree(store):
    """The files of the project as an outline: the layout “tree” of the data set “files”."""
    store.load("files", "path,name,level,size\n" + "".join(source_tree()), "--key", "path", "--level", "level")
    store.define("tree", "files", {"layout": "table", "estimatedRowHeight": 28})


def log_lines(first, count):
    """Lines of a log, of which each third holds the word “refused”."""
    for index in range(first, first + count):
        numbers = random.Random(index)
        level = ["INFO", "INFO", "DEBUG", "WARN", "ERROR"][index % 5]
        words = " ".join(numbers.choice(WORDS) for _ in range(numbers.randrange(4, 30)))
        yield f"2026-01-01 10:00:{index % 60:02d} {level} {'refused' if index % 3 == 0 else 'taken'} {words} id={index}\n"
