"""TOML read with the places of its rows, columns and values, for messages; limits come before the reader.

The reader of the standard library keeps no places and, given brackets nested deeply enough, runs out of stack. So
sizes and depths are counted first, and places are found by a reading of our own that knows only what it needs. Most
files are plain (one `key = value` on each line, or one item of a list): those are read in one pass, with both. A table
as meant here is

    [[row]]
    id = "oak"
    cost = 2
"""

from __future__ import annotations

import functools
import re
from typing import Any, NamedTuple

import attrs

from rulekit.diagnostics import Problem, problem
from rulekit.limits import DEPTH_LIMIT, DOTS_LIMIT, FILE_LIMIT, LINE_LIMIT
from rulekit.source import Span

NAME = "[A-Za-z0-9_-]+"
REMARK = r"#[^\x00-\x08\x0a-\x1f\x7f]*"
STRING = r'"[^"\\\x00-\x1f\x7f]*"'
PATH = rf"(?:{NAME}|{STRING})(?:\.(?:{NAME}|{STRING})){{0,3}}"
ESCAPED = r'"[^"\\\x00-\x1f\x7f]*(?:\\["\\][^"\\\x00-\x1f\x7f]*)*"'
NUMBER = r"(?:0|-?[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?"
SAID = (
    rf"(?P<key>{NAME}|{STRING}) += (?:(?P<text>{ESCAPED})|(?P<list>\[(?:{STRING}(?:, {STRING})*)?\])"
    rf"|(?P<number>{NUMBER})|(?P<flag>true|false)|(?P<numbers>\[{NUMBER}(?:, {NUMBER})*\])"
)
PAIR = rf"{SAID})(?:, +| \}}$)"  # one of a small table, with what stands behind it
ENTRY = re.compile(
    rf"(?:{SAID}|(?P<pairs>\{{ .*? \}})|(?P<open>\[))"
    rf"|\[(?P<table>{PATH})\]|\[\[(?P<tables>{PATH})\]\])(?: +{REMARK})?|(?P<rest>{REMARK}|)"
)
ITEM = re.compile(rf" *(?P<item>{ESCAPED}),|(?P<close>\])")  # a line of a list that is open
TEXTS = re.compile(r'"([^"]*)"')
ESCAPE = re.compile(r"\\(.)")


class Table(NamedTuple):
    """A table: what it says, where its head stands, and its keys and values, and the tables inside it."""

    data: dict[str, Any]
    line: int  # 0 of a table that only stands around others
    end: int  # the column after the head
    keys: dict[str, tuple[int, int, int, int]]  # the line of each, the column after it, those of its value
    ends: dict[str, int]  # the lines on which long lists end
    inner: dict[str, list[Table]]


@functools.lru_cache(maxsize=8)
def read_plain(text: str) -> Table | None:
    """The file, if every line of it is plain; whoever asks must not change what it is given."""
    return None if len(text) > FILE_LIMIT // 4 else _PlainReader(text.split("\n")).read()


