"""Turning a value into the type that is wanted: the few conversions there are.

A sample: here a zone is used as a set of its pieces, and a number with a good as a bag.

A value::

    supposing take 2 wood from stock: count of hand > 3
"""

from __future__ import annotations

import functools

from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t


def value(found: v.T) -> v.T:
    """A place for one piece, used as a value, is the piece on it.

    A value::

        owner of board at c

    `board at c` is a place for one piece; asked for its owner, it is the piece.
    """
    if found.type.zone and found.type.shape == "one":
        return v.Held(found, type=t.or_nothing(t.Piece(found.type.kind)), span=found.span)
    return found


def fits(found: t.Type, wanted: t.Type) -> bool:
    """Can a value of one type stand where the other is wanted, without any conversion?

    A value::

        heap < 3

    A range from 0 to 9 fits where a number is wanted; a set of numbers does not.
    """
    if found is wanted or found.meets_all or not wanted.is_known:
        return True
    if found.optional or wanted.optional:
        return fits(found.bare, wanted.bare)
    if found.zone and wanted.zone:
        return found.kind == wanted.kind and (found.shape == wanted.shape or "" in (found.shape, wanted.shape))
    if found.distinct and wanted.distinct:
        return fits(found.of, wanted.of)
    if found.ordered and wanted.ordered:
        return fits(found.of, wanted.of)
    return t.is_same_kind(found, wanted) and type(found) is type(wanted)


def convert(found: v.T, wanted: t.Type) -> v.T | None:
    """The value as the wanted type, or None if it cannot be one.

    A value::

        count of coins

    A map of numbers where a collection is wanted: its values in the order of the indexes.
    """
    if fits(found.type, wanted):
        return found
    goal = wanted.bare
    make = CONVERSIONS.get(type(goal))
    if make is not None:
        return make(found, goal)
    held = value(found)
    if held is not found and fits(held.type, wanted):
        return held
    return None


def as_set(found: v.T, wanted: t.Type) -> v.T | None:
    """The value as a set of these members, None if it cannot be one: of a map its values, of a list its members,
    of one thing the set of it.

    A value::

        hand of player = (oak, elm)

    Both sides are wanted as sets: what lies in the hand, and the two that are listed.
    """
    source = found.type.bare
    if source.indexes and fits(source.value, wanted.of) and not source.value.zone:
        return v.MapValues(found, type=wanted, span=found.span)
    inner = contents(found)
    held = inner.type.member
    if held is not None and fits(held, wanted.of):
        if inner.type.bare.distinct:
            return inner
        if inner.type.bare.ordered:
            return v.AsSet(inner, type=t.SetOf(held), span=found.span)
    single = value(found)
    if fits(single.type, wanted.of):
        return v.Single(single, type=t.SetOf(single.type.bare), span=found.span)
    return None


def as_bag(found: v.T, wanted: t.Type) -> v.T | None:
    """The value as a bag of these members, None if it cannot be one: of a map with one index its numbers, of one
    thing one of it.

    A value::

        goods of player = 2 wood + 1 iron

    The goods, kept as a number for each kind, are wanted as a bag.
    """
    source = found.type.bare
    if source.indexes and len(source.indexes) == 1 and source.value.numeric:
        if fits(source.indexes[0], wanted.of):
            return v.AsBag(found, type=t.BagOf(source.indexes[0], source.value.high), span=found.span)
    if fits(source, wanted.of) and not source.numeric:
        one = v.Const(1, type=t.number(1, 1), span=found.span)
        return v.AmountOf(one, found, type=t.BagOf(source), span=found.span)
    return None


def as_sequence(found: v.T, wanted: t.Type) -> v.T | None:
    """The value as a list of these members, None if it cannot be one. A set will do: its members
    have a fixed order in which they are listed.

    A value::

        deck = (oak, elm)

    The order counts, for a deck has one.
    """
    inner = contents(found)
    held = inner.type.member
    if held is not None and fits(held, wanted.of):
        return inner
    return None


CONVERSIONS = {t.SetOf: as_set, t.BagOf: as_bag, t.Sequence: as_sequence}


@functools.cache
def zone(kind: str, shape: str, name: str) -> t.Type:
    """The type of a zone, made once."""
    return t.Zone(kind, shape, name)


@functools.cache
def _contents_type(kind: str, ordered: bool) -> t.Type:
    return t.Sequence(t.Piece(kind)) if ordered else t.SetOf(t.Piece(kind))


def contents(found: v.T) -> v.T:
    """What lies in a zone or a map of zones; other values stay.

    A value::

        some c in hand of player has cost of c > 2

    Of the zone `hand of player` these are its cards.
    """
    kind = found.type.bare
    if kind.zone:
        return v.Held(found, type=_contents_type(kind.kind, kind.shape == "pile"), span=found.span)
    if kind.indexes:
        inner = kind.value.bare
        if inner.zone:
            return v.Held(found, type=t.SetOf(t.Piece(inner.kind)), span=found.span)
        if inner.distinct:
            return v.MapValues(found, type=inner, span=found.span)
        if inner.numeric:
            return v.MapValues(found, type=t.Sequence(inner), span=found.span)
        return v.MapValues(found, type=t.SetOf(inner), span=found.span)
    return found
