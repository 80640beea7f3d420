"""The piece of a source that a message shows: the line and the marks under it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulekit.diagnostics.visible import visible, width
from rulekit.source import Span

ROOM = 110
BEFORE = 60
CUT = "..."


class SourceLines:
    """The lines of the files that messages point into; a file that is not there has none."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._texts = dict(texts or {})
        self._lines: dict[str, list[str]] = {}

    def line(self, span: Span) -> str | None:
        """The line a span begins on, without its end; None if it is unknown."""
        if span.file not in self._lines:
            self._lines[span.file] = self._texts.get(span.file, "").split("\n") if span.file in self._texts else []
        lines = self._lines[span.file]
        return lines[span.line - 1].removesuffix("\r") if 1 <= span.line <= len(lines) else None


@attrs.frozen(slots=True)
class Excerpt:
    """A line as it is shown, and where the marks stand below it."""

    line: str
    indent: int
    marks: int


def cut_excerpt(line: str, span: Span) -> Excerpt:
    """The part of a line round a span, made safe to show, with the place of the marks in columns of a terminal."""
    start = min(max(span.column - 1, 0), len(line))
    stop = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line)
    first = 0 if len(line) <= ROOM else max(0, min(start - BEFORE, len(line) - ROOM))
    last = min(len(line), first + ROOM)
    head = CUT if first > 0 else ""
    tail = CUT if last < len(line) else ""
    indent = len(head) + _wide(line[first:start])
    marks = max(1, _wide(line[start : min(stop, last)]))
    return Excerpt(head + visible(line[first:last]) + tail, indent, marks)


def _wide(text: str) -> int:
    return len(text) if text.isascii() and text.isprintable() else sum(map(width, text))
