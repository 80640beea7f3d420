"""Which states are looked at before a body writes: by guards, domains, conditions and loops, and by endings."""

from __future__ import annotations

from typing import Any

from rulekit.check.effects.value_dependencies import Reading
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.statement_walk import lines_of, steps_in, steps_of
from rulekit.memo import kept


class Guarding:
    """Answers for one rulebook. A guard may stand in the body itself, in one that calls it, or in an ending."""

    def __init__(self, checked: Checked) -> None:
        reading = Reading(checked)
        self._own = {key: reading.of(*_looked_at(body)) for key, body in checked.bodies.items()}
        self._ends = reading.of(*checked.endings)
        self._callers: dict[str, set[str]] = {}
        for key, body in checked.bodies.items():
            for step in steps_of(body):
                for called in _begun(step):
                    self._callers.setdefault(called, set()).add(key)
        self._keys = {id(body): key for key, body in checked.bodies.items()}

    def reads(self, body: typed_statements.Body, state: str) -> bool:
        """Does anything look at a state on the way to what a body does?"""
        mark, seen, todo = f"state {state}", set[str](), [self._keys[id(body)]]
        if mark in self._ends:
            return True
        while todo:
            key = todo.pop()
            if mark in self._own[key]:
                return True
            fresh = self._callers.get(key, set()) - seen
            seen |= fresh
            todo += fresh
        return False

    def repeated(self, body: typed_statements.Body) -> bool:
        """Is it offered in the turn, again and again?"""
        seen, todo = set[str](), [self._keys[id(body)]]
        while todo:
            key = todo.pop()
            if key == "turn":
                return True
            fresh = self._callers.get(key, set()) - seen
            seen |= fresh
            todo += fresh
        return False


def _begun(step: Any) -> list[str]:
    """The bodies that a statement calls or offers."""
    if isinstance(step, typed_statements.Call) and step.proc is not None:
        return [f"proc {step.proc}"]
    if isinstance(step, typed_statements.Ask):
        return [f"action {offer}" for offer in step.offers]
    if isinstance(step, typed_statements.Menu):
        return [f"action {offer}" for group in step.groups for offer in group.offers]
    return []


def _looked_at(body: typed_statements.Body) -> list[Any]:
    """Whatever decides in a body whether something happens, how often, or with what."""
    found: list[Any] = [step for step in body.front if not isinstance(step, typed_statements.Bound)]
    for line in lines_of(body.lines):
        found += [*line.openers, *(line.price or ())]
        found += [part for bent in (line.bend, line.replaces) if bent is not None for part in bent if part is not None]
    for step in steps_in(body.lines):
        if isinstance(step, typed_statements.Guard | typed_statements.Choose | typed_statements.Lot):
            found.append(step)
        elif isinstance(step, typed_statements.Call) and step.most is not None:
            found.append(step.most)
    return found


@kept
def guarding(checked: Checked) -> Guarding:
    return Guarding(checked)
