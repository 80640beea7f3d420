"""The generated engine by the numbers of its moves: children that share with their parents, playouts in place."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.bridge import machine_of, pending_of, state_of
from rulekit.play.codegen.engine_variants import BRANCHING, PLAYOUT, WHOLE_GAME
from rulekit.play.codegen.runner import driver
from rulekit.play.codegen.runtime import CHANCE as AT_CHANCE
from rulekit.play.codegen.runtime import DECIDE, SEALED
from rulekit.play.engines import CHANCE, DECISION, END, PYTHON, Asked, Engine, Near
from rulekit.play.machine.frames import Pending
from rulekit.play.machine.machine import Machine, Refusal
from rulekit.play.machine.prepared_game import PreparedGame


class Generated:
    """One configuration as Python that was written for it."""

    name = PYTHON

    def __init__(self, setting: PreparedGame, manner: Manner = BRANCHING) -> None:
        self.setting = setting
        self.manner = manner

    @cached_property
    def driver(self) -> Any:
        """Written when it is first driven: whoever only wants playouts never needs the branching one."""
        return driver(self.setting.program, self.setting.table, self.manner)

    @cached_property
    def moves(self) -> Any:
        """Moves as they are written, by their short form."""
        return self.driver.module.moves

    def start(self) -> Any:
        """The state in which a game begins."""
        return self.driver.begin()

    def short_question(self, state: Any) -> Asked:
        """The question without its moves: sort, line, seat, and how many moves there are; of sealed answers for
        the first seat that is missing.
        """
        if state.stage == DECIDE:
            return DECISION, state.site.line, state.seat, len(state.moves)
        if state.stage == SEALED:
            asked, moves, answers = state.sealed
            seat = next(one for one in asked if one not in answers)
            return DECISION, state.site.line, seat, len(moves[seat])
        return (CHANCE, state.chance.line, -1, 0) if state.stage == AT_CHANCE else (END, "", -1, 0)

    def pending(self, state: Any) -> Pending:
        """What the state waits for, as the reference engine would say it."""
        found = pending_of(state, self.moves)
        assert found is not None
        return found

    def decide(self, state: Any, seat: int, number: int) -> Any:
        """A child of the state; the state stays as it is."""
        return self.advance(self.driver.branch(state), seat, number)

    def advance(self, state: Any, seat: int, number: int) -> Any:
        """The same state gone on: for games in which nobody looks back."""
        if state.stage == SEALED:
            self.driver.give(state, seat, state.sealed[1][seat][number])
        else:
            self.driver.answer(state, state.moves[number])
        return state

    def draw(self, state: Any, outcome: Any) -> Any:
        """The state after chance has come out so: a child, unless this variant plays in place. Raises `Refusal`
        for an outcome that cannot be.
        """
        if self.driver.refused(state, outcome):
            raise Refusal("bad-chance")
        made = self.driver.branch(state) if self.manner.shared else state
        self.driver.draw(made, outcome)
        return made

    def machine(self, state: Any, near: Near = None) -> Machine:
        """The reference machine at the same point of the game, for everything that is not written out as Python."""
        return machine_of(state, self.moves, near)

    def load_machine(self, m: Machine) -> Any:
        """A position that was written down starts a written engine where it stands."""
        return state_of(self.driver, m)

    def for_playouts(self) -> Engine:
        """Without branches nothing need be copied, without questions nothing noted."""
        return self._alone

    def for_games(self) -> Engine:
        """Each game is one generator, where its rules allow that."""
        return self._whole

    @cached_property
    def _alone(self) -> Generated:
        return Generated(self.setting, PLAYOUT)

    @cached_property
    def _whole(self) -> Generated:
        return Generated(self.setting, WHOLE_GAME)
