"""Reads what the import campaign wrote, with Python's own csv and json, and compares it with the stores.

Arguments: a directory. It holds files `N.csv`, `N.tsv` or `N.ndjson`, `N.exit` with the exit code of the
import, and `N.db` if that was 0. Prints a line for each: its number, a word, and what was different.
  same       the store holds what the file says
  refused    both refuse the file
  unsure     what the file means is not for Python to say
  different  the store holds something else
  accepted   the import took what Python refuses
  rejected   the import refused what Python reads
"""

import csv
import io
import json
import os
import re
import sqlite3
import sys

csv.field_size_limit(1 << 30)
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
MAPPED = ("part", "key", "width", "height")


class Refused(Exception):
    pass


class Unsure(Exception):
    pass


class Spelling(str):
    """A number, compared by its spelling."""


def load(text):
    def refuse(word):
        raise Refused(word)
    try:
        return json.loads(text, parse_int=Spelling, parse_float=Spelling, parse_constant=refuse)
    except ValueError as error:
        raise Refused(str(error))


def length(value):
    if value is None or value == "":
        return None
    if not NUMBER.fullmatch(value):
        if value.strip() != value:
            raise Unsure("spaces around a number")
        raise Refused("not a number: " + value)
    number = float(value)
    if not 0 <= number <= 1e9:
        raise Refused("no length: " + value)
    return number


def text_of(data):
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Refused("UTF-16")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(str(error))
    if "\0" in text:
        raise Refused("NUL")
    return text[1:] if text.startswith("\ufeff") else text


def delimited(text, delimiter):
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if row]
    except csv.Error as error:
        raise Refused(str(error))
    if not rows:
        raise Refused("empty")
    names = rows[0]
    if "" in names or len(set(names)) != len(names):
        raise Refused("the header")
    for row in rows[1:]:
        if len(row) != len(names):
            raise Refused("a ragged row")
        values = {name: value if value != "" else None for name, value in zip(names, row)}
        yield values, {name: values[name] for name in names if name not in MAPPED}
    for name in MAPPED:
        if name not in names:
            raise Refused("no column " + name)


def objects(text):
    any_rows = False
    for line in text.split("\n"):
        line = line[:-1] if line.endswith("\r") else line
        if not line.strip(" \t\r"):
            continue
        if re.search(r"\\u[dD][89a-fA-F]", line):
            raise Unsure("surrogates")
        pairs = []
        def keep(found):
            pairs.append(found)
            return dict(found)
        def refuse(word):
            raise Refused(word)
        try:
            values = json.loads(
                line, parse_int=Spelling, parse_float=Spelling, parse_constant=refuse, object_pairs_hook=keep)
        except RecursionError:
            raise Unsure("depth")
        except ValueError as error:
            raise Refused(str(error))
        if not isinstance(values, dict):
            raise Refused("no object")
        names = [name for name, _ in pairs[-1]]
        if len(set(names)) != len(names):
            raise Unsure("a member twice")
        for name in ("width", "height"):
            value = values.get(name)
            if value is not None and not isinstance(value, Spelling):
                raise Unsure("a length that is not a number")
        for name in ("part", "key"):
            if values.get(name) is not None and type(values[name]) is not str:
                raise Unsure("a name that is not text")
        any_rows = True
        rest = {name: value for name, value in values.items() if name not in MAPPED}
        yield values, rest or None
    if not any_rows:
        raise Refused("empty")


def expected(path):
    with open(path, "rb") as file:
        text = text_of(file.read())
    rows = objects(text) if path.endswith(".ndjson") else delimited(text, "\t" if path.endswith(".tsv") else ",")
    items, keys, seen = [], set(), set()
    for values, payload in rows:
        key = values.get("key") or None
        if key is not None and key in keys:
            raise Refused("a key twice")
        keys.add(key)
        seen.update(name for name in MAPPED if name in values)
        width, height = length(values.get("width")), length(values.get("height"))
        items.append((values.get("part"), key, width, height, payload))
    if path.endswith(".ndjson") and len(seen) < len(MAPPED):
        raise Unsure("a member that no object has")
    return items


def stored(path):
    connection = sqlite3.connect(path)
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    rows = connection.execute(
        "SELECT s.title, i.key, i.width, i.height, i.payload FROM item AS i JOIN section AS s ON s.id = i.section_id"
        " ORDER BY s.position, i.position").fetchall()
    connection.close()
    return [(title, key, width, height, None if payload is None else load(payload))
            for title, key, width, height, payload in rows]


def order(items):
    """Sections in the order in which they first come, items in their order in each."""
    titles = list(dict.fromkeys(item[0] for item in items))
    return [item for title in titles for item in items if item[0] == title]


def judge(number, directory):
    path = next(os.path.join(directory, number + suffix) for suffix in (".csv", ".tsv", ".ndjson")
                if os.path.exists(os.path.join(directory, number + suffix)))
    with open(os.path.join(directory, number + ".exit")) as file:
        code = int(file.read())
    try:
        items = order(expected(path))
    except Unsure as reason:
        return "unsure", str(reason)
    except Refused as reason:
        return ("accepted", str(reason)) if code == 0 else ("refused", str(reason))
    if code != 0:
        return "rejected", "%d rows" % len(items)
    found = stored(os.path.join(directory, number + ".db"))
    if found == items:
        return "same", ""
    for one, other in zip(found, items):
        if one != other:
            return "different", "%r instead of %r" % (one, other)
    return "different", "%d rows instead of %d" % (len(found), len(items))


for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith(".exit"):
        word, detail = judge(name[:-5], sys.argv[1])
        print(name[:-5], word, ascii(detail)[:400], sep="\t")
