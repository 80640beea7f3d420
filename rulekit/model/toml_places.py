"""Where the rows, columns and values of a TOML file stand: a reader of lines, for messages only."""

from __future__ import annotations

import re

import attrs

from rulekit.model.toml_plain import Table, plain
from rulekit.source import Span

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
        return name in self.keys

    def key(self, name: str) -> Span:
        return self.keys.get(name, self.head)

    def value(self, name: str) -> Span:
        return self.values.get(name, self.key(name))

    def whole(self, name: str) -> Span:
        """A key with its value."""
        return self.key(name).to(self.value(name))

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
        return not self.quote and self.depth <= 0


class PlainPlaces(Places):
    """The same for a table of plain lines, worked out when somebody asks."""

    def __init__(self, table: Table, file: str, lines: list[str]) -> None:
        self.head = Span(file, table.line, 1, table.line, len(lines[table.line - 1]) + 1)
        self.numbers = table.keys
        self.lines = lines

    def has(self, name: str) -> bool:
        return name in self.numbers

    def key(self, name: str) -> Span:
        number = self.numbers.get(name)
        return self.head if number is None else Span(self.head.file, number, 1, number, len(name) + 1)

    def value(self, name: str) -> Span:
        number = self.numbers.get(name)
        if number is None:
            return self.head
        return Span(self.head.file, number, len(name) + 4, number, len(self.lines[number - 1]) + 1)

    def inner(self, name: str, number: int = 0) -> Places:
        return Places(self.key(name))


def places(text: str, file: str, head: str) -> list[Places]:
    """The tables `[[head]]` of a file, in order."""
    known = plain(text)
    if known is not None:
        return [PlainPlaces(table, file, known.lines) for table in known.tables if table.name == head]
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
    path = _names(says[2])
    if len(path) > 1:
        here = here.tables.setdefault(path[0], [Places(here.head)])[0]
    name, opened = path[-1], _Open()
    end = _value(line, says.end(), opened)
    here.keys[name] = Span.point(file, number, says.start(2) + 1, len(says[2]))
    here.values[name] = Span(file, number, says.end() + 1, number, max(end, says.end() + 1) + 1)
    return None if opened.closed else (here, name, opened)


def _names(path: str) -> list[str]:
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
