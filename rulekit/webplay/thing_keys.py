"""Keys of the things that a value of a move names, to find them in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulekit.looks.keys import piece_key, place_key, seat_key, zone_key
from rulekit.looks.view_parts import deep_tuple, identity
from rulekit.play.views.seat_view import SeatView
from rulekit.typesystem import types as t

SINGLE = ("one", "pile")  # shapes of zones of which the whole stands for the piece that is to be had


def keys(looker: SeatView, kind: t.Type, value: Any) -> tuple[str, ...]:
    """The keys of a value, as a reader sees the table; none of what is on no picture."""
    found = KEYS.get(type(kind.bare))
    return () if value is None or found is None else tuple(dict.fromkeys(found(looker, kind.bare, value)))


def _of_piece(looker: SeatView, kind: str, piece: int) -> Iterator[str]:
    zone = looker.m.table.where[kind][piece]
    name, index = _instance(looker, zone)
    info = looker.plan.symbols.zones[name]
    seen = looker.piece(kind, piece)
    if seen:
        yield piece_key(name, index, identity(seen))
    if not seen or info.shape in SINGLE:
        yield zone_key(name, index)
    ground = info.indexes[-1] if info.indexes else t.UNKNOWN
    if ground.place or ground.row:
        yield place_key(ground.space if ground.place else ground.kind, index[-1])


def _of_row(looker: SeatView, kind: str, member: int) -> Iterator[str]:
    """A row of a list may be a place of a board; a part of a piece is found where the piece is."""
    yield place_key(kind, looker.sight.row_name(kind, member))
    whole = looker.plan.symbols.kinds[kind].whole
    if whole is not None:
        yield from _of_piece(looker, whole, looker.plan.whole_of(kind, member))


def _instance(looker: SeatView, zone: int) -> tuple[str, tuple[Any, ...]]:
    """A zone by its name and its indexes, as views write them."""
    name, args = looker.plan.zones[zone]
    kinds = looker.plan.symbols.zones[name].indexes
    return name, tuple(deep_tuple(looker.sight.write(arg, kind)) for arg, kind in zip(args, kinds, strict=True))


KEYS: dict[type[t.Type], Callable[[SeatView, Any, Any], Iterable[str]]] = {
    t.Piece: lambda looker, kind, piece: _of_piece(looker, kind.kind, piece),
    t.Row: lambda looker, kind, member: _of_row(looker, kind.kind, member),
    t.Place: lambda looker, kind, at: [place_key(kind.space, looker.plan.layout(kind.space).place_name(at))],
    t.Zone: lambda looker, kind, zone: [zone_key(*_instance(looker, zone))],
    t.Seat: lambda looker, kind, seat: [seat_key(seat)],
}
