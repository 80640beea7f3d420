"""A few moments of random games, looked at by all free laws and all laws about sameness of one configuration."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import attrs

from rulekit.laws.campaign import STUCK, Broken
from rulekit.laws.look import Look
from rulekit.play import outcomes
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, DECISION, END
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint
from rulekit.play.game import Game
from rulekit.play.moment import Position
from rulekit.play.playout import bits_of

FARTHEST = 400  # answers; later moments are left to the laws that are watched
FIRST_GAP = 4  # between two moments, at first; the gaps grow as the game does
LARGE = 4_000  # zones; the larger a game is written, the fewer of its moments are looked at
WIDE_GAP = 12  # the same where only a few moments are wanted
Law = Callable[[Look], str | None]


@attrs.frozen
class Looked:
    """How many moments were looked at, and for each law where it broke first."""

    moments: int
    broken: dict[str, Broken]


def run(
    game: Game, chosen: Chosen, laws: Mapping[str, Law], games: int, seed: str, longest: int, looks: int | None = None
) -> Looked:
    """So many games, at most so many `looks` in each; a law that is broken is not asked again."""
    broken: dict[str, Broken] = {}
    moments = 0
    for number in range(games):
        for step, look in _moments(game, chosen, seed, number, min(longest, FARTHEST), broken, looks):
            moments += 1
            for name in [name for name in laws if name not in broken]:
                wrong = laws[name](look)
                if wrong is not None:
                    broken[name] = Broken(number, step, None, wrong)
    return Looked(moments, broken)


def _moments(
    game: Game, chosen: Chosen, seed: str, number: int, longest: int, broken: dict[str, Broken], looks: int | None
) -> Iterator[tuple[int, Look]]:
    """The first decision, some others, and the end; of a few moments the first is anywhere."""
    bits, rng = bits_of(seed, number), random.Random(f"{seed}/{number}/looks")
    here, wanted, gap = game.start(chosen.seats, dict(chosen.options)), 0, FIRST_GAP
    slow = 1 + len(game.setting(chosen).program.plan.zones) // LARGE
    if looks is not None:  # and not in the same place in every configuration
        rng.seed(f"{seed}/{number}/looks/{chosen.to_json()}")
        wanted, gap = rng.randrange(WIDE_GAP), WIDE_GAP
    for step in range(longest):
        kind, _, seat, count = here.engine.asked(here.state)
        if kind == END or (kind == DECISION and step >= wanted and started(here)):
            yield step, Look(here, rng)
            wanted = step + 1 + rng.randrange(slow * (gap + step))
            looks = None if looks is None else looks - 1
        if kind == END or looks == 0:
            return
        try:
            here = onward(here, kind, seat, bits.below(count) if kind != CHANCE else None, bits)
        except Fault as fault:
            broken.setdefault(STUCK, Broken(number, step, None, f"the rules ran into a fault: {fault}"))
            return


def started(here: Position) -> bool:
    """Is set-up over?"""
    found: bool = here.state.started
    return found


def onward(here: Position, kind: str, seat: int, choice: int | None, bits: object) -> Position:
    """One answer, of a player or of fate."""
    if kind != CHANCE:
        assert choice is not None
        return here.take(seat, choice)
    point = here.engine.pending(here.state)
    assert isinstance(point, ChancePoint)
    return here.drawn_so(outcomes.drawn(point, bits))  # type: ignore[arg-type]
