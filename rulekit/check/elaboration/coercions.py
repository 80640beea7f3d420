"""Turning a value into the type that is wanted: the few conversions there are."""

from __future__ import annotations

import functools

from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t


def value(found: v.T) -> v.T:
    """A place for one piece, used as a value, is the piece on it."""
    if isinstance(found.type, t.Zone) and found.type.shape == "one":
        return v.Held(found, type=t.maybe(t.Piece(found.type.kind)), span=found.span)
    return found


def fits(found: t.Type, wanted: t.Type) -> bool:
    """Can a value of one type stand where the other is wanted, without any conversion?"""
    if isinstance(wanted, t.Unknown) or isinstance(found, t.Unknown | t.Never):
        return True
    if isinstance(found, t.Maybe) or isinstance(wanted, t.Maybe):
        return fits(t.bare(found), t.bare(wanted))
    if isinstance(found, t.Zone) and isinstance(wanted, t.Zone):
        return found.kind == wanted.kind and (found.shape == wanted.shape or "" in (found.shape, wanted.shape))
    if isinstance(found, t.SetOf) and isinstance(wanted, t.SetOf):
        return fits(found.of, wanted.of)
    if isinstance(found, t.Sequence) and isinstance(wanted, t.Sequence):
        return fits(found.of, wanted.of)
    return t.same(found, wanted) and type(found) is type(wanted)


def convert(found: v.T, wanted: t.Type) -> v.T | None:
    """The value as the wanted type, or None if it cannot be one."""
    if fits(found.type, wanted):
        return found
    goal = t.bare(wanted)
    if isinstance(goal, t.SetOf):
        return as_set(found, goal)
    if isinstance(goal, t.BagOf):
        return as_bag(found, goal)
    if isinstance(goal, t.Sequence):
        return as_sequence(found, goal)
    held = value(found)
    if held is not found and fits(held.type, wanted):
        return held
    return None


def as_set(found: v.T, wanted: t.SetOf) -> v.T | None:
    source = t.bare(found.type)
    if isinstance(source, t.Map) and fits(source.value, wanted.of) and not isinstance(source.value, t.Zone):
        return v.MapValues(found, type=wanted, span=found.span)
    inner = contents(found)
    held = t.member(inner.type)
    if held is not None and fits(held, wanted.of):
        if isinstance(t.bare(inner.type), t.SetOf):
            return inner
        if isinstance(t.bare(inner.type), t.Sequence):
            return v.AsSet(inner, type=t.SetOf(held), span=found.span)
    single = value(found)
    if fits(single.type, wanted.of):
        return v.Single(single, type=t.SetOf(t.bare(single.type)), span=found.span)
    return None


def as_bag(found: v.T, wanted: t.BagOf) -> v.T | None:
    source = t.bare(found.type)
    if isinstance(source, t.Map) and len(source.indexes) == 1 and isinstance(source.value, t.Number):
        if fits(source.indexes[0], wanted.of):
            return v.AsBag(found, type=t.BagOf(source.indexes[0], source.value.high), span=found.span)
    if fits(source, wanted.of) and not isinstance(source, t.Number):
        one = v.Const(1, type=t.number(1, 1), span=found.span)
        return v.AmountOf(one, found, type=t.BagOf(source), span=found.span)
    return None


def as_sequence(found: v.T, wanted: t.Sequence) -> v.T | None:
    inner = contents(found)
    held = t.member(inner.type)
    if held is not None and fits(held, wanted.of):
        return inner
    return None


@functools.cache
def zone(kind: str, shape: str, name: str) -> t.Type:
    """The type of a zone, made once."""
    return t.Zone(kind, shape, name)


@functools.cache
def _held(kind: str, ordered: bool) -> t.Type:
    return t.Sequence(t.Piece(kind)) if ordered else t.SetOf(t.Piece(kind))


def contents(found: v.T) -> v.T:
    """What lies in a zone or a map of zones; other values stay."""
    kind = t.bare(found.type)
    if isinstance(kind, t.Zone):
        return v.Held(found, type=_held(kind.kind, kind.shape == "pile"), span=found.span)
    if isinstance(kind, t.Map):
        inner = t.bare(kind.value)
        if isinstance(inner, t.Zone):
            return v.Held(found, type=t.SetOf(t.Piece(inner.kind)), span=found.span)
        if isinstance(inner, t.SetOf):
            return v.MapValues(found, type=inner, span=found.span)
        if isinstance(inner, t.Number):
            return v.MapValues(found, type=t.Sequence(inner), span=found.span)
        return v.MapValues(found, type=t.SetOf(inner), span=found.span)
    return found
