"""Sizes of types: how many members each has, how much a collection can hold, what the rows of a field span."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.names.symbols import Symbols
from rulekit.model import declarations as d
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

Bounds = tuple[int, int]
ANY: Bounds = (-t.LARGEST, t.LARGEST)
SMALL, PLENTY, LAID_OUT = 2_000, 65_536, 200_000  # places: worked out if few, or if so many that it matters
COUNTED = 1 << 40  # more than anything that can be listed


class Sizing:
    """Sizes for one rulebook; what was worked out once is kept."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._places: dict[str, int] = {}
        self._fields: dict[tuple[str, str], Bounds] = {}

    def members(self, kind: t.Type) -> int:
        """How many members a type has, at the most; for sets and bags more than can be listed."""
        kind = kind.bare
        sized = SIZES.get(type(kind))
        return sized(self, kind) if sized is not None else COUNTED

    def _rows(self, kind: t.Type) -> int:
        info = self.symbols.kinds.get(kind.kind)
        return len(info.members) if info is not None else 0

    def places(self, space: str) -> int:
        """How many places a space has. The board is laid out once."""
        if space not in self._places:
            self._places[space] = self._place_count(self.symbols.spaces[space])
        return self._places[space]

    def _place_count(self, decl: d.Space) -> int:
        """How many places; a space far too large is never laid out."""
        guess = at_most(decl)
        if guess > LAID_OUT or SMALL < guess <= PLENTY:
            return guess
        try:
            return len(geometry.layout(decl, self.symbols).spots)
        except (KeyError, TypeError, ValueError, IndexError):
            return 0

    def _effects(self, kind: t.Type) -> int:
        info = self.symbols.kinds.get(kind.kind)
        rows = info.columns.get(kind.column, {}) if info is not None else {}
        return sum(len(effects) for effects in rows.values())

    def instances(self, zone: t.Type) -> int:
        """How many zones can be meant."""
        zones = [z for z in self.symbols.zones.values() if not zone.kind or z.kind == zone.kind]
        return sum(self.product(z.indexes) for z in zones)

    def product(self, kinds: tuple[t.Type, ...]) -> int:
        """How many combinations there are of members of these kinds; COUNTED stands for more than are worth
        counting.
        """
        found = 1
        for kind in kinds:
            found = min(found * max(self.members(kind), 1), COUNTED)
        return found

    def capacity(self, kind: t.Type, asked: bool = True) -> int:
        """The most that a collection of this type can hold; while lines run, and nobody is `asked`, zones hold more."""
        kind = kind.bare
        if isinstance(kind, t.Zone):
            return self.zone(kind.name, kind, asked)
        if kind.indexes:
            inner = self.capacity(kind.value, asked) if kind.value.collection else 1
            held = kind.value.bare
            most = self.members(t.Piece(held.kind)) if held.zone else COUNTED
            return min(self.product(kind.indexes) * inner, most)
        one = kind.member
        if one is None or (kind.ordered and not one.bare.piece):
            return COUNTED
        return self.members(one)

    def zone(self, name: str, kind: t.Zone, asked: bool = True) -> int:
        """`up to n`, which holds whenever somebody is asked, or all pieces of the kind."""
        info = self.symbols.zones.get(name)
        every = self.members(t.Piece(kind.kind)) if kind.kind else COUNTED
        most = 1 if kind.shape == "one" else info.capacity if info is not None and asked else None
        return every if most is None else min(most, every)

    def field(self, kind: str, name: str) -> Bounds:
        """The least and greatest number that the rows hold; the declared range if there are none."""
        key = (kind, name)
        if key not in self._fields:
            info = self.symbols.kinds[kind]
            self._fields[key] = _span([r.values.get(name) for r in info.rows], info.fields[name].type)
        return self._fields[key]

    def may_be_nothing(self, kind: str, name: str) -> bool:
        """Is there a row where this field holds nothing?"""
        info = self.symbols.kinds[kind]
        declared = info.fields[name].type.optional
        return declared and (not info.rows or any(r.values.get(name) is None for r in info.rows))


SIZES: dict[type[t.Type], Callable[[Sizing, Any], int]] = {
    t.Number: lambda sizes, kind: kind.high - kind.low + 1,
    t.YesNo: lambda sizes, kind: 2,
    t.Choice: lambda sizes, kind: len(kind.members),
    t.Seat: lambda sizes, kind: sizes.symbols.seats[1],
    t.Piece: Sizing._rows,
    t.Row: Sizing._rows,
    t.Place: lambda sizes, kind: sizes.places(kind.space),
    t.Edge: lambda sizes, kind: 4 * sizes.places(kind.space),
    t.EffectOf: Sizing._effects,
    t.Zone: Sizing.instances,
}


def at_most(space: d.Space) -> int:
    """More places than a space can have, from its numbers alone."""
    numbers = {name: value for name, value in space.attributes if isinstance(value, int)}
    wide = 2 * numbers["reaching"] + 1 if "reaching" in numbers else 1
    if "deep" in numbers:
        return numbers["deep"] * wide
    found = wide * wide
    for name in ("across", "down", "long"):
        found *= max(1, numbers.get(name, 1))
    return found


def _span(values: list[Any], declared: t.Type) -> Bounds:
    numbers = [n for n in values if isinstance(n, int) and not isinstance(n, bool)]
    if numbers:
        return min(numbers), max(numbers)
    kind = declared.bare
    return (kind.low, kind.high) if kind.numeric else ANY
