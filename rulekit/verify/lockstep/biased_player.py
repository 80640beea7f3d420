"""A way to choose that differs from game to game, so that many games go to many corners."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from rulekit.play.machine.random_bits import Bits, first_below
from rulekit.protocol.session import Json

# Weights of a move are multiplied over all it names. Kinds are spread wider: a game in which one kind of move is hardly
# ever made goes elsewhere, while of cards and places each should still be met in every game.
LIKINGS = (1, 3, 10)  # of what a move names
KINDS = (1, 10, 100)  # of the kind of a move


class MoveWeights:
    """A liking for some moves and not for others, by their names and by what they name; each game has its own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.liked: dict[str, int] = {}
        self.weighed: dict[Hashable, int] = {}

    def weight(self, move: dict[str, Json]) -> int:
        """From 1 up."""
        found = 1
        for part in move.items():
            found *= self._of(f"{part[0]}={part[1]}")
        return found

    def pick(self, moves: list[dict[str, Json]], tokens: Sequence[Hashable], bits: Bits) -> int:
        """The number of one of them, the liked ones more often; what a token weighs is found once."""
        weighed = self.weighed
        weights = []
        for token, move in zip(tokens, moves, strict=True):
            weight = weighed.get(token)
            if weight is None:
                weight = weighed[token] = self.weight(move)
            weights.append(weight)
        left = bits.below(sum(weights))
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        return len(moves) - 1

    def _of(self, text: str) -> int:
        weight = self.liked.get(text)
        if weight is None:
            choices = KINDS if text.startswith("do=") else LIKINGS
            weight = self.liked[text] = choices[first_below(self.seed, text, len(choices))]
        return weight
