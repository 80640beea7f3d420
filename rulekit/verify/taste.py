"""A way to choose that differs from game to game, so that many games go to many corners."""

from __future__ import annotations

from typing import Any

from rulekit.play.random_bits import Bits, stream
from rulekit.protocol.session import Json

LIKINGS = (1, 3, 10)  # of what a move names
KINDS = (1, 10, 100)  # of the kind of a move


class Taste:
    """A liking for some moves and not for others, by their names and by what they name; each game has its own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.liked: dict[str, int] = {}
        self.parts: dict[Any, int] = {}

    def weight(self, move: dict[str, Json]) -> int:
        """From 1 up."""
        found = 1
        for part in move.items():
            found *= self._part(*part)
        return found

    def pick(self, moves: list[dict[str, Json]], bits: Bits) -> int:
        """The number of one of them, the liked ones more often."""
        weights = [self.weight(move) for move in moves]
        left = bits.below(sum(weights))
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        return len(moves) - 1

    def _part(self, key: str, value: Json) -> int:
        """What a part of a move weighs, found once for each value that can be a key."""
        try:
            known = (key, *value) if type(value) is list else (key, value)
            found = self.parts.get(known)
        except TypeError:
            return self._of(f"{key}={value}")
        if found is None:
            found = self.parts[known] = self._of(f"{key}={value}")
        return found

    def _of(self, text: str) -> int:
        if text not in self.liked:
            self.liked[text] = _drawn(self.seed, text)
        return self.liked[text]


def _drawn(seed: int, text: str) -> int:
    choices = KINDS if text.startswith("do=") else LIKINGS
    return choices[stream(seed, text).below(len(choices))]
