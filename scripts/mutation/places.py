"""Finds the places of the sources where a small fault can be planted."""
import os
import re


# Reading sources


def kinds_of(text):
    """The kind of each character of a Swift source: c code, s the text of a string, o anything else."""
    kinds = ["c"] * len(text)
    # The open delimiters: a string's, or the depth of parentheses of an interpolation in one.
    stack = []
    at = 0

    def mark(start, end, kind):
        kinds[start:end] = kind * (end - start)

    while at < len(text):
        if stack and isinstance(stack[-1], tuple):
            quotes, hashes = stack[-1]
            if text.startswith(quotes + hashes, at):
                mark(at, at + len(quotes + hashes), "o")
                at += len(quotes + hashes)
                stack.pop()
            elif text.startswith("\\" + hashes + "(", at):
                mark(at, at + 2 + len(hashes), "o")
                at += 2 + len(hashes)
                stack.append(1)
            elif text.startswith("\\" + hashes, at):
                mark(at, at + 2 + len(hashes), "o")
                at += 2 + len(hashes)
            else:
                # Nothing is planted in a raw string: it has another way to interpolate.
                kinds[at] = "o" if hashes else "s"
                at += 1
            continue
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            mark(at, end, "o")
            at = end
            continue
        if text.startswith("/*", at):
            end = text.find("*/", at)
            end = len(text) if end < 0 else end + 2
            mark(at, end, "o")
            at = end
            continue
        opening = re.compile(r'(#*)("""|")').match(text, at)
        if opening:
            mark(at, opening.end(), "o")
            stack.append((opening.group(2), opening.group(1)))
            at = opening.end()
            continue
        if stack:
            if text[at] == "(":
                stack[-1] += 1
            elif text[at] == ")":
                stack[-1] -= 1
                if stack[-1] == 0:
                    stack.pop()
                    kinds[at] = "o"
            if stack and not isinstance(stack[-1], tuple):
                kinds[at] = "i"  # code inside a string: left alone
        at += 1
    return "".join(kinds)


def kinds_of_sql(text):
    """The same for a file of SQL."""
    kinds = ["s"] * len(text)
    for match in re.finditer(r"--[^\n]*|'(?:[^']|'')*'|\"[^\"]*\"", text):
        kinds[match.start():match.end()] = "o" * (match.end() - match.start())
    return "".join(kinds)


# Finding places


class Mutant:
    def __init__(self, path, start, end, old, new, shape):
        self.path, self.start, self.end, self.old, self.new, self.shape = path, start, end, old, new, shape
        self.number = 0
        self.line = 0
        self.column = 0
        self.text = ""

    @property
    def is_sql(self):
        """Whether it is in a file of SQL, which cannot hold a switch."""
        return self.path.endswith(".sql")

    def __str__(self):
        what = f"{self.old.strip()} → {self.new.strip()}" if self.new else f"without {self.old.strip()}"
        return f"{self.path}:{self.line}:{self.column}: {what}    | {self.text.strip()}"


# Pattern, replacement, how it is compiled in. The house writes spaces around binary operators.
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SWIFT = [
    (re.compile(r"(?<= )(<=|>=|==|!=|<|>)(?= )"), lambda old: COMPARISONS[old], "comparison"),
    (re.compile(r"(?<= )(&&|\|\|)(?= )"), lambda old: "||" if old == "&&" else "&&", "logic"),
    (re.compile(r"(?<= )([+-])(?= )"), lambda old: "-" if old == "+" else "+", "sum"),
    (re.compile(r"(?<![\w.`])(min|max)(?=\()"), lambda old: "max" if old == "min" else "min", "bound"),
    (re.compile(r"(?<=[ (])!(?=[\w(])"), lambda old: "", "negation"),
    (re.compile(r"(?<![\w.$`])(\d{1,4})(?![\w.])"), lambda old: str(int(old) + 1), "constant"),
    (re.compile(r"(?<![\w.`])(true|false)(?!\w)"), lambda old: "false" if old == "true" else "true", "flag"),
    (re.compile(r"(?<=\.\.)(<)(?=[\w(])|(?<=\w)(\.\.\.)(?=[\w(])"), None, None),
]
# A whole line that is an assignment or a call; the line before it shows whether it is a statement.
STATEMENT = re.compile(
    r"^[ ]+((?:try |unsafe |await |_ = )*[a-z]\w*(?:[.?!]\w+|\[[^\[\]]*\])*"
    r"(?: [+\-*/]?= [^{}\n]+|\([^{}\n]*\)))$", re.M)
NOT_A_STATEMENT = re.compile(
    r"^\s*(?:return|throw|case|let|var|guard|if|for|while|switch|default|else|import|precondition|assert|self\.init"
    r"|super)\b"
    r"|^\s*self\.(\w+) = \1$")
# Traps report a programmer's error: tests cannot see what they check. Sizes of buffers change nothing.
LEFT_ALONE = re.compile(
    r"\b(?:precondition|preconditionFailure|assert|assertionFailure|checkInvariants|reserveCapacity|keepingCapacity"
    r"|fatalError)\b"
    r"|^\s*(?:#|@|import |case |public import|internal import)|repeating:|<<")
