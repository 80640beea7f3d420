"""Call graph: who calls whom, past which guards, whether again and again, and which procedures only ever pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of, steps_in
from rulekit.memo import memoize

BEGINNING = frozenset(("call", "offer"))  # the edges by which one body begins another in its own text


class CallGraph:
    """Answers for one rulebook. A guard may stand in the body itself, in one that calls it, or in an ending."""

    def __init__(self, checked: CheckedRulebook) -> None:
        known = effects(checked)
        self._guards = {key: known.depends(*_looked_at(body)) for key, body in checked.bodies.items()}
        self._ends = known.depends(*checked.endings)
        self._callers: dict[str, set[str]] = {}
        for key in checked.bodies:
            for edge in known.direct_effects(key).edges:
                if edge.sort in BEGINNING:
                    self._callers.setdefault(edge.target, set()).add(key)
        self._keys = {id(body): key for key, body in checked.bodies.items()}

    def is_guarded(self, body: typed_statements.Body, state: str) -> bool:
        """Does anything look at a state on the way to what a body does?"""
        mark = f"state {state}"
        return mark in self._ends or any(mark in self._guards[key] for key in self._upwards(body))

    def is_repeated(self, body: typed_statements.Body) -> bool:
        """Is it offered in the turn, again and again?"""
        return "turn" in self._upwards(body)

    def _upwards(self, body: typed_statements.Body) -> Iterator[str]:
        """A body and all that may lead to it."""
        todo = [self._keys[id(body)]]
        seen = set(todo)
        while todo:
            key = todo.pop()
            yield key
            fresh = self._callers.get(key, set()) - seen
            seen |= fresh
            todo += fresh


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


@memoize
def call_graph(checked: CheckedRulebook) -> CallGraph:
    """Worked out when first asked for."""
    return CallGraph(checked)


# ------------------------------------------------------------------ procedures that only pay


def price_only_procedures(checked: CheckedRulebook) -> frozenset[str]:
    """The keys of bodies that nothing but prices and suppositions calls, straight or through others.

    What they cannot do is no fault but a guard: the move is not offered then. All that are called are taken to be so
    first, and those are removed that somebody calls outside of a price: a greatest fixed point, so that procedures
    which call each other, and are begun by prices only, stay. Beginning with none and adding would never add them.
    """
    calls = [(key, called, price) for key, body in checked.bodies.items() for called, price in _calls(body)]
    found = {called for _, called, _ in calls if called in checked.bodies}
    changed = True
    while changed:
        kept = found - {called for caller, called, price in calls if not price and caller not in found}
        changed = kept != found
        found = kept
    return frozenset(found)


def _calls(body: typed_statements.Body) -> Iterator[tuple[str, bool]]:
    """The procedures a body calls, and whether in a price."""
    for line in lines_of(body.lines):
        for steps, price in ((line.price or (), True), (line.does, False)):
            for step in steps:
                if isinstance(step, typed_statements.Call) and step.proc is not None:
                    yield f"proc {step.proc}", price
