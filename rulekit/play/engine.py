"""Both engines behind one door: begin, legal, decide, draw, and a look at the table."""

from __future__ import annotations

from typing import Any, Protocol

from rulekit.play import answer
from rulekit.play.answer import Refusal
from rulekit.play.compiled.book import Manner
from rulekit.play.compiled.bridge import machine_of, pending_of
from rulekit.play.compiled.drive import Driver
from rulekit.play.compiled.runtime import CHANCE, DECIDE, SEALED
from rulekit.play.compiled.state import State
from rulekit.play.frames import Decision, Move, Pending, Sealed
from rulekit.play.machine import Machine, Program
from rulekit.table.table import Table


class Engine(Protocol):
    """Positions never change; each answer gives a new one."""

    def begin(self) -> Any:
        """The first position at which something must be answered."""

    def pending(self, position: Any) -> Pending:
        """What is asked."""

    def legal(self, position: Any, seat: int) -> tuple[Move, ...]:
        """All moves of a seat, in canonical order; none if it is not asked."""

    def decide(self, position: Any, seat: int, move: Move) -> Any:
        """The position after a move of the legal list."""

    def draw(self, position: Any, outcome: Any) -> Any:
        """The position after fate has answered."""

    def copy(self, position: Any) -> Any:
        """The same position again."""

    def table(self, position: Any) -> Table:
        """States and zones."""

    def lines(self, position: Any) -> list[str]:
        """The ids of the lines that ran since the last answer."""

    def machine(self, position: Any) -> Machine:
        """The position as the reference engine holds it, for views, reasons and the written form."""


def legal_of(pending: Pending, seat: int) -> tuple[Move, ...]:
    if isinstance(pending, Decision):
        return pending.moves if pending.seat == seat else ()
    if isinstance(pending, Sealed):
        return () if seat in pending.answers else pending.moves.get(seat, ())
    return ()


class Reference:
    """The engine that is the meaning: slow and plain; it remembers only what nothing it read has made untrue."""

    def __init__(self, program: Program, start: Table) -> None:
        self.program = program
        self.start = start

    def begin(self) -> Machine:
        return answer.begin(Machine(self.program, self.start.copy()))

    def pending(self, position: Machine) -> Pending:
        assert position.pending is not None
        return position.pending

    def legal(self, position: Machine, seat: int) -> tuple[Move, ...]:
        return legal_of(self.pending(position), seat)

    def decide(self, position: Machine, seat: int, move: Move) -> Machine:
        if move not in self.legal(position, seat):
            raise Refusal("not legal")
        return answer.decide(position, seat, move)

    def draw(self, position: Machine, outcome: Any) -> Machine:
        return answer.draw(position, outcome)

    def copy(self, position: Machine) -> Machine:
        return position.copy()

    def table(self, position: Machine) -> Table:
        return position.table

    def lines(self, position: Machine) -> list[str]:
        return position.lines

    def machine(self, position: Machine) -> Machine:
        return position.reader()


class Written:
    """The engine that is written as Python for one game in one configuration."""

    def __init__(self, program: Program, start: Table, traced: bool = True, counted: bool = False) -> None:
        self.driver = Driver(program, start, Manner(traced=traced, counted=counted, shared=True))
        self.moves = self.driver.module.moves

    def begin(self) -> State:
        return self.driver.begin()

    def pending(self, position: State) -> Pending:
        found = pending_of(position, self.moves)
        assert found is not None
        return found

    def legal(self, position: State, seat: int) -> tuple[Move, ...]:
        return tuple([self.moves[m] for m in self._tokens(position, seat)])

    def _tokens(self, position: State, seat: int) -> list[Any]:
        if position.stage == DECIDE:
            return position.moves if position.seat == seat else []
        if position.stage == SEALED:
            _, legal, answers = position.sealed
            return [] if seat in answers else list(legal.get(seat, ()))
        return []

    def decide(self, position: State, seat: int, move: Move) -> State:
        for token in self._tokens(position, seat):
            if self.moves[token] == move:
                made = self.driver.branch(position)
                if position.stage == SEALED:
                    self.driver.give(made, seat, token)
                else:
                    self.driver.answer(made, token)
                return made
        raise Refusal("not legal")

    def draw(self, position: State, outcome: Any) -> State:
        if position.stage != CHANCE:
            raise Refusal("fate is not asked")
        if self.driver.refused(position, outcome):
            raise Refusal("bad-chance")
        made = self.driver.branch(position)
        self.driver.draw(made, outcome)
        return made

    def copy(self, position: State) -> State:
        return self.driver.branch(position)

    def table(self, position: State) -> Table:
        return position.table()

    def lines(self, position: State) -> list[str]:
        return position.lines

    def machine(self, position: State) -> Machine:
        return machine_of(position, self.moves)
