"""Every state holds a value of its type within its bounds, and no zone holds more than it may."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.verb_execution import VerbHandler
from rulekit.typesystem import types as t


def broken(look: LawContext) -> str | None:
    """A state outside its bounds or a zone that is too full; None if there is none."""
    m = look.m
    doer = VerbHandler(m.evaluator(), {}, None, False)
    for name, info in m.plan.symbols.states.items():
        for args, value in m.table.states[name].items():
            if not fits(m, value, info.type):
                return f"{name} at {args} is {value!r}, which is no {info.type.phrase}"
            kind = info.type.bare
            if value is not None and kind.numeric:
                low, high = doer.bounds(name, args, kind)
                if not low <= value <= high:
                    return f"{name} at {args} is {value}, it may be {low} to {high}"
    for zone, (name, _) in enumerate(m.plan.zones):
        most = m.plan.symbols.zones[name].capacity
        if most is not None and len(m.table.contents(zone)) > most:
            return f"{name} holds {len(m.table.contents(zone))} pieces, it may hold {most}"
    return None


def fits(m: Machine, value: Any, kind: t.Type) -> bool:
    """Is this a value of the type?"""
    if value is None:
        return kind.optional
    kind = kind.bare
    if kind.numeric:
        return isinstance(value, int) and kind.low <= value <= kind.high
    if kind.plural or kind.counted:
        return kind.holds(value, partial(fits, m))
    return value in m.plan.members(kind) if kind.listed or kind == t.YES_NO else True
