"""Every piece lies in exactly one zone."""

from __future__ import annotations

from collections import Counter

from rulekit.laws.law_context import LawContext
from rulekit.typesystem import types as t


def find_violation(look: LawContext) -> str | None:
    """A piece that lies nowhere or twice; None if there is none."""
    table, plan = look.m.table, look.m.plan
    lying: dict[str, Counter[int]] = {kind: Counter() for kind in table.where}
    for zone in range(len(plan.zones)):
        lying[plan.symbols.zones[plan.zones[zone][0]].kind].update(table.contents(zone))
    for kind, found in lying.items():
        for piece in plan.members(t.Piece(kind)):
            name = plan.row(kind, piece).name
            if found[piece] != 1:
                return f"{name} lies in {found[piece]} zones"
            if piece not in table.contents(table.where[kind][piece]):
                return f"{name} does not lie where it is said to lie"
    return None