SQL = [
    (re.compile(r"(?<= )(<=|>=|<>|<|>)(?= )"), lambda old: {**COMPARISONS, "<>": "="}[old], "text"),
    (re.compile(r"\b(AND|OR)\b"), lambda old: "OR" if old == "AND" else "AND", "text"),
    (re.compile(r"\b(min|max)(?=\()"), lambda old: "max" if old == "min" else "min", "text"),
    (re.compile(r"(?<= )([+-])(?= )"), lambda old: "-" if old == "+" else "+", "text"),
    (re.compile(r"\bNOT (?=EXISTS|NULL\b|[a-z(])"), lambda old: "", "text"),
    (re.compile(r"\b(?<=IS )NOT (?=NULL)"), lambda old: "", "text"),
    (re.compile(r"(?<= )(DESC)\b"), lambda old: "ASC", "text"),
    (re.compile(r"(?<![\w.?:])(\d{1,3})(?![\w.])"), lambda old: str(int(old) + 1), "text"),
]
LOOKS_LIKE_SQL = re.compile(
    r"\b(?:SELECT|INSERT INTO|UPDATE \w|DELETE FROM|WHERE|CREATE (?:TABLE|INDEX|TRIGGER|VIEW))\b")


def line_at(text, start):
    """The number, the column and the text of the line that holds a place."""
    begin = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    return text.count("\n", 0, start) + 1, start - begin + 1, text[begin:len(text) if end < 0 else end]


def sql_strings(text, kinds):
    """The runs of text of one string literal that hold SQL."""
    for match in re.finditer("s[sio]*?s(?=o)|s", kinds):
        if LOOKS_LIKE_SQL.search(text[match.start():match.end()]):
            yield match.start(), match.end()


def places_in(root, path):
    text = open(os.path.join(root, path), encoding="utf-8").read()
    found = []

    def add(match, new, shape, kinds, kind):
        start, end = match.start(), match.end()
        if any(k != kind for k in kinds[start:end]):
            return
        number, column, line = line_at(text, start)
        if shape != "text" and LEFT_ALONE.search(line):
            return
        if shape == "text":
            # `BETWEEN a AND b` and declarations of columns are not conditions.
            if match.group(0) == "AND" and "BETWEEN" in line or re.search(r"NOT NULL|CONSTRAINT|IF NOT", line):
                return
            # Whether there is a row does not depend on what is selected.
            if match.group(0) == "1" and text[:start].endswith("SELECT ") and text[end:].lstrip().startswith("FROM"):
                return
        if shape == "comparison" and (re.match(r" nil\b", text[end:]) or re.search(r"\bfunc $", text[:start])):
            return  # a declaration of the operator compares nothing
        if shape == "sum" and (text[:start].rstrip().endswith('"') or re.match(r'\s*["\[]', text[end:])):
            return  # texts and lists cannot be subtracted
        if shape == "constant" and re.search(r"(?:<<|>>|\.\.\.|\.\.<)\s*$", text[:start]):
            return
        mutant = Mutant(path, start, end, match.group(0), new, shape)
        mutant.line, mutant.column, mutant.text = number, column, line
        found.append(mutant)

    if path.endswith(".sql"):
        kinds = kinds_of_sql(text)
        for pattern, change, _ in SQL:
            for match in pattern.finditer(text):
                add(match, change(match.group(0)), "text", kinds, "s")
        return found
    kinds = kinds_of(text)
    for pattern, change, shape in SWIFT:
        if shape:
            for match in pattern.finditer(text):
                add(match, change(match.group(0)), shape, kinds, "c")
    lines = text.split("\n")
    for match in STATEMENT.finditer(text):
        line, column, whole = line_at(text, match.start(1))
        before = next((other for other in reversed(lines[:line - 1]) if other.strip()), "")
        # Behind an opening brace or a whole statement; not inside brackets or a chain of calls.
        if NOT_A_STATEMENT.match(whole) or re.search(r"[(\[,=:?&|+]$|^\s*(?:switch|case|default|//)", before):
            continue
        if whole.count("(") != whole.count(")") or "c" not in kinds[match.start(1):match.end(1)]:
            continue
        if re.match(r"\s*[.?:&|+}]", lines[line] if line < len(lines) else ""):
            if not lines[line].strip().startswith("}"):
                continue
        if kinds[match.start(1)] != "c" or LEFT_ALONE.search(whole):
            continue
        # The only line of a function that returns something is its value.
        after = lines[line].strip() if line < len(lines) else ""
        if re.search(r"(?:->.*|\bget|\bin|: [\w.<>?\[\]]+|\bcase .*:) ?\{$", before) and after.startswith("}"):
            continue
        mutant = Mutant(path, match.start(1), match.end(1), match.group(1), "", "statement")
        mutant.line, mutant.column, mutant.text = line, column, whole
        found.append(mutant)
    for start, end in sql_strings(text, kinds):
        for pattern, change, _ in SQL:
            for match in pattern.finditer(text, start, end):
                add(match, change(match.group(0)), "text", kinds, "s")
    return found
