"""Random games of one configuration under the eyes of all its laws; one campaign serves every law that asks."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.laws.slow_watch import SlowWatch
from rulekit.laws.watch import Watch
from rulekit.play import desk, outcomes
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, END, PYTHON, REFERENCE, Engine
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint
from rulekit.play.game import Game
from rulekit.play.lawful import Breach
from rulekit.play.moment import Position
from rulekit.play.playout import bits_of

LONGEST = 10_000  # answers of one game
ENOUGH = 2_000  # answers for each game that was asked for: where games are long, fewer do
STUCK = "free.stuck"  # every fault is noted under this law, and under the clause that is blamed


@attrs.frozen
class Broken:
    """Where a law broke first."""

    number: int
    step: int  # answers of players and of fate
    seat: int | None = None
    wrong: str = ""


@attrs.frozen
class Campaign:
    """What came of it: steps taken, games that came to their end, and for each clause where it broke first."""

    steps: int
    ended: int
    broken: dict[str, Broken]
    games: int = 0  # that were begun


def run(
    game: Game,
    chosen: Chosen,
    games: int,
    seed: str,
    longest: int = LONGEST,
    share: int = 1,
    engine: str = PYTHON,
) -> Campaign:
    """So many games, or fewer long ones, every law watched; with a share of n at every n-th law point.

    Where a game breaks one of a share it is played again with all of them, so that what is told came first.
    """
    broken: dict[str, Broken] = {}
    steps = ended = begun = 0
    for number in range(games):
        if steps >= ENOUGH * games:
            break
        begun += 1
        seen: dict[str, Broken] = {}
        made, over = _one(_watch(game, chosen, engine, share, number), seed, number, longest, seen)
        if seen and share > 1:
            seen = {}
            made, over = _one(_watch(game, chosen, engine), seed, number, longest, seen)
        broken = {**seen, **broken}
        steps, ended = steps + made, ended + over
    return Campaign(steps, ended, broken, begun)


def _watch(game: Game, chosen: Chosen, engine: str, share: int = 1, turn: int = 0) -> Watch | SlowWatch:
    """On the reference engine there are no shares."""
    return SlowWatch(game, chosen) if engine == REFERENCE else Watch(game, chosen, share=share, turn=turn)


def _one(watch: Watch | SlowWatch, seed: str, number: int, longest: int, broken: dict[str, Broken]) -> tuple[int, bool]:
    engine, bits = watch.engine, bits_of(seed, number)
    step = 0
    try:
        state = engine.start()
        for step in range(longest):
            _noted(watch.see(state), number, step, broken)
            if engine.asked(state)[0] == END:
                desk.result(engine.machine(state))  # a game that is over has one; else that is a fault as well
                return step, True
            state = answered(engine, state, bits)
    except Fault as fault:
        for clause in (STUCK, fault.clause or STUCK):
            broken.setdefault(clause, Broken(number, step, None, f"the rules ran into a fault: {fault}"))
    return step, False


def answered(engine: Engine, state: Any, bits: Any) -> Any:
    """One answer at random, of a player or of fate."""
    kind, _, seat, count = engine.asked(state)
    if kind != CHANCE:
        return engine.advance(state, seat, bits.below(count))
    point = engine.pending(state)
    assert isinstance(point, ChancePoint)
    return engine.draw(state, outcomes.drawn(point, bits))


def _noted(found: list[Breach], number: int, step: int, broken: dict[str, Broken]) -> None:
    for one in found:
        broken.setdefault(one.id, Broken(number, step, one.seat))


def reached(game: Game, chosen: Chosen, seed: str, where: Broken) -> Position:
    """The position at which it broke, with the whole way there."""
    here = game.start(chosen.seats, dict(chosen.options))
    bits = bits_of(seed, where.number)
    for _ in range(where.step):
        kind, _, seat, count = here.engine.asked(here.state)
        if kind == CHANCE:
            point = here.engine.pending(here.state)
            assert isinstance(point, ChancePoint)
            here = here.drawn_so(outcomes.drawn(point, bits))
        else:
            here = here.take(seat, bits.below(count))
    return here
