"""Nobody learns what is hidden: two worlds that differ only in it give a seat the same view."""

from __future__ import annotations

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.frames import Over
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.indistinguishable_worlds import declared_open_moves, hidden_renaming, other_world, view_without
from rulekit.play.views.seat_view import view


def find_violation(look: LawContext) -> str | None:
    """A seat that sees a difference between two worlds that differ only in what it cannot see; None if nobody
    does.
    """
    m = look.m
    if isinstance(m.pending, Over):
        return None
    declared = declared_open_moves(m)
    for seat in (None, *range(m.plan.seats)):
        names = hidden_renaming(m, seat, look.rng)
        other = other_world(m, names)
        if other is None:
            continue
        one, two = view_without(view(m, seat), declared), view_without(view(other, seat), declared)
        if dumps(one) != dumps(two):
            parts = ", ".join(part for part in one if dumps(one[part]) != dumps(two[part]))
            who = "a spectator" if seat is None else f"seat {seat}"
            return f"{who} can tell apart two worlds that differ in what it cannot see, by the {parts} of its view"
    return None