class _PlainReader:
    """One pass over the lines of a file; `here` is the table in which keys stand now."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.whole = self.here = Table({}, 0, 0, {}, {}, {})
        self.open = ""  # the key of a list that is not closed yet

    def read(self) -> Table | None:
        """What the file says; nothing, if one line is not plain."""
        for number, line in enumerate(self.lines, 1):
            found = (ITEM if self.open else ENTRY).fullmatch(line)
            if found is None or len(line) > LINE_LIMIT or not self._take(found, found.lastgroup or "", number):
                return None
        return None if self.open else self.whole

    def _take(self, found: re.Match[str], kind: str, number: int) -> bool:
        """Note what one line says; no, if a plain file cannot say it there."""
        if kind == "rest":
            return True
        if kind in ("table", "tables"):
            return self._head(_names(found[kind]), number, found.end(kind), kind == "tables")
        if kind == "item":
            self.here.data[self.open].append(_plain_value(found, kind))
        elif kind == "close":
            self.here.ends[self.open], self.open = number, ""
        else:
            key = found["key"].strip('"')
            if key in self.here.data:
                return False
            self.here.keys[key] = number, found.end("key") + 1, found.start(kind) + 1, found.end(kind) + 1
            self.here.data[key] = _plain_value(found, kind)
            self.open = key if kind == "open" else ""
            return self.here.data[key] is not None
        return True

    def _head(self, path: list[str], number: int, end: int, many: bool) -> bool:
        """`[name]` or `[[name]]`, below the last table of every name before it; no, if something else is called so."""
        around, name = self.whole, path[-1]
        for step in path[:-1]:
            if step in around.data and step not in around.inner:
                return False
            if step not in around.inner:
                _add(around, step, Table({}, 0, 0, {}, {}, {}), False)
            around = around.inner[step][-1]
        if name in around.data and not (many and name in around.inner and isinstance(around.data[name], list)):
            return False
        self.here = Table({}, number, end + 1 + (2 if many else 1), {}, {}, {})
        _add(around, name, self.here, many)
        return True


def _add(around: Table, name: str, made: Table, many: bool) -> None:
    """Put a table into another."""
    around.inner.setdefault(name, []).append(made)
    if many:
        around.data.setdefault(name, []).append(made.data)
    else:
        around.data[name] = made.data


def _plain_value(found: re.Match[str], kind: str | None) -> Any:
    """The value of a plain line: a text, texts or numbers in a list, a number, yes and no, or a small table of these;
    nothing for a table that says something twice.
    """
    if kind in ("text", "item"):
        text = found[kind][1:-1]
        return ESCAPE.sub(r"\1", text) if "\\" in text else text
    if kind == "list":
        return TEXTS.findall(found["list"])
    if kind in ("numbers", "open"):
        return [_number(one) for one in found[kind].strip("[]").split(",") if one]
    if kind == "pairs":
        return _small_table(found["pairs"])
    return _number(found["number"]) if kind == "number" else found["flag"] == "true"


def _small_table(text: str) -> dict[str, object] | None:
    """`{ 2 = "oak", name = "elm" }`; nothing if it is not plain, or says something twice."""
    pairs: dict[str, object] = {}
    place = len("{ ")
    for one in re.compile(PAIR).finditer(text, place):
        name = one["key"].strip('"')
        if one.start() != place or name in pairs:
            return None
        place, pairs[name] = one.end(), _plain_value(one, one.lastgroup)
    return pairs if place == len(text) else None


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
HEAD = re.compile(rf"\s*(\[\[?)\s*({PART}(?:\s*\.\s*{PART})*)\s*\]\]?")
LINE = re.compile(rf"(\s*)({PART}(?:\s*\.\s*{PART})*)\s*=\s*")
PARTS = re.compile(PART)
INSIDE = re.compile(r"""\"\"\"|'''|"(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]|\#""")


@attrs.define
class Places:
    """Where one table stands: its first line, its keys and values, and the tables inside it."""

    head: Span
    keys: dict[str, Span] = attrs.field(factory=dict)
    values: dict[str, Span] = attrs.field(factory=dict)
    tables: dict[str, list[Places]] = attrs.field(factory=dict)

    def has(self, name: str) -> bool:
        """Whether the table or row has this key."""
        return name in self.keys

    def key(self, name: str) -> Span:
        """Where the key is written; the head of the table if it has no such key."""
        return self.keys.get(name, self.head)

    def value(self, name: str) -> Span:
        """Where the value of a key is written; where the key is, if only that is known."""
        return self.values.get(name, self.key(name))

    def entry_span(self, name: str) -> Span:
        """A key with its value."""
        return self.key(name).joined_with(self.value(name))

    def inner(self, name: str, number: int = 0) -> Places:
        """A table inside this one; where it was not found, the place of the column."""
        found = self.tables.get(name, [])
        return found[number] if number < len(found) else Places(self.key(name))


