"""The same looks as `Watch` on the reference engine: slow, plain, and the meaning of the other."""

from __future__ import annotations

from rulekit.play import answer
from rulekit.play.configured import Chosen
from rulekit.play.engines import Interpreter
from rulekit.play.game import Game
from rulekit.play.lawful import Breach, breaches, law_point
from rulekit.play.machine import Machine
from rulekit.play.setting import Setting
from rulekit.table.table import Table


class Lawful(Interpreter):
    """The reference engine, looking at laws about single runs while it goes."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.setting = setting

    def start(self) -> Machine:
        m = self.setting.machine()
        m.lawful = True
        return answer.begin(m)


class SlowWatch:
    """One for each game played on its `engine`; it must see every position, those at which fate is asked as well."""

    def __init__(self, game: Game, chosen: Chosen) -> None:
        self.engine = Lawful(game.setting(chosen))
        self.before: Table | None = None
        self.late: list[Breach] = []

    def see(self, m: Machine) -> list[Breach]:
        """What is broken at this position, and in the runs since the law point before."""
        self.late += m.breaches
        if not law_point(m) or not m.started:
            return []
        found, self.late = self.late + breaches(m, self.before), []
        self.before = m.table
        return found
