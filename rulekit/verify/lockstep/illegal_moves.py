"""Moves that are not legal, near misses of many sorts, made from legal ones; an engine must refuse each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.machine.random_bits import Bits

Json = Any
Move = dict[str, Json]
Offer = tuple[str, int, Json]  # the sort, the seat, the move
FAR = (-1, 1, 99, -99, 1_000_000)  # how far beyond a number
NO_VERB = "no-such-move"
NO_NAME = "no-such-thing"
NO_KEY = "no-such-key"
KEPT = 40  # values that are remembered of one field, and moves that were legal before
AFTER_THE_END = "after the end"
TRIES = 6  # sorts that are tried for one offer


class WrongMoves:
    """What one game has shown: moves that were legal a while ago, and what stood in each field of a kind of move."""

    def __init__(self, bits: Bits, seats: int, strict: bool) -> None:
        self.bits, self.seats, self.strict = bits, seats, strict
        self.fields: dict[tuple[str, str], list[Json]] = {}
        self.before: list[tuple[int, Move]] = []
        self.sorts: tuple[Callable[[int, Move], Offer | None], ...] = (
            self._other_seat,
            self._stale,
            self._no_seat,
            self._unknown_kind,
            self._missing,
            self._too_much,
            self._foreign,
            self._out_of_range,
            self._other_value,
            self._other_value,  # most like a legal move, so twice as often
        )

    def note_move(self, seat: int, move: Move) -> None:
        """A move that is being played."""
        for key, value in move.items():
            known = self.fields.setdefault((str(move["do"]), key), [])
            if value not in known and len(known) < KEPT:
                known.append(value)
        if len(self.before) >= KEPT:
            self.before[self.bits.below(KEPT)] = (seat, move)
        else:
            self.before.append((seat, move))

    def offer(self, legal: Mapping[int, list[Move]], is_legal: Callable[[int, Move], bool]) -> Offer | None:
        """One that is not legal now; nothing if none was found. `legal` are the moves of all who are asked."""
        asked = [seat for seat, moves in legal.items() if moves]
        if not asked:
            return None
        seat = self.bits.pick(asked)
        for _ in range(TRIES):
            found = self.bits.pick(self.sorts)(seat, plainly(self.bits.pick(legal[seat])))
            if found is not None and not (found[1] in legal and is_legal(found[1], found[2])):
                return found
        return None

    def after_the_end(self) -> Offer | None:
        """A move when the game is over."""
        if not self.before:
            return None
        seat, move = self.bits.pick(self.before)
        return AFTER_THE_END, seat, move

    # -------------------------------------------------------------- sorts

    def _other_seat(self, seat: int, move: Move) -> Offer | None:
        others = [one for one in range(self.seats) if one != seat]
        return ("by another seat", self.bits.pick(others), move) if others else None

    def _stale(self, seat: int, move: Move) -> Offer | None:
        return ("of an earlier time", seat, self.bits.pick(self.before)[1]) if self.before else None

    def _no_seat(self, seat: int, move: Move) -> Offer | None:
        return "by nobody who plays", self.seats + self.bits.below(2), move

    def _unknown_kind(self, seat: int, move: Move) -> Offer | None:
        return "of an unknown kind", seat, {**move, "do": NO_VERB}

    def _missing(self, seat: int, move: Move) -> Offer | None:
        key = self._field(move)
        if key is None:
            return None
        return "with something missing", seat, {name: value for name, value in move.items() if name != key}

    def _too_much(self, seat: int, move: Move) -> Offer | None:
        return ("with something too much", seat, {**move, NO_KEY: 1}) if self.strict else None

    def _foreign(self, seat: int, move: Move) -> Offer | None:
        """A value of another sort where it cannot stand."""
        key = self._field(move)
        if key is None:
            return None
        return "with a foreign value", seat, {**move, key: self.bits.pick(foreign_to(move[key]))}

    def _out_of_range(self, seat: int, move: Move) -> Offer | None:
        """A number far outside, also one within a list, as of a place off the board."""
        keys = [key for key, value in move.items() if _number_in(value)]
        if not keys:
            return None
        key = self.bits.pick(keys)
        return "out of range", seat, {**move, key: _shift_number(move[key], self.bits.pick(FAR))}

    def _other_value(self, seat: int, move: Move) -> Offer | None:
        """What stood in this field of such a move before, and not together with the rest now."""
        key = self._field(move)
        if key is None:
            return None
        known = [value for value in self.fields.get((str(move["do"]), key), ()) if value != move[key]]
        return ("with another value", seat, {**move, key: self.bits.pick(known)}) if known else None

    def _field(self, move: Move) -> str | None:
        keys = [key for key in move if key != "do"]
        return self.bits.pick(keys) if keys else None


def foreign_to(value: Json) -> list[Json]:
    """What a lenient language takes for a value and is none: `"1"` for 1, a list of it, nothing at all.

    Not `true` for 1: where these are equal, as in Python, an engine that looks into its list of moves takes both, and
    does no harm by it.
    """
    found: list[Json] = [NO_NAME, [NO_NAME], {}, [value], *([None] if value is not None else [])]
    if isinstance(value, bool):
        return [*found, str(value).lower()]
    if isinstance(value, int):
        return [*found, str(value)]
    return [*found, *value[:1]] if isinstance(value, list) else found


def _number_in(value: Json) -> bool:
    if isinstance(value, list):
        return any(_number_in(one) for one in value)
    return type(value) is int


def _shift_number(value: Json, far: int) -> Json:
    """The first number in it moved away."""
    if isinstance(value, list):
        at = next(n for n, one in enumerate(value) if _number_in(one))
        return [_shift_number(one, far) if n == at else one for n, one in enumerate(value)]
    return value + far


__all__ = ["AFTER_THE_END", "Offer", "WrongMoves", "foreign_to"]
