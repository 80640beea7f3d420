"""Indexed states and zones as they are written: a list over seats, an object over names, pairs over everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.gamestate.configuration_layout import Args, ConfigIndex
from rulekit.play.refusals import BadValue, short_text
from rulekit.typesystem import types as t

Leaf = Callable[[Args], Any]


def has_text_members(kind: t.Type) -> bool:
    """Are the members of an index type written as texts?"""
    return bool(kind.bare.members) or kind.bare.table


def nest(
    plan: ConfigIndex, kinds: tuple[t.Type, ...], spots: list[Args], leaf: Leaf, index: Callable[[Any, t.Type], Any]
) -> Any:
    """The values at the given spots; a list over seats has one for every seat."""
    if not kinds:
        return leaf(())
    kind, rest = kinds[0], kinds[1:]
    if not rest:
        return _row(plan, kind, spots, leaf, index)
    heads: dict[Any, list[Args]] = {}
    for spot in spots:
        heads.setdefault(spot[0], []).append(spot[1:])

    def inner(head: Any, tails: list[Args]) -> Any:
        return nest(plan, rest, tails, lambda tail: leaf((head, *tail)), index)

    if kind.player:
        return [inner(seat, heads.get(seat, [])) for seat in range(plan.seats)]
    pairs = [(index(head, kind), inner(head, heads[head])) for head in sorted(heads)]
    return dict(pairs) if has_text_members(kind) else [list(pair) for pair in pairs]


def _row(plan: ConfigIndex, kind: t.Type, spots: list[Args], leaf: Leaf, index: Callable[[Any, t.Type], Any]) -> Any:
    """The values of the last index."""
    if kind.player:
        return [leaf((seat,)) for seat in range(plan.seats)]
    if has_text_members(kind):
        return {index(spot[0], kind): leaf(spot) for spot in sorted(spots)}
    return [[index(spot[0], kind), leaf(spot)] for spot in sorted(spots)]


def unnest(
    plan: ConfigIndex, kinds: tuple[t.Type, ...], data: Any, read: Callable[[Any, t.Type], Any], args: Args = ()
) -> Iterator[tuple[Args, Any]]:
    """The spots that are written, each with what stands there."""
    if not kinds:
        yield args, data
        return
    kind, rest = kinds[0], kinds[1:]
    seen: set[Any] = set()
    for head, value in _entries(plan, kind, data, read):
        if head in seen:
            raise BadValue("an index stands twice")
        seen.add(head)
        yield from unnest(plan, rest, value, read, (*args, head))


def _entries(
    plan: ConfigIndex, kind: t.Type, data: Any, read: Callable[[Any, t.Type], Any]
) -> Iterator[tuple[Any, Any]]:
    if kind.player:
        if not isinstance(data, list) or len(data) != plan.seats:
            raise BadValue(f"there must be a list with one entry for each of the {plan.seats} seats")
        yield from enumerate(data)
    elif has_text_members(kind):
        if not isinstance(data, dict):
            raise BadValue(f"there must be an object with names of {kind}, not {short_text(data)}")
        for name, value in data.items():
            yield read(name, kind), value
    else:
        if not isinstance(data, list):
            raise BadValue(f"there must be a list of pairs, not {short_text(data)}")
        for pair in data:
            if not isinstance(pair, list) or len(pair) != 2:
                raise BadValue("there must be pairs of an index and a value")
            yield read(pair[0], kind), pair[1]
