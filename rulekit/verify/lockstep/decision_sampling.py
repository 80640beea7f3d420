"""At which decisions of a game more is looked at than always, and by whom: drawn at random, turned with the game."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.play.machine.random_bits import Bits

BEGINNING = 4  # looks of a game that are sampled more closely, since many games are short
OFTEN = 3  # there one look in so many


class Sampling:
    """The draws of one game; each sort of look has its own rate."""

    def __init__(self, bits: Bits, number: int, seats: int) -> None:
        self.bits = bits
        self.everybody: tuple[int | None, ...] = (*range(seats), None)
        self.turn = number  # who looks next; every game begins with another
        self.looks = 0

    def look(self) -> None:
        """The next decision."""
        self.looks += 1

    def is_due(self, rate: int) -> bool:
        """Is this one of the decisions at which this is done? `rate` 0: never."""
        if not rate:
            return False
        return self.bits.below(min(rate, OFTEN) if self.looks <= BEGINNING else rate) == 0

    def reader(self) -> int | None:
        """Who looks this time; the spectator is one of them."""
        self.turn += 1
        return self.everybody[self.turn % len(self.everybody)]

    def pick_one(self, sorts: Sequence[str]) -> str:
        """One of several sorts."""
        return sorts[self.bits.below(len(sorts))]


__all__ = ["Sampling"]
