"""The generated engine by the numbers of its moves: children that share with their parents, playouts in place."""

from __future__ import annotations

from typing import Any

from rulekit.play.compiled.runtime import CHANCE as FATE
from rulekit.play.compiled.runtime import DECIDE, SEALED
from rulekit.play.engine import Written
from rulekit.play.engines import CHANCE, DECISION, END, PYTHON, Asked
from rulekit.play.frames import Pending
from rulekit.play.machine import Machine
from rulekit.play.setting import Setting


class Generated:
    """One configuration as Python that was written for it."""

    name = PYTHON

    def __init__(self, setting: Setting) -> None:
        self.inner = Written(setting.program, setting.table)
        self.driver = self.inner.driver

    def start(self) -> Any:
        return self.inner.begin()

    def asked(self, state: Any) -> Asked:
        if state.stage == DECIDE:
            return DECISION, state.site.line, state.seat, len(state.moves)
        if state.stage == SEALED:
            asked, moves, answers = state.sealed
            seat = next(one for one in asked if one not in answers)
            return DECISION, state.site.line, seat, len(moves[seat])
        return (CHANCE, state.chance.line, -1, 0) if state.stage == FATE else (END, "", -1, 0)

    def pending(self, state: Any) -> Pending:
        return self.inner.pending(state)

    def decide(self, state: Any, seat: int, number: int) -> Any:
        return self.advance(self.driver.branch(state), seat, number)

    def advance(self, state: Any, seat: int, number: int) -> Any:
        if state.stage == SEALED:
            self.driver.give(state, seat, state.sealed[1][seat][number])
        else:
            self.driver.answer(state, state.moves[number])
        return state

    def draw(self, state: Any, outcome: Any) -> Any:
        return self.inner.draw(state, outcome)

    def machine(self, state: Any) -> Machine:
        return self.inner.machine(state)

    def loaded(self, m: Machine) -> Any:
        """A position that was written down starts a written engine where it stands."""
        from rulekit.play.compiled.bridge import state_of

        return state_of(self.driver, m)
