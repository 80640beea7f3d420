"""Python for loops in whole games: turn after turn, and passes that must wait for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.play.codegen import quiet, values
from rulekit.play.codegen.book import Book
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Program

if TYPE_CHECKING:
    from rulekit.play.codegen.course import Course

BACKS = (o.EachNext, o.RepeatNext, o.UntilNext, o.SealNext)


def measures(program: Program) -> dict[str, str]:
    """For each body that may run inside itself only so often, or must fall: the slot that holds its runs."""
    found = [key for key, block in program.blocks.items() if block.deep is not None or block.falling is not None]
    return {key: f"d_{n}" for n, key in enumerate(found)}


def told(b: Book, key: str, clause: str) -> list[str]:
    """Such a body is told which line begins it."""
    return [clause] * (key in measures(b.program))


def bounded(w: Course) -> None:
    """A body with a measure begins: how often is it under way, and has its measure fallen?"""
    slot = measures(w.b.program).get(w.block.key)
    if slot is None:
        return
    deep, falls = w.block.deep, "None"
    if deep is not None:
        w.lines.put(f"if len(s.{slot}) >= {deep}: raise Fault('too-deep', {w.clause}, 'at most {deep} deep')")
    w.lines.put(f"spend(s, s.waits, {w.block.work}, {w.clause})")
    if w.block.falling is not None:
        falls = w.b.fresh("falls")
        w.lines.put(f"{falls} = {values.value(w.b, w.block.falling, w.scope)}")
        w.lines.put(f"if s.{slot} and not {falls} < s.{slot}[-1]: raise unfallen({w.clause})")
    w.lines.put(f"s.{slot}.append({falls})")


def unbounded(w: Course) -> None:
    """It has run."""
    slot = measures(w.b.program).get(w.block.key)
    if slot is not None:
        w.lines.put(f"s.{slot}.pop()")


def heads(block: o.Block) -> dict[int, int]:
    """Where loops that nothing ends begin, and where each jumps back."""
    found = {n: op for n, op in enumerate(block.ops) if isinstance(op, o.Jump)}
    return {op.target: n for n, op in found.items() if again(block, n, op)}


def again(block: o.Block, n: int, op: o.Jump) -> bool:
    """A jump back that no loop ends."""
    return op.target <= n and not isinstance(block.ops[op.target], BACKS)


def ever(w: Course, n: int, end: int) -> int:
    """Turn after turn, for ever."""
    w.lines.into("while True:")
    w.inside(n, end)
    back = w.block.ops[end]
    if isinstance(back, o.Jump) and not always_asks(w.b, w.block, n, end):
        w.lines.put(f"spend(s, s.waits, {back.work}, {quoted(back.id)})")
    w.lines.out()
    return end + 1


def always_asks(b: Book, block: o.Block, n: int, end: int) -> bool:
    """Does every pass through these ops wait for an answer?"""
    while n < end:
        op = block.ops[n]
        if isinstance(op, o.Ask):
            step = op.step
            if step.mode == "must" and not step.able and op.sealed is None and values.sure(b, step.who, {}):
                return not b.program.forced_taken  # a move that is taken because it is the only one waits for nobody
        elif isinstance(op, o.Invoke) and not op.call.args:
            inner = b.program.blocks["turn" if op.call.proc is None else f"proc {op.call.proc}"]
            if always_asks(b, inner, 0, len(inner.ops)):
                return True
        elif isinstance(op, o.Unless | o.Payable):
            n = max(quiet.branch(block, n)[1], n + 1)
            continue
        elif isinstance(op, o.EachStart | o.RepeatStart | o.UntilStart):
            n = block.ops[n + 1].exit  # type: ignore[attr-defined]
            continue
        n += 1
    return False


def until(w: Course, n: int, op: o.UntilStart) -> int:
    """Without a measure a pass must wait."""
    following = w.block.ops[n + 1]
    assert isinstance(following, o.UntilNext)
    step = following.step
    if step.times is not None or step.falling is not None:
        return quiet.HANDLERS[o.UntilStart](w, n, op)
    asking = always_asks(w.b, w.block, n + 2, following.exit)
    name = w.b.fresh("u")
    if not asking:
        w.lines.put(f"{name} = None")
    w.lines.into("while True:")
    test = values.test(w.b, step.condition, w.scope)
    w.lines.put(f"if {test}: break")
    if not asking:
        w.lines.put(f"if {name} == s.waits: raise ran_out({quoted(following.id)}, 'a pass neither asked nor drew')")
        w.lines.put(f"{name} = s.waits")
        quiet.spent(w, following)
    w.inside(n + 2, following.exit - 1)
    w.lines.out()
    return following.exit
