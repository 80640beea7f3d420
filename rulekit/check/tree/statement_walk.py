"""The statements of bodies, without the values in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.tree import typed_statements


def lines_of(lines: Iterable[typed_statements.Line]) -> Iterator[typed_statements.Line]:
    """Every line, those indented below others too."""
    todo = list(lines)[::-1]
    while todo:
        line = todo.pop()
        yield line
        if line.body is not None:
            todo.extend(reversed(line.body))


def steps_in(lines: Iterable[typed_statements.Line]) -> Iterator[typed_statements.Step]:
    """Openers and statements of all these lines, in order."""
    for line in lines_of(lines):
        yield from line.openers
        yield from line.price or ()
        yield from line.does


def names_bound(line: typed_statements.Line) -> frozenset[str]:
    """The names that stand for something from a line on: by `let`, `roll`, `lot` or `choose` in it or below it."""
    found: set[str] = set()
    for step in steps_in((line,)):
        if isinstance(step, typed_statements.Bound):
            found.add(step.name)
        elif isinstance(step, typed_statements.Roll):
            found.update(step.names)
        elif isinstance(step, typed_statements.Lot):
            found.add(step.param.name)
        elif isinstance(step, typed_statements.Choose):
            found.update(param.name for param in step.params)
    return frozenset(found)


def steps_of(body: typed_statements.Body) -> Iterator[Any]:
    """The parameters, guards and lets of a body, and then what it does."""
    yield from body.front
    yield from steps_in(body.lines)