@attrs.define
class _Open:
    """What a value left open at the end of a line."""

    depth: int = 0
    quote: str = ""

    @property
    def closed(self) -> bool:
        """Whether the value ends on this line."""
        return not self.quote and self.depth <= 0


class PlainPlaces(Places):
    """The same for a table of plain lines, worked out when somebody asks."""

    def __init__(self, table: Table, file: str) -> None:
        self.head = Span(file, table.line, 1, table.line, table.end)
        self.table = table

    def has(self, name: str) -> bool:
        """Whether the table or row has this key."""
        return name in self.table.keys

    def key(self, name: str) -> Span:
        """Where the key is written; the head of the table if it has no such key."""
        if name not in self.table.keys:
            return self.head
        line, end, _, _ = self.table.keys[name]
        return Span(self.head.file, line, 1, line, end)

    def value(self, name: str) -> Span:
        """Where the value is written: all behind the `=`, to the end of its last line."""
        if name not in self.table.keys:
            return self.head
        line, _, column, end = self.table.keys[name]
        last = self.table.ends.get(name)
        return Span(self.head.file, line, column, *((line, end) if last is None else (last, len("]") + 1)))

    def inner(self, name: str, number: int = 0) -> Places:
        """A table inside this one; where it was not found, the place of the column."""
        found = _plain_places(self.table, name, self.head.file)
        return found[number] if number < len(found) else Places(self.key(name))


def _plain_places(around: Table, name: str, file: str) -> list[Places]:
    return [PlainPlaces(table, file) for table in around.inner.get(name, ()) if table.line]


def places(text: str, file: str, head: str) -> list[Places]:
    """The tables `[[head]]` of a file, in order."""
    known = read_plain(text)
    if known is not None:
        return _plain_places(known, head, file)
    found: list[Places] = []
    here: Places | None = None
    waiting: tuple[Places, str, _Open] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if waiting is not None:
            table, name, opened = waiting
            end = _value(line, 0, opened)
            start = table.values[name]
            table.values[name] = Span(file, start.line, start.column, number, end + 1)
            waiting = None if opened.closed else waiting
            continue
        begins = HEAD.match(line)
        if begins:
            here = _table(
                begins, Span.point(file, number, begins.start(1) + 1, begins.end() - begins.start(1)), found, head
            )
            continue
        says = LINE.match(line)
        if says and here is not None:
            waiting = _column(says, line, number, file, here)
    return found


def _table(begins: re.Match[str], span: Span, found: list[Places], head: str) -> Places | None:
    """The table a line in square brackets opens, if it belongs to the ones wanted."""
    path = _names(begins[2])
    if path[0] != head or len(path) > 2:
        return None
    made = Places(span)
    if len(path) == 1:
        found.append(made)
    elif found:
        found[-1].tables.setdefault(path[1], []).append(made)
    return made


def _column(says: re.Match[str], line: str, number: int, file: str, here: Places) -> tuple[Places, str, _Open] | None:
    """A key and its value at their places; what the value leaves open, if it goes on in the next line."""
    path = _names(says[2])
    if len(path) > 1:
        here = here.tables.setdefault(path[0], [Places(here.head)])[0]
    name, opened = path[-1], _Open()
    end = _value(line, says.end(), opened)
    here.keys[name] = Span.point(file, number, says.start(2) + 1, len(says[2]))
    here.values[name] = Span(file, number, says.end() + 1, number, max(end, says.end() + 1) + 1)
    return None if opened.closed else (here, name, opened)


def _names(path: str) -> list[str]:
    """The parts of a dotted key, without quotation marks."""
    return [part[1:-1] if part[0] in "\"'" else part for part in PARTS.findall(path)]


