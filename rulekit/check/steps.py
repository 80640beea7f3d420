"""The statements of bodies, without the values in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check import does


def lines_of(lines: Iterable[does.Line]) -> Iterator[does.Line]:
    """Every line, those indented below others too."""
    todo = list(lines)[::-1]
    while todo:
        line = todo.pop()
        yield line
        if line.body is not None:
            todo.extend(reversed(line.body))


def steps_in(lines: Iterable[does.Line]) -> Iterator[does.Step]:
    """Openers and statements of all these lines, in order."""
    for line in lines_of(lines):
        yield from line.openers
        yield from line.price or ()
        yield from line.does


def steps_of(body: does.Body) -> Iterator[Any]:
    """The parameters, guards and lets of a body, and then what it does."""
    yield from body.front
    yield from steps_in(body.lines)
