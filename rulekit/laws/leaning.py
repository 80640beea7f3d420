"""What a game leans to: of two moves that a choice could mean, the one that leads where random games seldom come.

Weights are learnt once from a few random games and then stand fast, so that the same choices always give the same game.
A swarm leaves some ways of answering aside for a whole game, so that the others are met in company they seldom have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.play import outcomes
from rulekit.play.compiled.runtime import DECIDE
from rulekit.play.compiled.variants import SCOUTING
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.generated import Generated
from rulekit.play.playout import bits_of, point_of
from rulekit.play.setting import Setting

Kind = tuple[Any, ...]  # the number of the way to answer, and its first value: a component, a place, a number
SPREAD = 73  # the second move a byte could mean stands so many bytes further
SEED = "leaning"


@attrs.frozen
class Weights:
    """For each kind of move how rare what it leads to is: 0 is nothing special."""

    of: Mapping[Kind, int]
    bytes: int = 0  # that whole games took


@attrs.frozen
class Lean:
    """How one game chooses: by weights or evenly, with some ways of answering left aside."""

    weights: Mapping[Kind, int]
    swarm: int = 0  # which ways are left aside; 0: none

    def better(self, state: Any, said: int, count: int) -> int:
        """The number of the better of two moves; of equals the first."""
        one = said % count
        other = (one + said * SPREAD) % count
        if one == other or state.stage != DECIDE:
            return one
        moves = state.moves
        return other if self.worth(moves[other]) > self.worth(moves[one]) else one

    def worth(self, token: tuple[Any, ...]) -> int:
        """The weight of a move; less than nothing if its way is left aside."""
        if self.swarm and (self.swarm * (2 * token[0] + 1) >> 3) & 1:
            return -1
        return self.weights.get(token[:2], 0)


EVEN = Lean({})


def lean_of(weights: Weights, said: int) -> Lean:
    """What one byte says: 0 mod 3 leans to nothing, 1 to what is rare, 2 to it with a swarm."""
    mode, swarm = said % 3, said // 3
    return EVEN if mode == 0 else Lean(weights.of, swarm if mode == 2 else 0)


# ------------------------------------------------------------------ learning


def learn(setting: Setting, games: int, most: int) -> Weights:
    """Weights from so many random games of at most so many decisions in all."""
    engine = Generated(setting, SCOUTING)
    ran: dict[Kind, set[str]] = {}
    seen: Counter[str] = Counter()
    sizes: list[int] = []
    left = most
    for number in range(games):
        size, made = _scouted(engine, number, left, ran, seen)
        sizes.append(size)
        left -= made
        if left <= 0:
            break
    top = max(seen.values(), default=1)
    rare = {kind: _rarity(lines, seen, top) for kind, lines in ran.items()}
    return Weights({kind: worth for kind, worth in rare.items() if worth}, max(sizes, default=0))


def _rarity(lines: set[str], seen: Counter[str], top: int) -> int:
    """How often the rarest of the lines ran, in powers of two below the commonest of all."""
    return round(math.log2(top / min(seen[line] for line in lines))) if lines else 0


def _scouted(
    engine: Generated, number: int, most: int, ran: dict[Kind, set[str]], seen: Counter[str]
) -> tuple[int, int]:
    """One game: how many bytes of choices it took, how many decisions."""
    bits = bits_of(SEED, number)
    state, size, made = engine.start(), 0, 0
    while made < most:
        kind, _, seat, count = engine.asked(state)
        if kind == CHANCE:
            point = point_of(engine, state)
            size += max(1, len(point.domain) - 1) if point.kind == "order" else point.count
            state = engine.draw(state, outcomes.drawn(point, bits))
        elif kind == DECISION:
            token = state.moves[0] if state.stage == DECIDE else ()
            chosen = bits.below(count)
            if state.stage == DECIDE:
                token = state.moves[chosen]
            state.lines.clear()
            state = engine.advance(state, seat, chosen)
            ran.setdefault(token[:2], set()).update(state.lines)
            seen.update(set(state.lines))
            made, size = made + 1, size + (0 if count == 1 else 1 if count <= 256 else 2)
        else:
            break
    return size, made
