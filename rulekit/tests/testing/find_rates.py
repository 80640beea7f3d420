"""How many random games pytest needs to find a fault that occurs in a given share of them.

`python -m rulekit.tests.testing.find_rates GAME [PLAYERS [SEEDS [GAMES]]]`: the fault is a score above a limit. Limits
are those whose share in the kit's own random games comes closest to each share that is promised; then, for each seed,
it is counted at which of the games that Hypothesis draws the score is met first. Nothing else is watched, so no
campaign is cut short. `even` is the median that independent games with this share would have.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import log
from statistics import median

import attrs
from hypothesis import settings

from rulekit.check.configuration_space import GameConfig
from rulekit.pipeline import load
from rulekit.play import json_api
from rulekit.play.engines import END
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import play
from rulekit.testing.campaign import PropertyCampaign
from rulekit.testing.campaign_oracles import GameObservation, Wanted
from rulekit.testing.drawn import DrawnGame

PROMISED = {0.047: 20, 0.009: 60, 0.0018: 500}  # share of games, and the median of games until it is found
NONE = -1_000_000_000  # of a game that did not end


class Scores:
    """An oracle that finds nothing and notes the best score of each game."""

    name = "games"
    least = 1
    late = 2

    def __init__(self) -> None:
        self.best: list[int] = []

    def concerns(self, game: Game, clause: str) -> bool:
        return False

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        state, engine = drawn.play(), drawn.game.engine(drawn.chosen).for_playouts()
        over = engine.short_question(state)[0] == END
        self.best.append(max(json_api.result(engine.machine(state))["scores"]) if over else NONE)
        return GameObservation(over)


def plain(game: Game, chosen: GameConfig, games: int) -> list[int]:
    """The best scores of the kit's own random games."""
    results = (play(game.engine(chosen).for_playouts(), "rates", number).result for number in range(games))
    return [NONE if one is None else max(one["scores"]) for one in results]


def drawn(game: Game, chosen: GameConfig, seed: int, games: int) -> list[int]:
    """Those of the games that a campaign draws."""
    oracle = Scores()
    PropertyCampaign(game, oracle).test(settings(database=None, derandomize=False), seed, games, (chosen,))()
    return oracle.best


@attrs.frozen
class Rate:
    """One fault: its share, and after how many games each seed found it."""

    promised: float
    limit: int
    share: float
    under: float  # its share in the games that are drawn
    until: tuple[int, ...]

    @property
    def median(self) -> float:
        return median(self.until)

    @property
    def even(self) -> float:
        """What independent games with this share would take."""
        return log(2) / self.under if self.under else float("inf")

    def __str__(self) -> str:
        told = f"{self.promised:8.2%} above {self.limit:5} {self.share:9.2%} {self.under:9.2%}"
        return f"{told} {self.even:8.1f} {self.median:8.1f} {PROMISED.get(self.promised, '-'):>6} {max(self.until):7}"


HEAD = f"{'promised':>8} {'fault':>11} {'plain':>9} {'drawn':>9} {'even':>8} {'median':>8} {'bar':>6} {'worst':>7}"


def share(best: Sequence[int], limit: int) -> float:
    return sum(one > limit for one in best) / len(best)


def rates(game: Game, chosen: GameConfig, seeds: int, games: int, promised: Sequence[float]) -> list[Rate]:
    """One for each share; a seed that does not find it counts with one game more than were drawn."""
    known = plain(game, chosen, games * 4)
    runs = [drawn(game, chosen, seed, games) for seed in range(seeds)]
    every = [one for run in runs for one in run]
    found = []
    for wanted in promised:
        limit = min(set(known) - {NONE}, key=lambda one: abs(share(known, one) - wanted))
        until = (next((n + 1 for n, one in enumerate(run) if one > limit), games + 1) for run in runs)
        found.append(Rate(wanted, limit, share(known, limit), share(every, limit), tuple(until)))
    return found


if __name__ == "__main__":
    name, *given = sys.argv[1:]
    players, tries, most = (*map(int, given), *(2, 12, 2000)[len(given) :])
    loaded = load(name)
    print(HEAD)
    for one in rates(loaded, loaded.start(players).chosen, tries, most, list(PROMISED)):
        print(one)
