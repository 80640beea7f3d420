"""Python for bodies that neither ask nor draw: straight functions without frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.play.codegen import calls, counting, endings, kit_words, speculation, stillness, values, verbs, watching
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.typesystem import types as t

# ------------------------------------------------------------------ the function of a quiet body


def function(b: Book, key: str, asked: bool = True) -> str:
    """`(s, names..)`: runs the body and gives what it reports; where nobody was asked, `player` may be nobody."""
    done = ("function", key, asked)
    if done not in b.done:
        name = b.done[done] = b.fresh(f"a_{safe(event_name(key))}_")
        block = b.program.blocks[key]
        names = stillness.parameters(b, key)
        lines = Lines(f"def {name}({', '.join(['s', *(f'l_{safe(n)}' for n in names)])}):")
        body = Quiet(b, block, lines)
        sure = {*block.params, *(("player",) if asked else ())}
        body.scope = {n: Bound(f"l_{safe(n)}", n in sure) for n in names}
        body.scope = {n: Bound(x.code, x.sure and n not in body.bound) for n, x in body.scope.items()}
        body.whole()
        b.add(lines)
    return b.done[done]


class Quiet(Body):
    """Writes a body as plain Python."""

    def __init__(self, b: Book, block: o.Block, lines: Lines, framed: bool = False) -> None:
        super().__init__(b, block, lines, framed)

    def whole(self) -> None:
        """Resets, what `old` asks for, the ops, reactions after it, endings at its end."""
        endings.entered(self)
        counting.called(self.b, self.lines, self.block.key)
        self.lines.put("reported = 0")
        start, given = len(self.lines.body), self.codes()
        self.run(0, len(self.block.ops) - 1)
        self.lines.body[start:start] = [f"    {line}" for line in self.unset(given)]
        calls.reactions(self, "after")
        watching.ended(self.b, self.lines, self.block.key, "before", self.scope_at_end())
        endings.left(self)
        counting.gone(self.b, self.lines, self.block.key)
        self.lines.put("return reported")

    def scope_at_end(self) -> Scope:
        """The names of a body when it is done: of what it bound nothing is certain."""
        return {n: Bound(x.code, x.sure and n in self.block.params) for n, x in self.scope.items()}

    def run(self, n: int, end: int) -> None:
        """Ops from n on, before `end`, as structured Python."""
        while n < end:
            n = HANDLERS[type(self.block.ops[n])](self, n, self.block.ops[n])

    def inside(self, n: int, end: int) -> None:
        """The same one level deeper."""
        before = len(self.lines.body)
        self.run(n, end)
        if len(self.lines.body) == before:
            self.lines.put("pass")


Handler = Callable[[Quiet, int, Any], int]


def _start(w: Quiet, n: int, op: o.Start) -> int:
    w.last_is("0")
    w.scope["last"] = Bound(w.variable("last"), True) if w.needs_last else Bound("None")
    return n + 1


def _let(w: Quiet, n: int, op: o.Let) -> int:
    w.bind(op.name, values.value(w.b, op.value, w.scope), values.sure(w.b, op.value, w.scope))
    return n + 1


def _require(w: Quiet, n: int, op: o.Require) -> int:
    test = kit_words.waiver(w.b, op.id, w.scope)
    code = values.test(w.b, op.condition, w.scope)
    if code != "True":
        whole = f"{code} or {test}" if test else code
        counting.required(w.b, w.lines, op.id, whole)
        w.lines.put(f"if not ({whole}): raise Fault('require', {quoted(op.id)})")
    return n + 1


def branch(block: o.Block, n: int) -> tuple[int, int]:
    """Where the first way of a branch ends, and where both meet again."""
    target = block.ops[n].target  # type: ignore[attr-defined]
    last = block.ops[target - 1] if target - 1 > n else None
    if isinstance(last, o.Jump) and last.target >= target:
        return target - 1, last.target
    return target, target


def _unless(w: Quiet, n: int, op: o.Unless) -> int:
    target, end = branch(w.block, n)
    if w.b.purity.constant(op.condition):
        if w.b.purity.fold(op.condition) is True:
            w.run(n + 1, target)
        else:
            w.run(op.target, end)
        return end
    return _branched(w, n, op.target, target, end, values.test(w.b, op.condition, w.scope))


def _branched(w: Quiet, n: int, other: int, target: int, end: int, test: str) -> int:
    w.lines.into(f"if {test}:")
    w.inside(n + 1, target)
    w.lines.out()
    if end > other:
        w.lines.into("else:")
        w.inside(other, end)
        w.lines.out()
    return end


def _payable(w: Quiet, n: int, op: o.Payable) -> int:
    target, end = branch(w.block, n)
    return _branched(w, n, op.target, target, end, speculation.affordable(w.b, op.steps, w.scope))


def _jump(w: Quiet, n: int, op: o.Jump) -> int:
    return op.target


def _core(w: Quiet, n: int, op: o.Core) -> int:
    depth = w.lines.depth
    verbs.carried_out(w, op.call, op.id, op.far)
    w.lines.depth = depth
    return n + 1


def _invoke(w: Quiet, n: int, op: o.Invoke) -> int:
    calls.invoked(w, op)
    return n + 1


def _perform(w: Quiet, n: int, op: o.Perform) -> int:
    calls.performed(w, op)
    return n + 1


def _event(w: Quiet, n: int, op: o.Event) -> int:
    calls.reactions(w, "before")
    return n + 1


def _line_end(w: Quiet, n: int, op: o.LineEnd) -> int:
    endings.line(w, n, op)
    return n + 1


def _finish(w: Quiet, n: int, op: o.Finish) -> int:
    winners = op.step.winners
    code = "None" if winners is None else f"({values.value(w.b, winners, w.scope)} or ())"
    w.lines.put(f"over(s, {code}, {quoted(op.id)})")
    return n + 1


# ------------------------------------------------------------------ loops


def members(w: Quiet, op: o.EachStart) -> str:
    """What a loop goes through, in its order, as it is when the loop begins."""
    step = op.step
    code = values.iterable(w.b, step.source, w.scope)
    if step.first == "top":
        return f"{code}[::-1]"
    if step.by == "rows":
        kind = (step.source.type.member or t.UNKNOWN).bare
        assert isinstance(kind, t.Row)
        column = w.b.constant(w.b.plan.column(kind.kind, str(step.first)))
        return f"by_rows({code}, {column})"
    if step.by == "seats":
        start = values.value(w.b, step.first, w.scope)  # type: ignore[arg-type]
        return f"from_seat({code}, {start}, {w.b.plan.seats})"
    return f"gone_through(s, s.waits, {code}, {op.work}, {quoted(op.id)})" if op.work else code


def times(w: Quiet, op: o.RepeatStart) -> str:
    """How often a loop runs."""
    code = f"{values.value(w.b, op.times, w.scope)} or 0"
    return f"check_passes(s, s.waits, {code}, {op.work}, {quoted(op.id)})" if op.work else code


def spent(w: Quiet, op: o.UntilNext) -> None:
    """A pass of a loop that only play can count."""
    if op.work:
        w.lines.put(f"spend(s, s.waits, {op.work}, {quoted(op.id)})")


def member_sure(op: o.EachNext | o.EachStart) -> bool:
    return not isinstance(op.step.source.type.member, t.Maybe)


def _each(w: Quiet, n: int, op: o.EachStart) -> int:
    following = w.block.ops[n + 1]
    assert isinstance(following, o.EachNext)
    w.lines.into(f"for {w.variable(op.step.name)} in {members(w, op)}:")
    w.named(op.step.name, member_sure(op))
    w.inside(n + 2, following.exit - 1)
    w.lines.out()
    return following.exit


def _repeat(w: Quiet, n: int, op: o.RepeatStart) -> int:
    following = w.block.ops[n + 1]
    assert isinstance(following, o.RepeatNext)
    w.lines.into(f"for _ in range({times(w, op)}):")
    w.inside(n + 2, following.exit - 1)
    w.lines.out()
    return following.exit


def _until(w: Quiet, n: int, op: o.UntilStart) -> int:
    following = w.block.ops[n + 1]
    assert isinstance(following, o.UntilNext)
    step, name = following.step, w.b.fresh("u")
    w.lines.put(f"{name} = 0" if step.times is not None else f"{name} = None")
    w.lines.into("while True:")
    w.lines.put(f"if {values.test(w.b, step.condition, w.scope)}: break")
    if step.times is not None:
        most = f"({values.value(w.b, step.times, w.scope)} or 0)"
        w.lines.put(f"if {name} >= {most}: raise ran_out({quoted(following.id)}, f'{{{most}}} passes were not enough')")
        w.lines.put(f"{name} += 1")
    elif step.falling is not None:
        w.lines.put(f"falls = {values.value(w.b, step.falling, w.scope)}")
        w.lines.put(f"if {name} is not None and not falls < {name}: raise unfallen({quoted(following.id)})")
        w.lines.put(f"{name} = falls")
    else:
        w.lines.put(f"if {name}: raise ran_out({quoted(following.id)}, 'a pass neither asked nor drew')")
        w.lines.put(f"{name} = True")
    spent(w, following)
    w.inside(n + 2, following.exit - 1)
    w.lines.out()
    return following.exit


HANDLERS: dict[type, Handler] = {
    o.Start: _start,
    o.Let: _let,
    o.Require: _require,
    o.Unless: _unless,
    o.Payable: _payable,
    o.Jump: _jump,
    o.Core: _core,
    o.Invoke: _invoke,
    o.Perform: _perform,
    o.Event: _event,
    o.LineEnd: _line_end,
    o.Finish: _finish,
    o.EachStart: _each,
    o.RepeatStart: _repeat,
    o.UntilStart: _until,
}
