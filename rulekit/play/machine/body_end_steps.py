"""Steps at the ends of bodies: calls with their bounds, reactions to events, endings at once."""

from __future__ import annotations

import itertools

from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import MEASURE, Frame, Over, env_of
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import spend
from rulekit.play.machine.state import MachineState


def event_name(key: str) -> str:
    """The name a body goes by: `play`, `turn`, a procedure or an action."""
    return key.split(" ", 1)[-1].split("/")[0]


def _react(host: Frame, block: o.Block) -> Frame:
    """A reaction sees the parameters of its event and its `player`."""
    return Frame(block.key, {k: x for k, x in host.env.items() if k not in ("last", "here")}, old=host.old)


class BodyEndSteps(MachineState):
    """The part of the machine that pushes and pops frames, and ends the game."""

    def push(self, frame: Frame, clause: str | None = None) -> None:
        """A body begins: bounds are looked at, what is new each time is reset, what `old` will ask for is kept."""
        block = self.blocks[frame.key]
        self._count_down(frame, block, clause)
        name = event_name(frame.key)
        for state in self.program.resets.get(name, ()):
            self._reset(state)
        self.frames.append(frame)
        if self.lawful and name in self.program.after:
            frame.before = self.table.copy()
        if block.olds:
            e = self.evaluator()
            frame.old = {id(n): e.as_it_was(n, frame.env) for n in block.olds}

    def _count_down(self, frame: Frame, block: o.Block, clause: str | None) -> None:
        same = [f for f in self.frames if f.key == frame.key and f.phase == "run"]
        if block.deep is not None and len(same) >= block.deep:
            raise Fault("too-deep", clause, f"at most {block.deep} deep")
        if block.work:
            spend(self, self.waits, block.work, clause)
        if block.falling is not None:
            value = self.evaluator().value(block.falling, frame.env)
            frame.env[MEASURE] = value
            if same and not value < same[-1].env[MEASURE]:
                raise Fault("ran-out", clause, "what should fall did not")

    def _reset(self, state: str) -> None:
        info = self.program.checked.symbols.states[state]
        starts = self.program.checked.states[state].starts
        e = self.evaluator()
        for spot in itertools.product(*(self.plan.members(kind) for kind in info.indexes)):
            value = None if starts is None else e.value(starts, {"it": spot[-1] if spot else None})
            self.table.write(state, spot, info.type.default if value is None else value)

    # ------------------------------------------------------------------ events and ends

    def do_event(self, f: Frame, op: o.Event) -> None:
        """Reactions before the first effect, and reactions instead of the body."""
        f.pc += 1
        name = event_name(f.key)
        waiting = [_react(f, r) for r in self.program.reactions.get(("before", name), ())]
        for block in self.program.reactions.get(("instead of", name), ()):
            frame = _react(f, block)
            frame.host = True
            waiting.append(frame)
        self.frames.extend(reversed(waiting))

    def do_return(self, f: Frame, op: o.Return) -> None:
        """The body ends. First come the reactions behind its event, each as a frame on top; when they are done the
        frame goes.
        """
        name = event_name(f.key)
        after = (
            self.program.reactions.get(("after", name), ()) if f.key.startswith(("action ", "proc ", "turn")) else ()
        )
        if f.phase == "run" and after:
            f.phase = "after"
            self.frames.extend(reversed([_react(f, block) for block in after]))
            return
        self.frames.pop()
        if self.lawful and f.before is not None:
            self._after_laws(f, name)
        if f.host and f.fired and self.frames:
            host = self.frames[-1]
            host.pc = len(self.blocks[host.key].ops) - 1
        elif self.frames and f.key.startswith(("proc ", "effect ")):
            self.frames[-1].env["last"] = f.reported
        if self.started or f.key != "setup":
            for ending in self.program.endings.get(name, ()) if self.started else ():
                if self.evaluator().holds(ending.condition, {}):
                    self.finish(None, ending.id)
                    return

    def _after_laws(self, f: Frame, name: str) -> None:
        """Laws about what one run of an action or procedure has done."""
        found = (LawEvaluation(self).after_event(law, f.env, f.before) for law in self.program.after[name])
        self.breaches += [breach for breach in found if breach is not None]

    def do_line_end(self, f: Frame, op: o.LineEnd) -> None:
        """The line has run: it is noted, and if an ending at once holds the game is over."""
        f.pc += 1
        f.fired = True
        if op.id:
            self.lines.append(op.id)
        self.at_once()

    def do_finish(self, f: Frame, op: o.Finish) -> None:
        """`finish`, with those who win if the line says it."""
        winners = op.step.winners
        found = None if winners is None else self.evaluator().value(winners, env_of(f)) or ()
        self.finish(found, op.id)

    def at_once(self) -> bool:
        """Endings at once are watched from the end of set-up on."""
        if self.started and self.pending is None:
            for ending in self.program.at_once:
                if self.evaluator().holds(ending.condition, {}):
                    self.finish(None, ending.id)
                    return True
        return False

    def finish(self, winners: tuple[int, ...] | None, clause: str | None = None) -> None:
        """The game is over now; whatever was under way is dropped."""
        self.frames.clear()
        self.pending = Over(winners)
        self.lines += [clause] if clause else []
