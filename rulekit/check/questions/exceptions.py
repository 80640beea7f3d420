"""K52: two clauses that replace the same line must not both apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulekit.check import does
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.questions._common import lines_in, named
from rulekit.check.questions._excluding import excludes
from rulekit.problems import Problem


def examine(checked: Checked) -> Iterable[Problem]:
    found: dict[str, list[does.Line]] = {}
    for body in checked.bodies.values():
        for line, _ in lines_in(body.lines):
            if line.replaces is not None:
                found.setdefault(line.replaces[0], []).append(line)
    for target, lines in found.items():
        for first, second in combinations(lines, 2):
            yield from _overlap(checked, target, first, second)


def _overlap(checked: Checked, target: str, first: does.Line, second: does.Line) -> Iterator[Problem]:
    one, other = (line.replaces[1] if line.replaces else None for line in (first, second))
    if one is not None and other is not None and excludes(checked, one, other):
        return
    also = ((first.span, "the other one"),)
    yield say("K52", second.span, also=also, first=named(first.id), second=named(second.id), id=named(target))
