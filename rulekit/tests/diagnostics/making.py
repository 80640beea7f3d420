"""Problems for tests, made by hand."""

from rulekit.diagnostics import Problem
from rulekit.source import Span

TEXT = "game pebbles for 2 players\nstate heap is 0 to 9\n  [end.heap]  at end of turn when heep = 0\n"
SOURCES = {"game.rules": TEXT}


def at(line: int, column: int, length: int = 1, file: str = "game.rules") -> Span:
    """A stretch of one line."""
    return Span.point(file, line, column, length)


def unknown(span: Span | None, name: str = "heep", near: str = "heap") -> Problem:
    """An unknown name."""
    return Problem("K07", span, facts={"name": name, "near": near})


def slip() -> Problem:
    """The slip in TEXT, with a second place."""
    second = ((at(2, 7, 4), "a state of this game"),)
    return Problem("K07", at(3, 35, 4), facts={"name": "heep", "near": "heap"}, second=second)
