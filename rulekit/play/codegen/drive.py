"""Driving a written engine: answers in place for playouts, children for branching."""

from __future__ import annotations

from typing import Any

from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.load import Module, first
from rulekit.play.codegen.runtime import CHANCE, RUNNING, LoopFrame, Stop, opened, own
from rulekit.play.codegen.runtime import Frame as WrittenFrame
from rulekit.play.codegen.state import State
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import FUEL, Program
from rulekit.play.machine.rule_faults import Fault

FUELS = range(FUEL)


class Driver:
    """One written engine that can be played."""

    def __init__(self, program: Program, start: GameState, manner: Manner) -> None:
        self.module = self._module(program, start, manner)
        self.start = first(self.module)
        self.answers = self.module.space["ANSWERS"]
        self.bodies = self.module.space["BODIES"]
        self.lay = self.module.space["LAY"]
        self.keys = {id(op): key for key, op in self._drawn()}

    def _module(self, program: Program, start: GameState, manner: Manner) -> Module:
        return Module(program, start, manner)

    def _drawn(self) -> list[tuple[str, Any]]:
        kept, done = self.module.book.kept, self.module.book.done
        found = [k for k in done if isinstance(k, tuple) and k[0] == "op key"]
        return [(done[k].strip("'\""), kept[k]) for k in found]

    def begin(self) -> State:
        """Set-up starts; step to the first thing that must be answered."""
        s: State = self.start.alias()
        s.frames, s.lines, s.tallies, s.own, s.me = [], [], {}, set(), object()
        for slot in s.lists:
            setattr(s, slot, getattr(s, slot)[:])
        if self.module.book.manner.shared:
            s.own.update(s.lists)
        s.frames = [self._frame(s, "setup")]
        self.run(s)
        return s

    def run(self, s: State) -> None:
        """Step until somebody, or chance, must answer, or the game is over."""
        try:
            for _ in FUELS:
                if s.stage:
                    return
                f = s.frames[-1] if s.frames else self._following(s)
                if f.of is not s.me:
                    f = own(s)
                f.body(s, f)
        except Stop:
            return
        self._spent(s)

    def _spent(self, s: State) -> None:
        raise Fault("ran-out", s.frames[-1].key if s.frames else None, "too many steps without a decision")

    def _following(self, s: State) -> Any:
        """After set-up the play begins; a play that runs out is the end of the game."""
        if s.started:
            self.module.space["over"](s, None, None)
        s.started = True
        self.module.space["beginning"](s)
        s.frames.append(self._frame(s, "play"))
        return s.frames[-1]

    def empty(self) -> State:
        """A position of its own with nothing under way."""
        s: State = self.start.alias()
        s.frames, s.lines, s.tallies, s.own, s.me = [], [], {}, set(s.lists), object()
        return s

    def body(self, key: str) -> Any:
        return self.bodies[key]

    def token(self, move: Move) -> Any:
        """The short form of a move that was answered before."""
        return self.module.moves.token(move)

    def _frame(self, s: State, key: str) -> WrittenFrame:
        return LoopFrame(s.me, {}, self.bodies[key], key)

    # -------------------------------------------------------------- answers

    def answer(self, s: State, move: Any) -> None:
        """The seat that is asked answers, in place; `move` is one of `s.moves`."""
        s.stage = RUNNING
        s.waits += 1
        f = s.frames[-1]
        if f.of is not s.me:
            f = own(s)
        try:
            self.answers[move[0]](s, f, move, s.seat)
            for _ in FUELS:
                if s.stage:
                    return
                f = s.frames[-1] if s.frames else self._following(s)
                if f.of is not s.me:
                    f = own(s)
                f.body(s, f)
        except Stop:
            return
        self._spent(s)

    def give(self, s: State, seat: int, move: Any) -> None:
        """An answer that lies face down until all are in."""
        asked, legal, answers = s.sealed
        answers = {**answers, seat: move}
        s.waits += 1
        if len(answers) < len(asked):
            s.sealed = (asked, legal, answers)
            return
        s.stage = RUNNING
        f = own(s)
        f.loops[s.site.op.slot] = opened(answers)
        f.pc += 1
        self.run(s)

    def draw(self, s: State, outcome: Any) -> None:
        """Chance answers, in place."""
        pending = s.chance
        s.stage = RUNNING
        s.waits += 1
        f = own(s)
        op = pending.op
        if isinstance(op, o.Roll):
            f.env.update(zip(op.step.names, outcome, strict=True))
        elif isinstance(op, o.Lot):
            f.env[op.step.param.name] = outcome
        else:
            self.lay[self.keys[id(op)]](s, f.env, f, outcome)
            f.env["last"] = len(outcome)
        f.pc += 1
        self.run(s)

    def refused(self, s: State, outcome: Any) -> bool:
        return s.stage != CHANCE or not s.chance.allows(outcome)

    # -------------------------------------------------------------- copies

    def branch(self, s: State) -> State:
        """A position that shares everything until it changes; only for engines that copy before they write."""
        made: State = s.alias()
        made.own = set()
        s.own = set()
        made.me, s.me = object(), object()  # frames of neither any longer: whoever changes one copies it
        made.frames = s.frames[:]
        made.tallies = dict(s.tallies)
        made.lines = []
        return made

    def child(self, s: State, move: Any) -> State:
        """The position after a move; the one before stays as it is."""
        made = self.branch(s)
        self.answer(made, move)
        return made

    def copy(self, s: State) -> State:
        """The whole position again, with nothing shared."""
        made: State = s.alias()
        for slot in made.lists:
            setattr(made, slot, getattr(made, slot)[:])
        made.me = object()
        made.frames = [f.copied(made.me) for f in s.frames]
        made.tallies = dict(s.tallies)
        made.lines = list(s.lines)
        return made
