"""The state of a game while it is worked on: a table, frames innermost last, what is asked; and how it is read."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import Any, Self

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Decision, Frame, Move, Over, Pending, Sealed, legal_of
from rulekit.play.machine.program import Program
from rulekit.play.machine.run_limits import NOTHING_SPENT, near, numbers
from rulekit.play.machine.verb_execution import VerbHandler


class MachineState(ABC):
    """What the parts of the machine share."""

    def __init__(self, program: Program, table: GameState) -> None:
        self.program = program
        self.table = table
        self.plan = program.plan
        self.blocks = program.blocks
        self.words = program.words
        self.relations = program.relations
        self.bends = program.bends
        self.frames: list[Frame] = []
        self.pending: Pending | None = None
        self.tallies: dict[str, int] = {}
        self.started = False
        self.waits = 0
        self.spent = NOTHING_SPENT
        self.lines: list[str] = []  # ids of lines executed since the last answer
        self.events: list[Any] = []
        self.lawful = False  # whether `after` laws are looked at while running
        self.breaches: list[Any] = []
        self.brief = False  # whether lists of moves are worked out whole only when somebody asks for one
        self.recorder: Any = None  # notes what happens in `events`; see step_recording.py

    numbers = staticmethod(numbers)
    near = staticmethod(near)

    @abstractmethod
    def affordable(self, e: Evaluator, price: tuple[typed_statements.Step, ...], env: Env) -> bool:
        """Can a price be paid: does every step of it succeed on a copy?"""

    @abstractmethod
    def effect_price_holds(self, e: Evaluator, block: o.Block, env: Env) -> bool:
        """Can the price of an effect be paid, with these values of its parameters?"""

    # -------------------------------------------------------------- reading

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.pending, Over)

    def evaluator(self, earlier: GameState | None = None) -> Evaluator:
        """What works values out on this state; `old` reads the table `earlier`, and cannot be asked without one."""
        before = Evaluator(self.plan, earlier, self) if earlier is not None else None
        return Evaluator(self.plan, self.table, self, before)

    def legal(self, seat: int) -> tuple[Move, ...]:
        """What a seat may answer now; nothing if it is not asked."""
        if isinstance(self.pending, Decision | Sealed) and self.pending.cut:
            self.list_whole()
        return () if self.pending is None else legal_of(self.pending, seat)

    @abstractmethod
    def list_whole(self) -> None:
        """Work out the lists of what is asked that were cut short."""

    def written_name(self, action: str) -> str:
        """The name of an action in moves and records."""
        return self.program.checked.symbols.actions[action].written

    def excess(self, state: str) -> str | None:
        """What happens above the greatest value of a state: "lost", "fit", or None for a fault."""
        decl = self.program.checked.symbols.states[state].decl
        return decl.overflow if decl is not None else None

    def state_bounds(self, state: str) -> tuple[tuple[str, v.T], ...]:
        """The `at most` and `at least` of a state, still to be worked out."""
        return self.program.checked.states[state].bounds

    def tally(self, action: str) -> int:
        """How often the action was answered in this game."""
        return self.tallies.get(action, 0)

    def fork(self) -> Self:
        """A copy to try things on; it has no frames of its own.

        The tallies are shared: they count answers of players, and what is tried asks nobody.
        """
        made = type(self)(self.program, self.table.copy())
        made.tallies = self.tallies
        made.started = self.started
        return made

    def reader(self) -> Self:
        """The same position for somebody who only reads, and may do so beside others."""
        made = copy.copy(self)
        made.table = self.table.reader()
        return made

    def copy(self) -> Self:
        """The whole position again, without the lines, events and broken laws of its last step."""
        made = self.fork()
        made.frames = [f.copy() for f in self.frames]
        made.pending = self.pending
        made.tallies = dict(self.tallies)
        made.lawful = self.lawful
        made.brief = self.brief
        made.recorder = self.recorder
        made.waits = self.waits
        made.spent = self.spent
        return made

    def price_of(self, body: typed_statements.Body) -> tuple[typed_statements.Step, ...] | None:
        """The unconditional price of an action."""
        for line in body.lines:
            if line.price is not None and not line.openers:
                return line.price
        return None

    def effect_line(self, block: o.Block) -> typed_statements.Line:
        """The one line an effect consists of."""
        assert block.body is not None
        return block.body.lines[0]

    def here_of(self, e: Evaluator, body: typed_statements.Body | None, name: str, env: Env) -> Any:
        """What `here` will be for an effect chosen by a parameter: the `with` of the line that performs it."""
        frames = [self.blocks[self.frames[-1].key].body] if self.frames and self.frames[-1].key in self.blocks else []
        for source in [body, *frames]:
            for node in walk(source) if source is not None else ():
                if isinstance(node, typed_statements.Call) and node.core.runs:
                    chosen, at = node.get(""), node.get("with")
                    if chosen is not None and chosen.local == name and at is not None:
                        return e.value(at, env)
        return None

    def doer(self, frame: Frame, clause: str | None, far: bool) -> VerbHandler:
        """What carries verbs out for a line of this frame."""
        return VerbHandler(self.evaluator(), frame.env, clause, far)

    def chosen_effect(self, step: typed_statements.Param, env: Env) -> o.Block | None:
        """The block of the effect that a parameter stands for, None if it stands for none or for something else."""
        kind = step.type.bare
        if not kind.effects or env.get(step.name) is None:
            return None
        return self.blocks[self.plan.effects[env[step.name]].key]
