"""A way to choose that differs from game to game, so that many games go to many corners."""

from __future__ import annotations

from rulekit.play.random_bits import stream
from rulekit.verify.impl import Json

LIKINGS = (1, 3, 10)  # of what a move names
KINDS = (1, 10, 100)  # of the kind of a move


class Taste:
    """A liking for some moves and not for others, by their names and by what they name; each game has its own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.liked: dict[str, int] = {}

    def weight(self, move: dict[str, Json]) -> int:
        """From 1 up."""
        found = 1
        for part in move.items():
            found *= self._of(f"{part[0]}={part[1]}")
        return found

    def _of(self, text: str) -> int:
        if text not in self.liked:
            self.liked[text] = _drawn(self.seed, text)
        return self.liked[text]


def _drawn(seed: int, text: str) -> int:
    choices = KINDS if text.startswith("do=") else LIKINGS
    return choices[stream(seed, text).below(len(choices))]
