"""Every condition that decides whether a clause applies: guards, cases, openers, lines of accounts and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.records import record


@record
class ClauseCondition:
    """A condition, and the id of the line whose use it decides; None if the line has none."""

    id: str | None
    condition: v.T

    @property
    def name_in_messages(self) -> str:
        """The clause as a message names it: `[pay.coin]`, or "this condition"."""
        return f"[{self.id}]" if self.id else "this condition"


def conditions(checked: CheckedRulebook) -> Iterator[ClauseCondition]:
    """All of them; laws and demands are not clauses of play."""
    for body in checked.bodies.values():
        yield from _front(body)
        for line in body.lines:
            yield from _line(line, None)
    for word in checked.words:
        yield from _cases(word.body if isinstance(word.body, tuple) else ())
    for info in checked.relations:
        yield from (ClauseCondition(c.id, c.value) for c in info.cases if c.sort == "case" and c.value is not None)
    yield from (ClauseCondition(bend.id, bend.condition) for bend in checked.bends)
    yield from (ClauseCondition(ending.id, ending.condition) for ending in checked.endings)
    yield from (ClauseCondition(r.id, r.condition) for r in checked.results if r.condition is not None)


def _front(body: typed_statements.Body) -> Iterator[ClauseCondition]:
    for step in body.front:
        if isinstance(step, typed_statements.Guard):
            yield ClauseCondition(step.id, step.condition)


def _line(line: typed_statements.Line, above: str | None) -> Iterator[ClauseCondition]:
    """A line without an id is known by the one it stands in."""
    id_ = line.id or above
    for opener in line.openers:
        if isinstance(opener, typed_statements.When):
            yield ClauseCondition(id_, opener.condition)
    if line.replaces is not None and line.replaces[1] is not None:
        yield ClauseCondition(id_, line.replaces[1])
    for step in (*(line.price or ()), *line.does):
        if isinstance(step, typed_statements.Guard):
            yield ClauseCondition(id_, step.condition)
    for inner in line.body or ():
        yield from _line(inner, id_)


def _cases(cases: Any) -> Iterator[ClauseCondition]:
    for case in cases:
        assert isinstance(case, CheckedCase)
        if case.condition is not None:
            yield ClauseCondition(case.id, case.condition)
