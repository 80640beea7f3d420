"""A player who looks one answer ahead and likes what was rare: games end, and go where chance alone would not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from rulekit.play.engines import DECISION, END, Engine
from rulekit.play.machine.random_bits import Bits
from rulekit.protocol.session import Json

# Each look costs one answer of our engine, so few are tried and dull decisions are left alone; one answer in AT_RANDOM
# is drawn evenly, for a player that always takes the rarest goes the same ways again. Chosen, not measured.
TRIED = 8  # answers that are looked at
AT_RANDOM = 4  # one answer in so many is not thought about
DULL = 6  # looks that showed nothing but the same; then only one in so many is taken


class RarityPlayer:
    """What one game has shown so far: which questions were asked, with how many answers, and what was answered."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.seen: Counter[Hashable] = Counter()
        self.dull: Counter[str] = Counter()

    def pick(self, state: Any, seat: int, moves: list[dict[str, Json]], bits: Bits) -> int:
        """The number of the rarest answer among some, most of the time."""
        if len(moves) == 1:
            return 0
        line = self.engine.short_question(state)[1]
        number = bits.below(len(moves))
        if bits.below(AT_RANDOM) and (self.dull[line] < DULL or not bits.below(DULL)):
            number = self._rarest(state, seat, moves, line, bits)
        self.seen[_word(moves[number])] += 1
        return number

    def _rarest(self, state: Any, seat: int, moves: list[dict[str, Json]], line: str, bits: Bits) -> int:
        tried = dict.fromkeys(bits.below(len(moves)) for _ in range(TRIED))
        firsts = {word: n for n, word in reversed([*enumerate(map(_word, moves))])}
        found = {n: self._ahead(state, seat, n) for n in [*tried, *firsts.values()]}
        self.dull[line] = self.dull[line] + 1 if len(set(found.values())) == 1 and len(firsts) == 1 else 0
        best = min(found, key=lambda n: (found[n] is not None, self.seen[found[n]] + self.seen[_word(moves[n])]))
        self.seen[found[best]] += 1
        return best

    def _ahead(self, state: Any, seat: int, number: int) -> Hashable:
        """What follows: nothing at the end of the game, else what is asked and how many answers it has."""
        kind, line, asked, count = self.engine.short_question(self.engine.decide(state, seat, number))
        return None if kind == END else (line, asked == seat, count if kind == DECISION else 0)


def _word(move: dict[str, Json]) -> str:
    return str(move.get("do"))


__all__ = ["RarityPlayer"]
