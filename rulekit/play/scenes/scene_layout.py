"""Laying out what a scene gives: pieces into zones, values into states; what is displaced finds another place."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLine
from rulekit.play.machine.machine import Machine
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import FACING

SEATED = {name: seat for seat, name in enumerate(SEATS)}  # in scenes everybody has a name


class UnfitScene(Exception):
    """A scene that cannot stand: why, and the clauses that refuse it."""

    def __init__(self, reason: str, because: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.because = because
        super().__init__(reason)


@attrs.define(eq=False)
class PieceLayer:
    """Lays what is given; what lay there before goes where the first new piece came from."""

    m: Machine
    displaced: list[tuple[str, int]] = attrs.field(factory=list)
    laid: set[tuple[str, int]] = attrs.field(factory=set)
    rests: dict[str, v.T] = attrs.field(factory=dict)  # where the displaced pieces of a kind go, now and later

    def lay_out_line(self, line: CheckedLine) -> None:
        """Lays out one line `given ..`: pieces into a zone, or a value into a state. Raises `UnfitScene` if it cannot
        be.

        A scene line::

            given hand of anna is oak, ash
        """
        place = line.place
        if place is not None and place.zone_name:
            zones = self._zones(place)
            if len(zones) > 1 and any(not _is_nothing(value) for value in line.values):
                raise UnfitScene(
                    f"say in which `{place.zone_name}` they lie; only `nothing` can be given to all of them"
                )
            for zone in zones:
                self._zone(place, zone, line.values)
        elif place is not None and place.state:
            self._state(place, line.values)
        else:
            raise UnfitScene("this cannot be given")

    def _zones(self, place: v.T) -> list[int]:
        """The place that is named, or all of that name where an index is left out."""
        if place.type.indexes:
            args = tuple(self.m.evaluator().value(arg, SEATED) for arg in place.indexes)
            return [zone for at, zone in self.m.plan.zone_ids[place.zone_name].items() if at[: len(args)] == args]
        zone = self.m.evaluator().value(place, SEATED)
        if not isinstance(zone, int):
            raise UnfitScene(f"`{place.zone_name}` is not there")
        return [zone]

    def _zone(self, place: v.T, zone: int, values: tuple[v.T, ...]) -> None:
        m = self.m
        kind = m.plan.symbols.zones[place.zone_name].kind
        named: list[int] = []
        for node in values:
            row = m.evaluator().value(node, SEATED)
            if row is not None:
                named.append(self._copy(kind, row, named))
        before = m.table.contents(zone)
        box = m.plan.zone_ids[m.plan.symbols.boxes[kind]][()]
        origin = next((m.table.zone_of(kind, p) for p in named if p not in before), box)
        for piece in named:
            m.table.move(kind, piece, box)
        self._displace(kind, [p for p in before if p not in named], origin)
        for piece in named:
            m.table.move(kind, piece, zone)
            self._face_as_at_start(kind, piece, zone)
        self.laid |= {(kind, piece) for piece in named}

    def _copy(self, kind: str, row: int, named: list[int]) -> int:
        """Of several copies: one in the box, else one that no line has laid yet."""
        m = self.m
        free = [c for c in m.plan.copies(kind)[row] if c not in named and (kind, c) not in self.laid]
        if not free:
            free = [c for c in m.plan.copies(kind)[row] if c not in named]
        if not free:
            raise UnfitScene("a piece is named twice")
        box = m.plan.zone_ids[m.plan.symbols.boxes[kind]][()]
        return next((c for c in free if m.table.zone_of(kind, c) == box), free[0])

    def _displace(self, kind: str, pieces: list[int], zone: int) -> None:
        for piece in sorted(pieces, reverse=True):
            self._away(kind, piece, zone)
            self.displaced.append((kind, piece))

    def _away(self, kind: str, piece: int, zone: int) -> None:
        """To the bottom of where the rest goes, or else of this zone."""
        if kind in self.rests:
            goal = self.m.evaluator().value(self.rests[kind], {**SEATED, "it": piece})
            if not isinstance(goal, int):
                raise UnfitScene(f"the rest of {kind} has no place to go to")
            zone = goal
        self.m.table.move(kind, piece, zone, "bottom")
        self._face_as_at_start(kind, piece, zone)

    def _face_as_at_start(self, kind: str, piece: int, zone: int) -> None:
        """A tile that comes into a zone without `at` faces as it did at the start."""
        info = self.m.plan.symbols.zones[self.m.plan.zones[zone][0]]
        if not info.at and kind in self.m.plan.tiles:
            self.m.table.write(FACING, (piece,), 0)

    def settle(self) -> None:
        """What was displaced before it was said where the rest goes follows now."""
        for kind in self.rests:
            pieces = {p for k, p in self.displaced if k == kind and (k, p) not in self.laid}
            for piece in sorted(pieces, reverse=True):
                self._away(kind, piece, 0)

    def _state(self, place: v.T, values: tuple[v.T, ...]) -> None:
        m, e = self.m, self.m.evaluator()
        args = tuple(e.value(a, SEATED) for a in place.indexes)
        if None in args:
            raise UnfitScene(f"`{place.state}` has no such place")
        info = m.plan.symbols.states[place.state]
        found = [e.value(node, SEATED) for node in values]
        if len(args) < len(info.indexes):
            self._map(place.state, args, found)
            return
        m.table.write(place.state, args, _state_value(m, info.type, found))

    def _map(self, state: str, args: tuple[Any, ...], found: list[Any]) -> None:
        """A bag sets every count of a map; anything else is the value of every place."""
        kind, bag = self.m.plan.symbols.states[state].type, found[0] if isinstance(found[0], dict) else None
        counts = kind.bare.numeric and bag is not None
        for key in list(self.m.table.states[state]):
            if key[: len(args)] == args:
                value = bag.get(key[-1], 0) if counts and bag is not None else _state_value(self.m, kind, found)
                self.m.table.write(state, key, value)


def _state_value(m: Machine, kind: t.Type, found: list[Any]) -> Any:
    if kind.plural:
        if kind.of.distinct:  # sets among others: each is one member
            return tuple(tuple(sorted(set(one))) for one in found if one is not None)
        members: list[Any] = []
        for one in found:
            members += one if isinstance(one, tuple) else [] if one is None else [one]
        return tuple(members if kind.ordered else sorted(set(members)))
    value, inner = found[0], kind.bare
    if inner.numeric and isinstance(value, int) and not inner.low <= value <= inner.high:
        raise UnfitScene(f"{value} is given where a number from {inner.low} to {inner.high} is kept")
    return kind.default if value is None and not kind.optional else value


def _is_nothing(value: v.T) -> bool:
    return value.known and value.constant is None
