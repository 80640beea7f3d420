"""One configuration laid out: members of every type, every zone and state instance, printed values."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping
from typing import Any, cast

from rulekit.limits import MEMBERS_LIMIT
from rulekit.records import record
from rulekit.spaces import geometry
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t

Args = tuple[Any, ...]


@record
class EffectLine:
    """One line of an effects column; `key` names its body."""

    kind: str
    column: str
    row: str
    label: str
    key: str


class ConfigIndex:
    """What never changes while a game is played: options, seats, rows, places."""

    def __init__(self, symbols: Any, options: Mapping[str, Any], seats: int) -> None:
        self.symbols = symbols
        self.options = dict(options)  # as the engine holds them: members of choices by number
        self.seats = seats
        # Caches of its own: one for all plans would keep every plan for ever.
        self._members = functools.cache(self._all_members)
        self.layout: Callable[[str], Layout] = functools.cache(self._laid_out)
        self.zone_places: Callable[[str | None], tuple[Any, ...]] = functools.cache(self._zone_places)
        self.column: Callable[[str, str], tuple[Any, ...]] = functools.cache(self._printed_values)
        self.parts: Callable[[str], dict[int, tuple[int, ...]]] = functools.cache(self._parts)
        self.copies: Callable[[str], tuple[tuple[int, ...], ...]] = functools.cache(self._copies)
        self.ring: Callable[[str], int] = functools.cache(self._ring)
        self.drawing: Callable[[str, int, int], Any] = functools.cache(self._drawing)
        self._zone_maps: dict[tuple[str, Args], tuple[tuple[Any, int], ...]] = {}
        self.effects: list[EffectLine] = []  # all effects of all columns, by number
        self.effect_ids: dict[tuple[str, str], dict[str, tuple[int, ...]]] = {}
        self.tiles = frozenset(k.name for k in symbols.kinds.values() if k.sort == "tile")
        for kind in symbols.kinds.values():
            for column, rows in kind.columns.items():
                self._column(kind.name, column, rows)

    @functools.cached_property
    def zones(self) -> list[tuple[str, Args]]:
        """All zones by number: the name and the indexes of each."""
        infos = self.symbols.zones.values()
        return [(i.name, args) for i in infos for args in itertools.product(*(self.members(k) for k in i.indexes))]

    @functools.cached_property
    def zone_ids(self) -> dict[str, dict[Args, int]]:
        """The number of each instance of a zone, by its name and indexes."""
        ids: dict[str, dict[Args, int]] = {name: {} for name in self.symbols.zones}
        for number, (name, args) in enumerate(self.zones):
            ids[name][args] = number
        return ids

    def zone_map(self, zone: str, args: Args) -> tuple[tuple[Any, int], ...]:
        """The zones whose first indexes are these: pairs of the indexes left open and the zone, in index order."""
        if (zone, args) not in self._zone_maps:
            ids, left = self.zone_ids[zone], self.symbols.zones[zone].indexes[len(args) :]
            rests = itertools.product(*(self.members(kind) for kind in left))
            pairs = ((rest[0] if len(rest) == 1 else rest, ids[args + rest]) for rest in rests)
            self._zone_maps[zone, args] = tuple(pairs)
        return self._zone_maps[zone, args]

    def _column(self, kind: str, column: str, rows: Mapping[str, Any]) -> None:
        """Effects are numbered through, in the order of their rows."""
        ids: dict[str, tuple[int, ...]] = {}
        for row, effects in rows.items():
            start = len(self.effects)
            for effect in effects:
                key = f"effect {kind}.{column}.{row}.{effect.label}"
                self.effects.append(EffectLine(kind, column, row, effect.label, key))
            ids[row] = tuple(range(start, len(self.effects)))
        self.effect_ids[kind, column] = ids

    def effects_told(self, kind: t.Type, told: Any) -> tuple[int, ...]:
        """The effects that a label may mean: it is told as pairs of a row and a place in its column."""
        ids = self.effect_ids[kind.kind, kind.column]
        return tuple(ids[row][n] for row, n in told) if isinstance(told, tuple) else (told,)

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options as they are written."""
        infos = self.symbols.options
        return {n: _member_name(infos[n].type, value) for n, value in self.options.items()}

    # -------------------------------------------------------------- members

    def seat_if_taken(self, seat: int) -> int | None:
        """That seat, or nothing if nobody sits there in this configuration."""
        return seat if seat < self.seats else None

    def members(self, kind: t.Type) -> tuple[Any, ...]:
        """Every member of a type, in canonical order."""
        if kind.optional:
            return (None, *self.members(kind.bare))
        return self._members(kind)

    def _all_members(self, kind: t.Type) -> tuple[Any, ...]:
        if kind.numeric:  # `none of Number` lists none of them, and there are two thousand million
            numbers = range(kind.low, kind.high + 1)
            return tuple(numbers) if kind.high - kind.low < MEMBERS_LIMIT else cast("tuple[int, ...]", numbers)
        if kind == t.YES_NO:
            return (False, True)
        if kind.effects:
            return tuple(n for row in self.effect_ids[kind.effects].values() for n in row)
        return tuple(range(self.size(kind)))

    def size(self, kind: t.Type) -> int:
        """How many members a listed type has."""
        return SIZES[type(kind)](self, kind)

    def by_parts(self, kind: t.Type) -> Mapping[Any, int]:
        """Places by their coordinates, rows of a list of every combination by their values."""
        kind = kind.bare
        if kind.row:
            combined: Mapping[Any, int] = self.symbols.kinds[kind.kind].combined
            return combined
        assert kind.place
        return self.layout(kind.space).number

    @functools.cached_property
    def zone_owners(self) -> tuple[int | None, ...]:
        """For each zone the seat in its index, if there is one."""
        seats = {
            name: next((n for n, kind in enumerate(info.indexes) if kind.player), None)
            for name, info in self.symbols.zones.items()
        }
        return tuple(args[at] if (at := seats[name]) is not None else None for name, args in self.zones)

    def _zone_places(self, only: str | None) -> tuple[Any, ...]:
        """For each zone, or for each of one name, the place where it lies, if it lies at one."""
        zones = self.symbols.zones.items()
        spots = {name: len(info.of) for name, info in zones if info.at and only in (None, name)}
        return tuple(args[at] if (at := spots.get(name)) is not None else None for name, args in self.zones)

    def _laid_out(self, space: str) -> Layout:
        """A space laid out, by its own name or by the list whose rows are its places."""
        found = self.symbols.spaces.get(space)
        if found is None:
            found = next(s for s in self.symbols.spaces.values() if ("places", space) in s.attributes)
        return geometry.layout(found, self.symbols)

    # -------------------------------------------------------------- printed values

    def row(self, kind: str, member: int) -> Any:
        """The row of the table that a piece is a copy of."""
        info = self.symbols.kinds[kind]
        return info.rows[info.members[member]]

    def _printed_values(self, kind: str, field: str) -> tuple[Any, ...]:
        """The printed values of one field, by member."""
        info = self.symbols.kinds[kind]
        if field in info.columns:
            ids = self.effect_ids[kind, field]
            return tuple(ids.get(info.rows[r].name, ()) for r in info.members)
        shape = info.fields[field].type.bare
        return tuple(_value(info.rows[r].values.get(field), shape) for r in info.members)

    def _parts(self, kind: str) -> dict[int, tuple[int, ...]]:
        """The parts of each piece, by the piece."""
        found: dict[int, list[int]] = {}
        info = self.symbols.kinds[kind]
        for member, row in enumerate(info.members):
            whole = info.rows[row].whole
            if whole is not None:
                found.setdefault(whole, []).append(member)
        return {whole: tuple(parts) for whole, parts in found.items()}

    def whole_of(self, kind: str, part: int) -> int:
        """The piece a part belongs to."""
        info = self.symbols.kinds[kind]
        found: int = info.rows[info.members[part]].whole
        return found

    def _copies(self, kind: str) -> tuple[tuple[int, ...], ...]:
        """For each member: all members of its row, itself included; they cannot be told apart."""
        info = self.symbols.kinds[kind]
        by_row: dict[int, list[int]] = {}
        for member, row in enumerate(info.members):
            by_row.setdefault(row, []).append(member)
        return tuple(tuple(by_row[row]) for row in info.members)

    # -------------------------------------------------------------- tiles

    def _ring(self, kind: str) -> int:
        """How many turns bring a tile round: the members of the ring its fields turn in."""
        for info in self._turning(kind):
            return len(info.type.set_of.members)
        return 4

    def _turning(self, kind: str) -> list[Any]:
        owners = [kind, *(k.name for k in self.symbols.kinds.values() if k.whole == kind)]
        return [f for owner in owners for f in self.symbols.kinds[owner].fields.values() if f.turning]

    def _drawing(self, kind: str, tile: int, turns: int) -> Any:
        """All fields of a tile and its parts, turned so far: equal if it looks the same."""
        parts = [k for k in self.symbols.kinds.values() if k.whole == kind]
        own = self.appearance(kind, tile, turns)
        return own, tuple(
            sorted(repr(self.appearance(k.name, p, turns)) for k in parts for p in self.parts(k.name).get(tile, ()))
        )

    def appearance(self, kind: str, member: int, turns: int) -> tuple[Any, ...]:
        """What is printed on a tile or part, turned so many steps; two that look alike give the same."""
        found: list[Any] = []
        for field in self.symbols.kinds[kind].fields.values():
            if (field.type.member or t.UNKNOWN).effects:
                continue
            value = self.column(kind, field.name)[member]
            if field.turning:
                size = len(field.type.of.members)
                value = tuple(sorted((side + turns) % size for side in value))
            found.append(value if not isinstance(value, dict) else tuple(sorted(value.items())))
        return tuple(found)


