"""testing a game: the game strategy over the plain driver, and over a stock state machine"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleaved, ratio
from rulekit.data import bundled_games
from rulekit.laws import racing
from rulekit.pipeline import load
from rulekit.play.game import Game

PLAIN, MACHINE = 1.6, 15.0
FEW = 5  # games by which the number that fills the time is found


def run(wanted: Wanted) -> Report:
    """Every bundled game: processor time for one decision."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        made, compared = one(load(name), wanted)
        figures += made
        ratios += compared
    return Report("laws", tuple(figures), tuple(ratios))


def one(game: Game, wanted: Wanted) -> tuple[list[Figure], list[Ratio]]:
    """One game."""
    runs = {way: _sized(game, way, wanted.seconds) for way in racing.ways(game, FEW)}
    found = interleaved(runs, wanted.repeat)
    plain, drawn, machine, bare = found.values()
    figures = [Figure(f"{game.name}: {way}", "us", tuple(1e6 * one for one in times)) for way, times in found.items()]
    return figures, [
        ratio(f"{game.name}: game strategy / plain driver", drawn, plain, "most", PLAIN),
        ratio(f"{game.name}: state machine / game strategy", machine, drawn, "least", MACHINE),
        ratio(f"{game.name}: state machine inside our engine / game strategy", bare, drawn),
    ]


def _sized(game: Game, way: str, seconds: float) -> Callable[[], float]:
    """So many games as take about so long."""
    racing.ways(game, FEW)[way]()
    spent = racing.timed(racing.ways(game, FEW)[way])
    games = max(FEW, round(FEW * seconds / max(spent, 1e-6)))
    return racing.ways(game, games)[way]
