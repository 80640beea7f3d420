"""All laws of one configuration over the positions of a generated engine, looked at wherever somebody is asked."""

from __future__ import annotations

from typing import Any

from rulekit.play.configured import Chosen
from rulekit.play.engines import PYTHON
from rulekit.play.game import Game
from rulekit.play.lawful import Breach, breaches, law_point
from rulekit.table.table import Table


class Watch:
    """One for each game played: it keeps the law point before. Play on `engine`, so that `after` laws are seen."""

    def __init__(self, game: Game, chosen: Chosen, only: frozenset[str] | None = None) -> None:
        self.engine = game.engine(chosen, PYTHON).for_playouts()
        self.only = only
        self.before: Table | None = None

    def see(self, state: Any) -> list[Breach]:
        """What is broken at this position; nothing is looked at where fate is asked, nor during set-up."""
        m = self.engine.machine(state)
        if not law_point(m) or not m.started:
            return []
        found = breaches(m, self.before)
        self.before = m.table.copy()
        return [one for one in found if self.only is None or one.id in self.only]
