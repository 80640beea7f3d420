"""Every state holds a value of its type within its bounds, and no zone holds more than it may."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.verb_execution import VerbHandler
from rulekit.play.position.value_json import ProseCodec
from rulekit.play.reasons import played_wording
from rulekit.typesystem import types as t


def find_violation(look: LawContext) -> str | None:
    """A state outside its bounds or a zone that is too full; None if there is none."""
    m = look.m
    doer = VerbHandler(m.evaluator(), {}, None, False)
    for name, info in m.plan.symbols.states.items():
        for args, value in m.table.states[name].items():
            if not fits(m, value, info.type):
                return f"{_place(m, name, args)} is {_words(m, value, info.type)}, which is not {info.type.phrase}"
            kind = info.type.bare
            if value is not None and kind.numeric:
                low, high = doer.bounds(name, args, kind)
                if not low <= value <= high:
                    return f"{_place(m, name, args)} is {value}, it may be {low} to {high}"
    for zone, (name, args) in enumerate(m.plan.zones):
        info = m.plan.symbols.zones[name]
        if info.capacity is not None and len(m.table.contents(zone)) > info.capacity:
            holds = f"holds {len(m.table.contents(zone))} pieces, it may hold {info.capacity}"
            return f"{_place(m, name, args, info.indexes)} {holds}"
    return None


def _place(m: Machine, name: str, args: tuple[Any, ...], indexes: tuple[t.Type, ...] | None = None) -> str:
    """A state or zone as rules name it: `coins of anna`."""
    kinds = m.plan.symbols.states[name].indexes if indexes is None else indexes
    return " ".join([name, *(f"of {_words(m, arg, kind)}" for arg, kind in zip(args, kinds, strict=True))])


def _words(m: Machine, value: Any, kind: t.Type) -> str:
    """A value as people read it; as it is where it is none of its type and cannot be written."""
    if kind.player:
        return f"seat {value}"
    try:
        data = ProseCodec(m).write(value, kind)
        return f"[{played_wording.value(data)}]" if isinstance(data, list) else played_wording.value(data)
    except (LookupError, TypeError, AttributeError):
        return str(value)


def fits(m: Machine, value: Any, kind: t.Type) -> bool:
    """Is this a value of the type?"""
    if value is None:
        return kind.optional
    kind = kind.bare
    if kind.numeric:
        return isinstance(value, int) and kind.low <= value <= kind.high
    if kind.plural or kind.counted:
        return kind.accepts(value, partial(fits, m))
    return value in m.plan.members(kind) if kind.listed or kind == t.YES_NO else True
