"""One step of each kind of loop."""

from __future__ import annotations

from typing import Any

from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_budget import repeated, spend
from rulekit.play.position.frames import Frame, env_of
from rulekit.typesystem import types as t


def _each_start(m: Machine, f: Frame, op: o.EachStart, b: o.Block) -> None:
    e = m.eyes()
    members = tuple(e.value(op.step.source, env_of(f)) or ())
    first = op.step.first
    if first == "top":
        members = tuple(reversed(members))
    elif op.step.by == "rows":
        kind = t.bare(t.member(op.step.source.type) or t.UNKNOWN)
        assert isinstance(kind, t.Row)
        column = m.plan.column(kind.kind, str(first))
        members = tuple(sorted(members, key=lambda r: (column[r] is None, column[r])))
    elif op.step.by == "seats":
        start = e.value(first, env_of(f)) or 0  # type: ignore[arg-type]
        members = tuple(sorted(members, key=lambda s: (s - start) % m.plan.seats))
    if op.work:
        spend(m, m.waits, len(members) * op.work, op.id)
    f.loops[op.slot] = members
    f.pc += 1


def _each_next(m: Machine, f: Frame, op: o.EachNext, b: o.Block) -> None:
    left = f.loops[op.slot]
    if not left:
        del f.loops[op.slot]
        f.pc = op.exit
        return
    f.env[op.step.name] = left[0]
    f.loops[op.slot] = left[1:]
    f.pc += 1


def _repeat_start(m: Machine, f: Frame, op: o.RepeatStart, b: o.Block) -> None:
    times = m.eyes().value(op.times, env_of(f)) or 0
    f.loops[op.slot] = (0, repeated(m, m.waits, times, op.work, op.id) if op.work else times)
    f.pc += 1


def _repeat_next(m: Machine, f: Frame, op: o.RepeatNext, b: o.Block) -> None:
    done, times = f.loops[op.slot]
    if done >= times:
        del f.loops[op.slot]
        f.pc = op.exit
        return
    f.loops[op.slot] = (done + 1, times)
    f.pc += 1


def _until_start(m: Machine, f: Frame, op: o.UntilStart, b: o.Block) -> None:
    f.loops[op.slot] = (0, None)
    f.seen.pop(op.slot, None)
    f.pc += 1


def _until_next(m: Machine, f: Frame, op: o.UntilNext, b: o.Block) -> None:
    passes, before = f.loops[op.slot]
    e = m.eyes()
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
    elif f.seen.get(op.slot) == m.waits:
        raise Fault("ran-out", op.id, "a pass neither asked nor drew")
    if op.work:
        spend(m, m.waits, op.work, op.id)
    f.seen[op.slot] = m.waits
    f.loops[op.slot] = (passes + 1, value)
    f.pc += 1


HANDLERS: dict[type, Any] = {
    o.EachStart: _each_start,
    o.EachNext: _each_next,
    o.RepeatStart: _repeat_start,
    o.RepeatNext: _repeat_next,
    o.UntilStart: _until_start,
    o.UntilNext: _until_next,
}