SIZES: dict[type[t.Type], Callable[[ConfigIndex, Any], int]] = {
    t.Choice: lambda plan, kind: len(kind.members),
    t.Seat: lambda plan, kind: plan.seats,
    t.Piece: lambda plan, kind: len(plan.symbols.kinds[kind.kind].members),
    t.Row: lambda plan, kind: len(plan.symbols.kinds[kind.kind].members),
    t.Place: lambda plan, kind: len(plan.layout(kind.space).spots),
    t.Edge: lambda plan, kind: len(plan.layout(kind.space).edges),
}


def _member_name(kind: t.Type, value: Any) -> Any:
    return kind.members[value] if kind.members else value


def plan_for(symbols: Any, chosen: Mapping[str, Any], seats: int) -> ConfigIndex:
    """The plan of a configuration; options not chosen are as usual."""
    options = {}
    for name, info in symbols.options.items():
        value = chosen.get(name, info.default)
        options[name] = info.type.members.index(value) if info.type.members else value
    return ConfigIndex(symbols, options, seats)


def _value(value: Any, shape: t.Type) -> Any:
    """A table's value as the engine holds it: sets as sorted tuples."""
    if shape.distinct:
        return tuple(sorted(value or ()))
    if shape.counted:
        return dict(value or {})
    return value
