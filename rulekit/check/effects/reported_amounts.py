"""What procedures report: amounts, or also numbers below 0."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from rulekit.check.dataflow import facts as f
from rulekit.check.tree import typed_statements
from rulekit.check.tree.statement_walk import steps_of
from rulekit.check.tree.typed_walk import locals_of
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.dataflow.intervals import Numbers


class Reports:
    """Answers for one rulebook."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def counts(self, proc: str) -> bool:
        """Is nothing that it reports below 0?"""
        return proc in self._counting

    @functools.cached_property
    def _counting(self) -> frozenset[str]:
        """All that report no number below 0, if `last` is none: what calls one that does is left out in its turn."""
        bodies = {
            key.removeprefix("proc "): b for key, b in self.numbers.checked.bodies.items() if b.sort == "procedure"
        }
        found = {key for key, body in bodies.items() if all(map(self._amount, steps_of(body)))}
        while True:
            kept = {key for key in found if _called(bodies[key]) <= found or not _reports(bodies[key])}
            if kept == found:
                return frozenset(found)
            found = kept

    def _amount(self, step: object) -> bool:
        if not isinstance(step, typed_statements.Call) or step.proc is not None:
            return True
        value = step.get("")
        if step.verb == "perform":
            return False
        names: dict[f.Key, f.Bounds] = dict.fromkeys(locals_of(value), (-t.LARGEST, t.LARGEST))
        facts = f.Facts(names | {"last": (0, t.LARGEST)})
        return step.verb != "report" or value is None or self.numbers.of(value, facts)[0] >= 0


def _called(body: typed_statements.Body) -> set[str]:
    return {step.proc for step in steps_of(body) if isinstance(step, typed_statements.Call) and step.proc is not None}


def _reports(body: typed_statements.Body) -> bool:
    return any(isinstance(step, typed_statements.Call) and step.verb == "report" for step in steps_of(body))
