"""Values read back from their written form; whatever is no value of its type is a slip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.play.machine.machine import Machine
from rulekit.play.moves.refusals import Slip, said
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t


class Taker:
    """Reads what `Scribe` writes: all pieces by name, copies as `name#1`."""

    def __init__(self, m: Machine) -> None:
        self.m = m
        self.plan = m.plan

    def read(self, data: Any, kind: t.Type) -> Any:
        """A value of a type."""
        if isinstance(kind, t.Maybe):
            if data is None:
                return None
            kind = kind.of
        found = READERS.get(type(kind))
        if found is None:
            raise Slip(f"{said(data)} is not {kind.phrase}")
        return found(self, data, kind)

    def wrong(self, data: Any, kind: t.Type, code: str = "malformed") -> Slip:
        return Slip(f"{said(data)} is not {kind.phrase}", code)

    def piece(self, data: Any, kind: t.Piece) -> int:
        """A piece by its name."""
        if not isinstance(data, str):
            raise self.wrong(data, kind)
        name, mark, ordinal = data.partition("#")
        first = self.plan.symbols.kinds[kind.kind].number.get(name)
        copies: tuple[int, ...] = () if first is None else self.plan.copies(kind.kind)[first]
        if not copies or bool(mark) != (len(copies) > 1):
            raise self.wrong(data, kind, "unknown-id")
        if not mark:
            return copies[0]
        if not (ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 6 and 1 <= int(ordinal) <= len(copies)):
            raise self.wrong(data, kind, "unknown-id")
        return copies[int(ordinal) - 1]

    def part(self, data: Any, kind: t.Row) -> int:
        """A row by its name; a part of a copy as `name#1`."""
        if not isinstance(data, str):
            raise self.wrong(data, kind)
        name, mark, ordinal = data.partition("#")
        info = self.plan.symbols.kinds[kind.kind]
        found = info.number.get(name)
        copies = (
            self.plan.copies(info.whole)[self.plan.whole(kind.kind, found)] if info.whole and found is not None else ()
        )
        if found is None or bool(mark) != (len(copies) > 1):
            raise self.wrong(data, kind, "unknown-id")
        if not mark:
            return int(found)
        if not (ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 6 and 1 <= int(ordinal) <= len(copies)):
            raise self.wrong(data, kind, "unknown-id")
        parts = self.plan.parts(kind.kind)[copies[int(ordinal) - 1]]
        return next(part for part in parts if self.plan.row(kind.kind, part).name == name)


def _whole(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _number(r: Taker, data: Any, kind: t.Number) -> int:
    if not _whole(data) or not kind.low <= data <= kind.high:
        raise r.wrong(data, kind)
    return int(data)


def _yes_no(r: Taker, data: Any, kind: t.YesNo) -> bool:
    if not isinstance(data, bool):
        raise r.wrong(data, kind)
    return data


def _text(r: Taker, data: Any, kind: t.Text) -> str:
    if not isinstance(data, str):
        raise r.wrong(data, kind)
    return data


def _choice(r: Taker, data: Any, kind: t.Choice) -> int:
    if not isinstance(data, str):
        raise r.wrong(data, kind)
    if data not in kind.members:
        raise r.wrong(data, kind, "unknown-id")
    return kind.members.index(data)


def _seat(r: Taker, data: Any, kind: t.Seat) -> int:
    if not _whole(data) or not 0 <= data < r.plan.seats:
        raise Slip(f"{said(data)} is no seat of this game")
    return int(data)


def _row(r: Taker, data: Any, kind: t.Row) -> int:
    return r.part(data, kind)


def _place(r: Taker, data: Any, kind: t.Place) -> int:
    layout = r.plan.layout(kind.space)
    if layout.names is not None:
        if isinstance(data, str) and data in layout.names:
            return layout.names.index(data)
        raise r.wrong(data, kind, "unknown-id" if isinstance(data, str) else "malformed")
    spot = tuple(data) if isinstance(data, list) else (data,)
    if not all(_whole(one) for one in spot) or isinstance(data, list) == (len(layout.spots[0]) == 1):
        raise r.wrong(data, kind)
    found = layout.number.get(spot)
    if found is None:
        raise r.wrong(data, kind, "unknown-id")
    return found


def _edge(r: Taker, data: Any, kind: t.Edge) -> int:
    if not isinstance(data, list) or len(data) != 2:
        raise r.wrong(data, kind)
    ends = (_place(r, data[0], t.Place(kind.space)), _place(r, data[1], t.Place(kind.space)))
    found = r.plan.layout(kind.space).edge_number.get(ends)
    if found is None:
        raise r.wrong(data, kind, "unknown-id")
    return found


def _piece(r: Taker, data: Any, kind: t.Piece) -> int:
    return r.piece(data, kind)


def _zone(r: Taker, data: Any, kind: t.Zone) -> int:
    parts = data if isinstance(data, list) else [data]
    info = r.plan.symbols.zones.get(parts[0]) if parts and isinstance(parts[0], str) else None
    if info is None or info.kind != kind.kind:
        raise r.wrong(data, kind, "unknown-id")
    if len(parts) - 1 != len(info.indexes) or isinstance(data, list) != bool(info.indexes):
        raise r.wrong(data, kind)
    args = tuple(r.read(one, of) for one, of in zip(parts[1:], info.indexes, strict=True))
    return r.plan.zone_ids[info.name][args]


def _effect(r: Taker, data: Any, kind: t.EffectOf) -> int:
    """`row.label`"""
    for row, numbers in r.plan.effect_ids[kind.kind, kind.column].items():
        for n in numbers:
            if isinstance(data, str) and data == f"{row}.{r.plan.effects[n].label}":
                return n
    raise r.wrong(data, kind, "unknown-id" if isinstance(data, str) else "malformed")


def _set(r: Taker, data: Any, kind: t.SetOf) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise r.wrong(data, kind)
    found = tuple(r.read(one, kind.of) for one in data)
    if len(set(found)) < len(found):
        raise Slip("a member stands twice in a set")
    return found


def _sequence(r: Taker, data: Any, kind: t.Sequence) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise r.wrong(data, kind)
    found = tuple(r.read(one, kind.of) for one in data)
    if isinstance(kind.of, t.Piece) and len(set(found)) < len(found):
        raise Slip("a piece stands twice in an order")
    return found


def _bag(r: Taker, data: Any, kind: t.BagOf) -> dict[Any, int]:
    if not isinstance(data, dict):
        raise r.wrong(data, kind)
    texts = {key if isinstance(key, str) else dumps(key): member for key, member in _keys(r, kind)}
    for key, count in data.items():
        if key not in texts:
            raise r.wrong(key, kind.of, "unknown-id")
        if not _whole(count) or not 0 < count <= kind.highest:
            raise Slip(f"{said(count)} is no count in a bag")
    found = {texts[key]: count for key, count in data.items()}
    return {member: found[member] for member in sorted(found)}


def _keys(r: Taker, kind: t.BagOf) -> list[tuple[Any, Any]]:
    from rulekit.play.moves.value_encoder import Scribe

    scribe = Scribe(r.m)
    return [(scribe.write(member, kind.of), member) for member in r.plan.members(kind.of)]


READERS: dict[type, Callable[[Taker, Any, Any], Any]] = {
    t.Number: _number,
    t.YesNo: _yes_no,
    t.Text: _text,
    t.Choice: _choice,
    t.Seat: _seat,
    t.Row: _row,
    t.Place: _place,
    t.Edge: _edge,
    t.Piece: _piece,
    t.Zone: _zone,
    t.EffectOf: _effect,
    t.SetOf: _set,
    t.Sequence: _sequence,
    t.BagOf: _bag,
}
