"""K42: `must` promises that there is something to do, and here it can be shown that there may be nothing.

What can be shown neither way is left to play, where an empty `must` is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.proofs.nonempty import prover_of
from rulekit.check.proofs.path_conditions import DecisionPoint, musts
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K42 for each decision that is shown to come up with nothing to choose. What can be proved neither way
    is left to play.

    A line::

        player must choose give: c in hand of player
    """
    decided = prover_of(checked)
    for place in musts(checked):
        if decided.always_has_move(place):
            continue
        found = decided.nothing_left(place)
        if found is not None:
            yield _stuck(checked, place, *found)


def _stuck(checked: CheckedRulebook, place: DecisionPoint, read: v.Read, value: Any) -> Problem:
    step = place.step
    assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
    reason = f"when `{read.state}` is {_value_text(read.type.bare, value)}"
    who = source_at(checked, step.who.span)
    if isinstance(step, typed_statements.Ask):
        return problem_at("K42", step.span, actions=step.offers, who=who, reason=reason)
    domain = source_at(checked, step.params[0].source.span) if len(step.params) == 1 else ""
    return problem_at("K42", step.span, "choose", name=step.name, domain=domain, who=who, reason=reason)


def _value_text(kind: t.Type, value: Any) -> str:
    """A value as the rules write it."""
    if kind.members and isinstance(value, int):
        return f"`{kind.members[value]}`"
    if kind == t.YES_NO and value is not None:
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
