"""`beyond` and `turned` without a taker, `at` behind a bracket, and `old`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import preposition_binding
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.operand_text import written
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def operator(e: Elaborator, op: preposition_binding.Op, scope: Scope, want: t.Type | None) -> v.T:
    """`beyond` and `turned` without a taker, and `at` behind a bracket."""
    if op.prep == "at":
        bag = e.operand(op.operand, scope, None)
        kind = t.bare(bag.type)
        if isinstance(kind, t.Map):
            return e.bag_at(bag, e.as_(op.arg, scope, kind.indexes[0]), op.span)
        if isinstance(kind, t.BagOf):
            return e.bag_at(bag, e.as_(op.arg, scope, kind.of), op.span)
        if isinstance(kind, t.Unknown):
            return bag
        return e.wrong("K09", op.span, prep="at", phrase=written(op.operand))
    return geometry_operator(e, op, scope)


def geometry_operator(e: Elaborator, op: preposition_binding.Op, scope: Scope) -> v.T:
    operand = e.value(op.operand, scope, None)
    if op.prep == "turned":
        held = t.member(operand.type) if t.is_collection(operand.type) else operand.type
        if held is not None and isinstance(t.bare(held), t.Choice | t.Unknown) and getattr(t.bare(held), "ring", True):
            turns = e.as_(op.arg, scope, t.ANY_NUMBER)
            return v.CoreUse("turned", (("of", operand), ("turned", turns)), type=operand.type, span=op.span)
        return e.wrong(
            "K16",
            op.span,
            "argument",
            word="turned",
            value=written(op.operand),
            found=operand.type.phrase,
            wanted="directions of a ring",
        )
    place = t.bare(operand.type)
    if isinstance(place, t.Unknown):
        return operand
    if not isinstance(place, t.Place):
        return e.wrong(
            "K16",
            op.span,
            "argument",
            word="beyond",
            value=written(op.operand),
            found=operand.type.phrase,
            wanted="a place of a space",
        )
    ring = geometry.directions(e.symbols.spaces[place.space], e.symbols)
    if ring is None:
        return e.wrong("K07", op.span, "no-sides", name="sides", space=place.space)
    side = e.as_(op.arg, scope, ring)
    return v.CoreUse("beyond", (("of", operand), ("beyond", side)), type=t.maybe(place), span=op.span)


def earlier(e: Elaborator, op: preposition_binding.Earlier, scope: Scope, want: t.Type | None) -> v.T:
    if not scope.frame.earlier:
        return e.wrong("K80", op.span, "place")
    if isinstance(op.operand, preposition_binding.Earlier):
        e.wrong("K01", op.span, "twice", found="old")
    found = e.operand(op.operand, scope, want)
    return v.Earlier(found, type=found.type, span=op.span)
