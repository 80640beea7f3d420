"""How much is played: seconds or a number of games for each game, and in which configurations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.check.configuration_space import configurations
from rulekit.memo import kept
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen

LEAST = 60  # games, even where they take longer than that: fewer say too little
LATE = 4.0  # times the seconds, after which fewer must do
POSITIONS_SHARE = 0.3  # of the time of a game, for the laws that look at one position


@attrs.frozen
class Budget:
    """So many `games` exactly, or what `seconds` allow."""

    seconds: float
    games: int | None = None

    def allows(self, played: int, spent: float, covered: bool) -> bool:
        """May one more game be played? `covered`: every choice has been met."""
        if self.games is not None:
            return played < self.games
        return spent < self.seconds or not covered or (played < LEAST and spent < LATE * self.seconds)


@kept
def sample_of(game: Game) -> tuple[Chosen, ...]:
    """Some configurations in which every allowed pair of choices occurs, the simplest first."""
    usual = game.checked.symbols.options
    found = [Chosen(one.options, one.seats) for one in configurations(game.checked, 0)]
    unusual = {one: sum(value != usual[name].default for name, value in one.options) for one in found}
    return tuple(sorted(found, key=lambda one: (one.seats, unusual[one])))


def values_of(chosen: Chosen) -> set[tuple[str, Any]]:
    """Every choice in a configuration; the number of players has no name."""
    return {*chosen.options, ("", chosen.seats)}


def bringing(game: Game, met: Iterable[Chosen] = ()) -> tuple[Chosen, ...]:
    """Those of the sample that bring a choice which neither `met` nor the ones before them have."""
    known = {value for one in met for value in values_of(one)}
    found: list[Chosen] = []
    for one in sample_of(game):
        if not values_of(one) <= known:
            known |= values_of(one)
            found.append(one)
    return tuple(found)
