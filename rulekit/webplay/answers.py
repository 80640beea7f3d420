"""The moves a seat may make, field by field: each value in words, with the keys of what it names on the picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.looks.game_looks import GameLooks, noun
from rulekit.looks.move_words import move_words
from rulekit.looks.pieces.row_names import row_name
from rulekit.looks.place_names import place_name
from rulekit.looks.wording import name_pieces
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import Machine
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.seat_view import SeatView
from rulekit.typesystem import types as t
from rulekit.webplay.thing_keys import keys

DO = "do"  # the field that says what is done


@attrs.frozen
class Value:
    """What one field of a move holds: `text` tells it from others, `members` are those of a collection."""

    text: str
    words: str
    keys: tuple[str, ...] = ()
    members: tuple[Value, ...] | None = None
    ordered: bool = False


@attrs.frozen
class Answer:
    """One legal move: its number and its fields in the order written."""

    number: int
    fields: dict[str, Value] = attrs.field(eq=False)
    looks: GameLooks | None = attrs.field(default=None, eq=False)  # what readers say

    def words(self, without: frozenset[str] = frozenset()) -> str:
        """The move as a person says it; fields that were settled before are left out."""
        own = None if without else self._own()
        said = own or self._listed(without)
        return said if self.looks is None else name_pieces(self.looks, said)

    def _own(self) -> str | None:
        """As the looks file says it, if that tells all that is chosen."""
        chosen = {name: value.words for name, value in self.fields.items() if name != DO}
        return move_words(self.looks, self.fields[DO].text, chosen, whole=True) if self.looks is not None else None

    def _listed(self, without: frozenset[str]) -> str:
        rest = [f"{noun(n)} {v.words}" for n, v in self.fields.items() if n != DO and n not in without]
        return ": ".join(part for part in (self.fields[DO].words, ", ".join(rest)) if part)


def answers(m: Machine, looks: GameLooks, seat: int, moves: Iterable[Move]) -> tuple[Answer, ...]:
    """Moves of a seat, numbered as they stand."""
    reader = _Reader(SeatCodec(m, seat, in_move=True), SeatView(m, seat), looks)
    return tuple(Answer(number, reader.fields(move), looks) for number, move in enumerate(moves))


@attrs.define
class _Reader:
    """Reads moves for one seat; a value that many moves have is worked out once."""

    sight: SeatCodec  # for what moves say
    table: SeatView  # for where things lie
    looks: GameLooks
    known: dict[tuple[str, t.Type, Any], Value] = attrs.field(factory=dict)

    def fields(self, move: Move) -> dict[str, Value]:
        found = {DO: Value(move.name, noun(move.name))}
        params = {param.name: param for param in self.sight.m.program.params_of(move)}
        for (name, value), kind in zip(move.args, move.types, strict=True):
            bare = kind.bare
            if bare.effects and value is not None:
                label = self.sight.effect_label(move, bare, value)
                if label is not None:
                    found[name] = Value(label, self._effect(bare, value))
            else:
                found[name] = self._value(name, value, bare, params.get(name))
        return found

    def _value(self, name: str, value: Any, kind: t.Type, param: Any) -> Value:
        mark = (name, kind, repr(value))
        if mark not in self.known:
            written = self.sight.parameter(value, kind, param)
            if (kind.plural or kind.counted) and value is not None:
                self.known[mark] = self._collection(kind, value, written)
            else:
                self.known[mark] = self._single(kind, value, written)
        return self.known[mark]

    def _single(self, kind: t.Type, value: Any, written: Any) -> Value:
        return Value(dumps(written), self._words(kind, value, written), keys(self.table, kind, value))

    def _collection(self, kind: t.Type, value: Any, written: Any) -> Value:
        inner = kind.of.bare
        each = [one for one, count in value.items() for _ in range(count)] if isinstance(value, dict) else list(value)
        members = tuple(self._single(inner, one, self.sight.write(one, inner)) for one in each)
        words = ", ".join(one.words for one in members) or "none"
        return Value(dumps(written), words, (), members, kind.ordered)

    def _words(self, kind: t.Type, value: Any, written: Any) -> str:
        if kind.player:
            return self.looks.seat_name(value)
        if kind.table and isinstance(written, str) and "#" not in written:
            return row_name(self.looks, kind.kind, self.sight.row_name(kind.kind, value))
        if kind.place and isinstance(written, list):
            return place_name(self.looks, kind.space, tuple(written))
        return in_words(written)

    def _effect(self, kind: t.EffectOf, value: int) -> str:
        """The sentence of an effect, with the title of its row."""
        effect = self.looks.plan.effects[value]
        said = dict(self.looks.effects(kind.kind, effect.row, kind.column)).get(effect.label)
        title = self.looks.title(kind.kind, effect.row)
        return f"{title}: {noun(said or effect.label)}"


def in_words(written: Any) -> str:
    """A written value as a reader wants it: places by their numbers, names without dashes."""
    if isinstance(written, bool):
        return "yes" if written else "no"
    if isinstance(written, dict):
        return ", ".join(f"{noun(name)} {in_words(value)}" for name, value in written.items()) or "unseen"
    if isinstance(written, list):
        return " ".join(map(in_words, written)) or "none"
    if isinstance(written, str):
        return noun(written)
    return "nothing" if written is None else str(written)
