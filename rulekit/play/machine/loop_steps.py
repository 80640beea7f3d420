"""One step of each kind of loop."""

from __future__ import annotations

from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Frame, env_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import check_passes, spend
from rulekit.play.machine.state import MachineState
from rulekit.typesystem import types as t


class LoopSteps(MachineState):
    """The part of the machine that goes through collections, counts passes and tests conditions."""

    def do_each_start(self, f: Frame, op: o.EachStart) -> None:
        """Lists the members of the loop, in the order asked for."""
        e = self.evaluator()
        members = tuple(e.value(op.step.source, env_of(f)) or ())
        first = op.step.first
        if first == "top":
            members = tuple(reversed(members))
        elif op.step.by == "rows":
            kind = (op.step.source.type.member or t.UNKNOWN).bare
            assert kind.row
            column = self.plan.column(kind.kind, str(first))
            members = tuple(sorted(members, key=lambda r: (column[r] is None, column[r])))
        elif op.step.by == "seats":
            start = e.value(first, env_of(f)) or 0  # type: ignore[arg-type]
            members = tuple(sorted(members, key=lambda s: (s - start) % self.plan.seats))
        if op.work:
            spend(self, self.waits, len(members) * op.work, op.id)
        f.loops[op.slot] = members
        f.pc += 1

    def do_each_next(self, f: Frame, op: o.EachNext) -> None:
        """Binds the next member, or leaves the loop."""
        left = f.loops[op.slot]
        if not left:
            del f.loops[op.slot]
            f.pc = op.exit
            return
        f.env[op.step.name] = left[0]
        f.loops[op.slot] = left[1:]
        f.pc += 1

    def do_repeat_start(self, f: Frame, op: o.RepeatStart) -> None:
        """Works out how often; too much work for one question is a fault."""
        times = self.evaluator().value(op.times, env_of(f)) or 0
        f.loops[op.slot] = (0, check_passes(self, self.waits, times, op.work, op.id) if op.work else times)
        f.pc += 1

    def do_repeat_next(self, f: Frame, op: o.RepeatNext) -> None:
        """Counts a pass, or leaves the loop."""
        done, times = f.loops[op.slot]
        if done >= times:
            del f.loops[op.slot]
            f.pc = op.exit
            return
        f.loops[op.slot] = (done + 1, times)
        f.pc += 1

    def do_until_start(self, f: Frame, op: o.UntilStart) -> None:
        """Begins to count; what an earlier run of this loop has noted is forgotten."""
        f.loops[op.slot] = (0, None)
        f.seen.pop(op.slot, None)
        f.pc += 1

    def do_until_next(self, f: Frame, op: o.UntilNext) -> None:
        """Leaves the loop if its condition holds or its passes are used up; else checks that the pass made
        progress, and goes round.
        """
        passes, before = f.loops[op.slot]
        e = self.evaluator()
        if e.holds(op.step.condition, env_of(f)):
            del f.loops[op.slot]
            f.pc = op.exit
            return
        value = None
        if op.step.times is not None:
            most = e.value(op.step.times, env_of(f)) or 0
            if passes >= most:
                raise Fault("ran-out", op.id, f"{most} passes were not enough")
        elif op.step.falling is not None:
            value = e.value(op.step.falling, env_of(f))
            if before is not None and not value < before:
                raise Fault("ran-out", op.id, "what should fall did not")
        elif f.seen.get(op.slot) == self.waits:
            raise Fault("ran-out", op.id, "a pass neither asked nor drew")
        if op.work:
            spend(self, self.waits, op.work, op.id)
        f.seen[op.slot] = self.waits
        f.loops[op.slot] = (passes + 1, value)
        f.pc += 1
