"""Python for loops that can wait: the pass, the value that falls, the members that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.play.codegen import quiet, values
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o

if TYPE_CHECKING:
    from rulekit.play.codegen.framed import Framed


def each_start(w: Framed, n: int, op: o.EachStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = tuple({quiet.members(w, op)})")


def each_next(w: Framed, n: int, op: o.EachNext) -> None:
    w.lines.put(f"left = f.loops[{op.slot}]")
    w.lines.into("if not left:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.bind(op.step.name, "left[0]", quiet.member_sure(op))
    w.lines.put(f"f.loops[{op.slot}] = left[1:]")


def repeat_start(w: Framed, n: int, op: o.RepeatStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = (0, {quiet.times(w, op)})")


def repeat_next(w: Framed, n: int, op: o.RepeatNext) -> None:
    w.lines.put(f"done, times_ = f.loops[{op.slot}]")
    w.lines.into("if done >= times_:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.lines.put(f"f.loops[{op.slot}] = (done + 1, times_)")


def until_start(w: Framed, n: int, op: o.UntilStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = (0, None)")
    w.lines.put(f"f.seen.pop({op.slot}, None)")


def until_next(w: Framed, n: int, op: o.UntilNext) -> None:
    w.lines.into(f"if {values.test(w.b, op.step.condition, w.scope)}:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.lines.put(f"passes, before = f.loops[{op.slot}]")
    w.lines.put("falls = None")
    if op.step.times is not None:
        w.lines.put(f"most = {values.value(w.b, op.step.times, w.scope)} or 0")
        w.lines.put(f"if passes >= most: raise ran_out({quoted(op.id)}, f'{{most}} passes were not enough')")
    elif op.step.falling is not None:
        w.lines.put(f"falls = {values.value(w.b, op.step.falling, w.scope)}")
        w.lines.put(f"if before is not None and not falls < before: raise unfallen({quoted(op.id)})")
    else:
        w.lines.put(
            f"if f.seen.get({op.slot}) == s.waits: raise ran_out({quoted(op.id)}, 'a pass neither asked nor drew')"
        )
    quiet.spent(w, op)
    w.lines.put(f"f.seen[{op.slot}] = s.waits")
    w.lines.put(f"f.loops[{op.slot}] = (passes + 1, falls)")
