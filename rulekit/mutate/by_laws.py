"""Does a law notice? Random games of the changed rules alone, in one configuration after the other, under all laws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.laws.watch import Watch
from rulekit.play import outcomes
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, END, Engine
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.playout import bits_of, point_of
from rulekit.play.random_bits import Bits


def killer(game: Game, sample: tuple[Chosen, ...], numbers: Iterable[int], longest: int, seed: str) -> str | None:
    """The first law that breaks in the games of these numbers, or the fault the rules run into."""
    for number in numbers:
        chosen = sample[number % len(sample)]
        try:
            found = _one(Watch(game, chosen), bits_of(seed, number), longest)
        except Fault as fault:
            return f"game {number} with {_told(chosen)}: the rules ran into a fault: {fault}"
        if found is not None:
            return f"game {number} with {_told(chosen)}: {found}"
    return None


def _one(watch: Watch, bits: Bits, longest: int) -> str | None:
    engine = watch.engine
    state = engine.start()
    for step in range(longest):
        for breach in watch.see(state):
            return f"the law {breach} breaks after {step} answers"
        if engine.asked(state)[0] == END:
            return None
        state = answered(engine, state, bits)
    return None


def answered(engine: Engine, state: Any, bits: Bits) -> Any:
    """One answer at random, of a player or of fate."""
    kind, _, seat, count = engine.asked(state)
    if kind == CHANCE:
        return engine.draw(state, outcomes.drawn(point_of(engine, state), bits))
    if not count:
        raise Fault("stuck", engine.asked(state)[1])
    return engine.advance(state, seat, bits.below(count))


def _told(chosen: Chosen) -> str:
    return f"{chosen.seats} players"
