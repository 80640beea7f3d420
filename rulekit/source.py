"""Source positions: a span of characters in one file."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of one file. Lines and columns count from 1, columns count characters, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def point(cls, file: str, line: int, column: int, length: int = 1) -> Span:
        """A stretch of `length` characters on one line."""
        return cls(file, line, column, line, column + length)

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return (self.line, self.column)

    @property
    def end(self) -> tuple[int, int]:
        """Line and column just behind the last character."""
        return (self.end_line, self.end_column)

    def joined_with(self, other: Span) -> Span:
        """From the beginning of this one to the end of the other, in whichever order they stand."""
        start = min(self.start, other.start)
        end = max(self.end, other.end)
        return Span(self.file, *start, *end)

    def contains(self, line: int, column: int) -> bool:
        """Whether a place lies inside."""
        return self.start <= (line, column) < self.end

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)  # of nodes that were made, not read