def _value(line: str, start: int, opened: _Open) -> int:
    """Read on to the end of a value or of the line; the place behind its last sign."""
    while True:
        if opened.quote:
            close = line.find(opened.quote, start)
            if close < 0:
                return len(line)
            start, opened.quote = close + 3, ""
        found = INSIDE.search(line, start)
        if found is None or found[0] == "#":
            return len(line[: found.start() if found else None].rstrip())
        if found[0] in ('"""', "'''"):
            opened.quote = found[0]
        elif found[0] in "[{":
            opened.depth += 1
        elif found[0] in "]}":
            opened.depth -= 1
        start = found.end()


# ------------------------------------------------------------------ files nobody has looked at


LETTERS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}.=,\n]', re.DOTALL
)
PLACE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
LAST = " (at end of document)"
KEY = re.compile(r"\('(?P<key>[^']*)',\)")


def read_toml(text: str, file: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What the file says, not to be changed by whoever asks, or why it cannot be read; nothing is raised."""
    known = read_plain(text)
    if known is not None:
        return known.data, []
    found = [p for p in (_size(text, file), _long_line(text, file), _depth(text, file)) if p is not None]
    if found:
        return None, found
    import tomllib

    try:
        return _load_toml(text), []
    except tomllib.TOMLDecodeError as slip:
        return None, [_slip(str(slip), text, file)]
    except RecursionError:
        return None, [problem("K88", Span.point(file, 1, 1), depth=DEPTH_LIMIT + 1, limit=DEPTH_LIMIT)]
    except (ValueError, OverflowError):
        return None, [
            problem("K89", Span.point(file, 1, 1), file=file, reason="it holds a number or a date that is none")
        ]


@functools.lru_cache(maxsize=8)
def _load_toml(text: str) -> dict[str, Any]:
    """The file as the standard library reads it, which takes long: a table is read for the rules and for pictures."""
    import tomllib

    return tomllib.loads(text)


def _size(text: str, file: str) -> Problem | None:
    """K87 for a file of more letters than are read."""
    size = len(text) if len(text) > FILE_LIMIT else len(text.encode("utf-8", "replace"))
    return problem("K87", Span.point(file, 1, 1), "file", size=size, limit=FILE_LIMIT) if size > FILE_LIMIT else None


def _long_line(text: str, file: str) -> Problem | None:
    """K87 for the first line that is too long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_LIMIT:
            return problem("K87", Span.point(file, number, LINE_LIMIT), "line", length=len(line), limit=LINE_LIMIT)
    return None


def _depth(text: str, file: str) -> Problem | None:
    """Brackets in brackets and keys of many parts, counted before anybody walks into them."""
    if len(text) > FILE_LIMIT:
        return None
    depth = dots = line = begins = 0
    for found in LETTERS.finditer(text):
        sign = found[0]
        if sign == ".":
            dots += 1
        elif sign in ("=", ",", "\n"):
            dots = 0
        elif sign in ("[", "{"):
            depth, dots = depth + 1, 0
        elif sign in ("]", "}"):
            depth = max(0, depth - 1)
        if depth > DEPTH_LIMIT or dots > DOTS_LIMIT:
            line = text.count("\n", 0, found.start()) + 1
            begins = text.rfind("\n", 0, found.start()) + 1
            limit = DEPTH_LIMIT if depth > DEPTH_LIMIT else DOTS_LIMIT
            return problem("K88", Span.point(file, line, found.start() - begins + 1), depth=limit + 1, limit=limit)
    return None


def _slip(message: str, text: str, file: str) -> Problem:
    """What the TOML reader says, in our form and at its place."""
    place = PLACE.search(message)
    line, column = (int(place["line"]), int(place["column"])) if place else (text.rstrip("\n").count("\n") + 1, 1)
    reason = KEY.sub(lambda key: f"`{key['key']}`", PLACE.sub("", message).removesuffix(LAST))
    if len(reason) > 120:
        reason = reason[:120] + ".."
    return problem("K89", Span.point(file, line, column), file=file, reason=reason[:1].lower() + reason[1:])
