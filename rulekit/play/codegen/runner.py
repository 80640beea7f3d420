"""Playing whole games on an engine that was written for it: each game is one generator, and answers are sent to it."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen import course, delta
from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.load import Module, first
from rulekit.play.codegen.runtime import CHANCE, DECIDE, Stop
from rulekit.play.codegen.state import State
from rulekit.play.machine.machine import Program


def answer(s: Any, move: Any) -> None:
    """The seat that is asked answers, in place; `move` is one of `s.moves`."""
    try:
        s.go(move)
    except Stop:
        s.go = None


class Runner:
    """One written engine for games from the beginning to the end; between answers a position can be looked at."""

    answer = staticmethod(answer)
    draw = staticmethod(answer)

    def __init__(self, module: Module) -> None:
        self.module = module
        self.start = first(module)
        self.start.stage = DECIDE
        if module.book.loose:
            lists: Any = [list(there) for there in self.start.z]
            self.start.z = lists
        for slot in delta.slots(module.book):
            setattr(self.start, slot, [])
        for slot, found in module.space["FRESH"].items():
            setattr(self.start, slot, found(self.start))
        self.course = module.space["course"]
        self.fresh = module.space["fresh"]

    def begin(self) -> State:
        """Set-up starts; step to the first thing that must be answered."""
        s: State = self.fresh(self.start)
        s.go = self.course(s).send  # type: ignore[attr-defined]
        answer(s, None)
        return s

    def give(self, s: Any, seat: int, move: Any) -> None:
        """An answer that lies face down until all are in."""
        asked, legal, answers = s.sealed
        answers = {**answers, seat: move}
        if len(answers) < len(asked):
            s.sealed = (asked, legal, answers)
            return
        answer(s, answers)

    def refused(self, s: State, outcome: Any) -> bool:
        return s.stage != CHANCE or not s.chance.allows(outcome)


def driver(program: Program, start: GameState, manner: Manner) -> Runner | Driver:
    """The engine of that manner; where a game cannot be written as one generator, the one with frames."""
    framed = attrs.evolve(manner, whole=False)
    if not manner.whole or not course.possible(program):
        return Driver(program, start, framed)
    made = Runner(Module(program, start, manner))
    if any(getattr(made.start, slot) is None for slot in made.module.space["FRESH"]):
        return Driver(program, start, framed)  # something is full before anybody has moved: lines are looked at afresh
    return made
