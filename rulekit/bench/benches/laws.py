"""testing a game: the games that Hypothesis draws over those of the kit's own driver, all laws watched"""

from __future__ import annotations

import time
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings

from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleave_runs, ratio
from rulekit.data import bundled_games
from rulekit.play.games.game import Game
from rulekit.testing.campaign_oracles import WholeGame
from rulekit.testing.drawn import DrawnGame
from rulekit.testing.random_campaign import RandomCampaign
from rulekit.testing.strategies import games_in

BAR = 1.15
FEW = 5  # games by which the number that fills the time is found
DRIVER, HYPOTHESIS = "kit's own driver", "Hypothesis"


def run(wanted: Wanted) -> Report:
    """Every bundled game in its usual configuration: processor time for one answer."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        game = wanted.load(name)
        found = interleave_runs(
            {way: _sized(timed, game, wanted.seconds) for way, timed in WAYS.items()}, wanted.repeat
        )
        figures += [Figure(f"{name}: {way}", "us", tuple(1e6 * one for one in times)) for way, times in found.items()]
        ratios.append(ratio(f"{name}: Hypothesis / kit's own driver", found[HYPOTHESIS], found[DRIVER], "most", BAR))
    return Report("laws", tuple(figures), tuple(ratios))


def _sized(timed: Callable[[Game, int], float], game: Game, seconds: float) -> Callable[[], float]:
    """So many games as take about so long."""
    timed(game, 1)  # the engine is generated
    start = time.process_time()
    timed(game, FEW)
    games = max(FEW, round(FEW * seconds / max(time.process_time() - start, 1e-6)))
    return lambda: timed(game, games)


def _driver(game: Game, games: int) -> float:
    """Seconds for one answer of the kit's own random games."""
    made, chosen = RandomCampaign(game, "0"), game.start().chosen
    start = time.process_time()
    for number in range(games):
        made.one(chosen, number)
    return (time.process_time() - start) / max(1, made.answers)


def _hypothesis(game: Game, games: int) -> float:
    """Seconds for one answer of drawn games."""
    answers = 0

    def play(drawn: DrawnGame) -> None:
        nonlocal answers
        answers += WholeGame().observe(drawn, None, lambda _: True).answers

    own = settings(
        max_examples=games, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    test = own(seed(0)(given(games_in(game, (game.start().chosen,)))(play)))
    start = time.process_time()
    test()
    return (time.process_time() - start) / max(1, answers)


WAYS = {DRIVER: _driver, HYPOTHESIS: _hypothesis}
