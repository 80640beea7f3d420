"""testing a game: the games that Hypothesis draws over those of the kit's own driver, all laws watched"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from hypothesis import HealthCheck, Phase, given, seed, settings

from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, ratio
from rulekit.check.configuration_space import GameConfig
from rulekit.data import bundled_games
from rulekit.play.games.game import Game
from rulekit.testing.campaign_oracles import WholeGame
from rulekit.testing.drawn import DrawnGame
from rulekit.testing.random_campaign import LONGEST, RandomCampaign
from rulekit.testing.strategies import games_in

BAR = 1.15
FEW = 5  # games by which the number that fills the time is found
CUTS = 40  # drawn games whose lengths the driver's games have in turn
DRIVER, HYPOTHESIS = "kit's own driver", "Hypothesis"
Timed = Callable[[Game, int], float]  # seconds for one answer of so many games


def run(wanted: MeasureOptions) -> BenchReport:
    """Every bundled game in its usual configuration: processor time for one answer.

    A drawn game may be broken off, and in a long game an answer costs more at the beginning than towards the end. So
    the driver breaks its games off where drawn ones were: both play the same parts of games.
    """
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        game = wanted.load(name)
        cuts = _cuts(game)
        ways: dict[str, Timed] = {DRIVER: partial(_driver, cuts), HYPOTHESIS: _hypothesis}
        found = interleave_runs(
            {way: _games_lasting(timed, game, wanted.seconds) for way, timed in ways.items()}, wanted.repeat
        )
        figures += [Figure(f"{name}: {way}", "us", tuple(1e6 * one for one in times)) for way, times in found.items()]
        ratios.append(ratio(f"{name}: Hypothesis / kit's own driver", found[HYPOTHESIS], found[DRIVER], "most", BAR))
    return BenchReport("laws", tuple(figures), tuple(ratios))


def _games_lasting(timed: Timed, game: Game, seconds: float) -> Callable[[], float]:
    """So many games as take about so long."""
    timed(game, 1)  # the engine is generated
    start = time.process_time()
    timed(game, FEW)
    games = max(FEW, round(FEW * seconds / max(time.process_time() - start, 1e-6)))
    return lambda: timed(game, games)


def _cuts(game: Game) -> tuple[int, ...]:
    """After how many decisions some drawn games were broken off."""
    cuts: list[int] = []

    def note(drawn: DrawnGame) -> None:
        attempt = drawn.attempt()
        cuts.append(LONGEST if attempt.ended else attempt.decisions)

    _draw_games(game, CUTS, note)
    return tuple(cuts)


def _driver(cuts: tuple[int, ...], game: Game, games: int) -> float:
    """Seconds for one answer of the kit's own random games."""
    made, chosen = RandomCampaign(game, "0"), game.start().chosen
    start = time.process_time()
    for number in range(games):
        made.longest = cuts[number % len(cuts)]
        made.play_one(chosen, number)
    return (time.process_time() - start) / max(1, made.answers)


def _hypothesis(game: Game, games: int) -> float:
    """Seconds for one answer of drawn games."""
    answers = 0

    def play(drawn: DrawnGame) -> None:
        nonlocal answers
        answers += WholeGame().observe(drawn, None, lambda _: True).answers

    start = time.process_time()
    _draw_games(game, games, play)
    return (time.process_time() - start) / max(1, answers)


def _draw_games(game: Game, games: int, play: Callable[[DrawnGame], None]) -> None:
    """The same games each time."""
    chosen: tuple[GameConfig, ...] = (game.start().chosen,)
    own = settings(
        max_examples=games, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    own(seed(0)(given(games_in(game, chosen))(play)))()
