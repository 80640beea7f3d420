"""Goals that scenes show: reached by no game from the beginning, but by one that begins with what a scene gives."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.coverage import CoverageCounter
from rulekit.fuzz.coverage_goals import GUARD, Goal
from rulekit.fuzz.game_script import MOST, GameScript, choose_any, play
from rulekit.fuzz.guided_search import choose_wanted_moves
from rulekit.play.engines import REFERENCE
from rulekit.play.games.game import Game
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import stream
from rulekit.verify.lockstep.start_positions import of_scenes

GAMES = 6  # from every position
SHORT = 40  # decisions of each


class SceneEngine:
    """An engine whose games begin with a position that is given."""

    def __init__(self, engine: Any, given: Machine) -> None:
        self.engine, self.given = engine, given

    def start(self) -> Any:
        """The state the scene gives."""
        return self.engine.load_machine(self.given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)


def goals_from_scenes(game: Game, left: Collection[Goal], seed: str) -> dict[Goal, str]:
    """Which of these goals are come to, and from where; the scene that comes first is named."""
    found: dict[Goal, str] = {}
    engines: dict[GameConfig, CoverageCounter] = {}
    for number, start in enumerate(of_scenes(game) if left else ()):
        if len(found) == len(set(left)):
            break
        if start.chosen not in engines:
            engines[start.chosen] = CoverageCounter(game, start.chosen, whole=False)
        given = game.position(start.position, engine=REFERENCE).machine
        for goal in _goals_of_short_games(engines[start.chosen], given, set(left) - set(found), f"{seed} {number}"):
            found[goal] = start.source
    return found


def _goals_of_short_games(counted: CoverageCounter, given: Machine, left: set[Goal], seed: str) -> set[Goal]:
    """A few short games, in half of which players want what is left."""
    counted.begin()
    counted.look[0] = any(sort == GUARD for sort, _ in left)
    begun: Any = SceneEngine(counted.engine, given)
    wanting = choose_wanted_moves(counted.guidance_to(left), choose_any)
    found: set[Goal] = set()
    for n in range(GAMES):
        bits = stream(seed, "shown", n)
        script = GameScript(bits.below(MOST), (), bits.below(MOST))
        found |= (
            counted.take_reached_goals(play(begun, script, wanting if n % 2 == 0 else choose_any, SHORT).state) & left
        )
    return found
