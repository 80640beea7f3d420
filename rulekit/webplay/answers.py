"""The moves a seat may make, field by field: each value in words, with the keys of what it names on the picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.move_words import ask_words, move_words
from rulekit.looks.place_names import place_name
from rulekit.looks.view_parts import seen_piece
from rulekit.looks.wording import name_pieces
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import Machine
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.seat_view import SeatView
from rulekit.typesystem import types as t
from rulekit.webplay.thing_keys import keys
from rulekit.webplay.value_words import effect_in_words, part_words, piece_words, value_words, zone_words

DO = "do"  # the field that says what is done
SPEAKING = 3  # letters of a name that says what it means; a shorter one stands for its type


@attrs.frozen
class FieldValue:
    """What one field of a move holds: `text` tells it from others, `members` are those of a collection."""

    text: str
    words: str
    keys: tuple[str, ...] = ()
    members: tuple[FieldValue, ...] | None = None
    ordered: bool = False
    sort: str = ""  # what it is, where the rules have a word for it: a card, a place, a player


@attrs.frozen
class MoveOption:
    """One legal move: its number and its fields in the order written."""

    number: int
    fields: dict[str, FieldValue] = attrs.field(eq=False)
    looks: PictureModel | None = attrs.field(default=None, eq=False)  # what readers say

    def words(self, settled: frozenset[str] = frozenset(), brief: bool = False) -> str:
        """The move as the looks file says it, else field by field; `brief`: without those that are settled."""
        said = self._own(settled) or self._move_text(settled if brief else frozenset())
        return said if self.looks is None else name_pieces(self.looks, said)

    def asks(self, name: str) -> str:
        """The question for one of its fields: as the looks file says, else by the name of the field or of its type."""
        done = self.fields[DO]
        own = ask_words(self.looks, done.text, name) if self.looks is not None else None
        word = noun(name) if len(name) >= SPEAKING else self.fields[name].sort or noun(name)
        return own or f"{done.words}: which {word}?"

    def option(self, name: str) -> str:
        """The value of a field where it stands alone: `rot 0` may be said in other words than `0`."""
        value = self.fields[name].words
        named = f"{noun(name)} {value}"
        said = named if self.looks is None else name_pieces(self.looks, named)
        return value if said.startswith(f"{noun(name)} ") else said

    def _own(self, settled: frozenset[str]) -> str | None:
        """As the looks file says it, if that tells all that is not settled."""
        chosen = {name: value.words for name, value in self.fields.items() if name != DO}
        if self.looks is None:
            return None
        return move_words(self.looks, self.fields[DO].text, chosen, needed={*chosen} - settled)

    def _move_text(self, without: frozenset[str]) -> str:
        rest = [f"{noun(n)} {v.words}" for n, v in self.fields.items() if n != DO and n not in without]
        return ": ".join(part for part in (self.fields[DO].words, ", ".join(rest)) if part)


def answers(m: Machine, looks: PictureModel, seat: int, moves: Iterable[Move]) -> tuple[MoveOption, ...]:
    """Moves of a seat, numbered as they stand."""
    reader = _Reader(SeatCodec(m, seat, in_move=True), SeatView(m, seat), looks)
    return tuple(MoveOption(number, reader.fields(move), looks) for number, move in enumerate(moves))


@attrs.define
class _Reader:
    """Reads moves for one seat; a value that many moves have is worked out once."""

    sight: SeatCodec  # for what moves say
    table: SeatView  # for where things lie
    looks: PictureModel
    known: dict[tuple[str, t.Type, Any], FieldValue] = attrs.field(factory=dict)

    def fields(self, move: Move) -> dict[str, FieldValue]:
        found = {DO: FieldValue(move.name, ask_words(self.looks, move.name, DO) or noun(move.name))}
        params = {param.name: param for param in self.sight.m.program.params_of(move)}
        for (name, value), kind in zip(move.args, move.types, strict=True):
            bare = kind.bare
            if bare.effects and value is not None:
                label = self.sight.effect_label(move, bare, value)
                if label is not None:
                    others = [one.words for one in found.values()]
                    found[name] = FieldValue(label, self._effect(bare, value, others))
            else:
                found[name] = self._value(name, value, bare, params.get(name))
        return found

    def _value(self, name: str, value: Any, kind: t.Type, param: Any) -> FieldValue:
        mark = (name, kind, repr(value))
        if mark not in self.known:
            written = self.sight.parameter(value, kind, param)
            if (kind.plural or kind.counted) and value is not None:
                self.known[mark] = self._collection(kind, value, written)
            else:
                self.known[mark] = self._single(kind, value, written)
        return self.known[mark]

    def _single(self, kind: t.Type, value: Any, written: Any) -> FieldValue:
        words = self._words(kind, value, written)
        return FieldValue(dumps(written), words, keys(self.table, kind, value), sort=_sort(kind))

    def _collection(self, kind: t.Type, value: Any, written: Any) -> FieldValue:
        inner = kind.of.bare
        each = [one for one, count in value.items() for _ in range(count)] if isinstance(value, dict) else list(value)
        members = tuple(self._single(inner, one, self.sight.write(one, inner)) for one in each)
        words = ", ".join(one.words for one in members) or "none"
        return FieldValue(dumps(written), words, (), members, kind.ordered, _sort(inner))

    def _words(self, kind: t.Type, value: Any, written: Any) -> str:
        if kind.piece and isinstance(written, list):
            seen = piece_words(self.looks, kind.kind, self.table.piece(kind.kind, value) or {})
            where = zone_words(self.looks, written, own=True)
            return f"{seen} ({where})" if seen else where
        if kind.place and isinstance(written, list):
            at = place_name(self.looks, kind.space, tuple(written))
            lying = self._lying(kind, value)
            return f"{lying} ({at})" if lying else at
        if kind.row and isinstance(written, list):
            return part_words(self.looks, kind.kind, self.sight.row_name(kind.kind, value), written)
        if kind.row and isinstance(written, str):  # what is written may be an answer, and no name
            return value_words(self.looks, kind, self.sight.row_name(kind.kind, value))
        return value_words(self.looks, kind, written)

    def _lying(self, kind: t.Type, place: Any) -> str:
        """What lies on a place, if it is called by a title of its own and lies there alone."""
        found = list[str]()
        for zone in self.looks.symbols.zones.values():
            at = (self.table.seat, place) if zone.indexes[:1] and zone.indexes[0].player else (place,)
            number = self.table.plan.zone_ids[zone.name].get(at) if zone.indexes[-1:] == (kind,) else None
            if number is not None:
                seen = self.table.zone(number).get("pieces", [])
                found += [piece_words(self.looks, zone.kind, seen_piece(one)) for one in seen]
        return found[0] if len(found) == 1 else ""

    def _effect(self, kind: t.EffectOf, value: int, others: Collection[str]) -> str:
        """An effect in words, with the title of its row where no other field says it."""
        effect = self.looks.plan.effects[value]
        titled = self.looks.title(kind.kind, effect.row) not in others
        return effect_in_words(self.looks, kind.kind, kind.column, effect.row, effect.label, titled)


def _sort(kind: t.Type) -> str:
    """What a value is, in a word."""
    if kind.player:
        return "player"
    if kind.place or kind.edge:
        return "place" if kind.place else "border"
    return (
        noun(kind.kind).lower()
        if kind.table
        else noun(str(kind)).lower()
        if kind.members
        else "number"
        if kind.numeric
        else ""
    )
