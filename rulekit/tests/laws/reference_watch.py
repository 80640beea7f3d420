"""The same looks as `Watch` on the reference engine: slow, plain, and the meaning of the other."""

from __future__ import annotations

from rulekit.check.configuration_space import GameConfig
from rulekit.gamestate.game_state import GameState
from rulekit.play.engines import Interpreter
from rulekit.play.games.game import Game
from rulekit.play.machine.law_evaluation import Breach, LawEvaluation
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame


class Lawful(Interpreter):
    """The reference engine, looking at laws about single runs while it goes."""

    def __init__(self, setting: PreparedGame) -> None:
        super().__init__(setting)
        self.setting = setting

    def start(self) -> Machine:
        m = self.setting.machine()
        m.lawful = True
        return m.begin()


class SlowWatch:
    """One for each game played on its `engine`; it must see every position, those at which chance is asked as well."""

    def __init__(self, game: Game, chosen: GameConfig) -> None:
        self.engine = Lawful(game.setting(chosen))
        self.before: GameState | None = None
        self.late: list[Breach] = []

    def see(self, m: Machine) -> list[Breach]:
        """What is broken at this position, and in the runs since the law point before."""
        self.late += m.breaches
        if not LawEvaluation(m).law_point() or not m.started:
            return []
        found, self.late = self.late + LawEvaluation(m).breaches(self.before), []
        self.before = m.table
        return found
