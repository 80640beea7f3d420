"""Moves that must be refused: of others, of earlier, unknown ones, ones out of bounds, and those after the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulekit.play import desk
from rulekit.play.faults import Fault
from rulekit.play.machine import Machine
from rulekit.play.random_bits import Bits
from rulekit.play.refusals import Refused

TRIES = 6  # until one is found that the rules refuse
KEPT = 24  # moves that were legal and are remembered
BEYOND = (0, -1, 99, 1 << 31)  # numbers that are out of most bounds
UNKNOWN = "no-such-move"
MORE = "no-such-key"
Json = Any
Offer = tuple[int, Json]  # a seat and a move


class Offers:
    """What one game has shown so far, and what can be made of it."""

    def __init__(self, bits: Bits, seats: int, strict: bool) -> None:
        self.bits, self.seats = bits, seats
        self.seen: list[Json] = []
        self.sorts: tuple[Callable[[Mapping[int, list[Json]]], Offer | None], ...] = (
            self._of_another,
            self._of_earlier,
            self._beyond,
            self._beyond,
            self._mixed,
            self._mixed,
            self._unknown,
            *((self._with_more,) if strict else ()),
        )

    def remember(self, move: Json) -> None:
        """A move that was legal."""
        if move not in self.seen:
            self.seen.append(move)
            del self.seen[:-KEPT]

    def unfit(self, m: Machine, legal: Mapping[int, list[Json]]) -> Offer | None:
        """A move that the rules refuse now; `legal` are the moves of all who are asked, of nobody at the end."""
        for _ in range(TRIES):
            made = self.bits.pick(self.sorts)(legal) if legal else self._too_late()
            if made is not None and refused(m, *made):
                return made
        return None

    # -------------------------------------------------------------- sorts

    def _too_late(self) -> Offer | None:
        return (self.bits.below(self.seats), self.bits.pick(self.seen)) if self.seen else None

    def _of_another(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        idle = [seat for seat in range(self.seats) if seat not in legal]
        moves = self._some(legal)[1]
        return (self.bits.pick(idle), self.bits.pick(moves)) if idle and moves else None

    def _of_earlier(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        seat, moves = self._some(legal)
        old = [move for move in self.seen if move not in moves]
        return (seat, self.bits.pick(old)) if old else None

    def _beyond(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        """One number is another: just beyond what is legal, or far from it."""
        seat, moves = self._some(legal)
        move = self.bits.pick(moves) if moves else {}
        places = [place for place, value in leaves(move) if type(value) is int]
        if not places:
            return None
        place = self.bits.pick(places)
        others = [value for one in moves for where, value in leaves(one) if where == place and type(value) is int]
        return seat, changed(move, place, self.bits.pick((max(others) + 1, min(others) - 1, *BEYOND)))

    def _mixed(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        """One value is what stands there in another move of the same kind."""
        seat, moves = self._some(legal)
        move = self.bits.pick(moves) if moves else {}
        places = [place for place, _ in leaves(move) if place[0] != "do"]
        if not places:
            return None
        place = self.bits.pick(places)
        like = [one for one in (*self.seen, *moves) if one.get("do") == move.get("do")]
        values = [value for one in like for where, value in leaves(one) if where == place]
        return (seat, changed(move, place, self.bits.pick(values))) if values else None

    def _unknown(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        seat, moves = self._some(legal)
        return (seat, {**self.bits.pick(moves), "do": UNKNOWN}) if moves else None

    def _with_more(self, legal: Mapping[int, list[Json]]) -> Offer | None:
        seat, moves = self._some(legal)
        return (seat, {**self.bits.pick(moves), MORE: 1}) if moves else None

    def _some(self, legal: Mapping[int, list[Json]]) -> tuple[int, list[Json]]:
        seat = self.bits.pick(list(legal))
        return seat, legal[seat]


def refused(m: Machine, seat: int, move: Json) -> bool:
    """Whether the rules refuse it."""
    try:
        return bool(desk.why_not(m, seat, move))
    except Refused:
        return True
    except Fault:
        return False  # a value that these rules cannot even look at


def leaves(value: Json, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """Every value in a move that holds no others, with the way to it."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*place, key))
    else:
        yield place, value


def changed(value: Json, place: tuple[Any, ...], new: Json) -> Json:
    """The same with another value at one place."""
    if not place:
        return new
    if isinstance(value, dict):
        return {key: changed(inner, place[1:], new) if key == place[0] else inner for key, inner in value.items()}
    return [changed(inner, place[1:], new) if n == place[0] else inner for n, inner in enumerate(value)]


__all__ = ["Offer", "Offers", "changed", "leaves", "refused"]
