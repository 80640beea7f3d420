"""Line numbers of the tables and keys of a TOML file, for messages."""

from __future__ import annotations

import re
from functools import cached_property

from rulekit.model.toml_places import HEAD, LINE, PARTS
from rulekit.source import Span

Path = tuple[str | int, ...]  # ("chapter", 2, "part", 0, "groups")
QUOTES = re.compile(r'"""|\'\'\'')


class TomlSpots:
    """The places of one file; asked for what is not there, it gives the place of what is around it."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._text = text
        self._counts: dict[Path, int] = {}

    @cached_property
    def spans(self) -> dict[Path, Span]:
        """Where each table and key stands; most files are right, and nobody asks."""
        found: dict[Path, Span] = {(): Span.point(self.file, 1, 1)}
        here: Path = ()
        quoted = False
        for number, line in enumerate(self._text.split("\n"), 1):
            inside, quoted = quoted, quoted ^ (len(QUOTES.findall(line)) % 2 == 1)
            if inside:
                continue
            if head := HEAD.match(line):
                here = self._table_path(head[1] == "[[", _names(head[2]))
                found.setdefault(here, Span.point(self.file, number, head.start(1) + 1, head.end() - head.start(1)))
            elif says := LINE.match(line):
                span = Span.point(self.file, number, says.start(2) + 1, len(says[2]))
                found.setdefault((*here, *_names(says[2])), span)
        return found

    def _table_path(self, many: bool, names: list[str]) -> Path:
        """The path of a table: of each list of tables on the way the last one so far."""
        path: Path = ()
        for name in names[:-1]:
            path = (*path, name)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        path = (*path, names[-1])
        if not many:
            return path
        self._counts[path] = self._counts.get(path, 0) + 1
        return (*path, self._counts[path] - 1)

    def span_of(self, path: Path) -> Span:
        """Where that stands, or the nearest table around it."""
        while path not in self.spans:
            path = path[:-1]
        return self.spans[path]


def _names(path: str) -> list[str]:
    return [part[1:-1] if part[0] in "\"'" else part for part in PARTS.findall(path)]
