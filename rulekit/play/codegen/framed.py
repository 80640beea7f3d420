"""Python for bodies that can wait: a ladder of labels that goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import (
    calls,
    counting,
    decisions,
    draws,
    endings,
    passes,
    pushing,
    quiet,
    returning,
    speculation,
    stillness,
    values,
)
from rulekit.play.codegen.book import NOTHING, Book, Bound, Lines
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.purity import kept_name
from rulekit.typesystem import types as t


def function(b: Book, key: str) -> str:
    """`(s, f)`: goes on with a frame until it waits, calls, or ends."""
    done = ("frame", key)
    if done not in b.done:
        name = b.done[done] = b.fresh(f"b_{safe(event_name(key))}_")
        body = Framed(b, b.program.blocks[key], Lines(f"def {name}(s, f):"))
        body.ladder()
        b.add(body.lines)
    return b.done[done]


class Framed(quiet.Quiet):
    """Writes a body whose names are kept in a frame."""

    def __init__(self, b: Book, block: o.Block, lines: Lines) -> None:
        super().__init__(b, block, lines, True)
        self.still = [stillness.quiet_op(b, block, n) for n in range(len(block.ops))]
        self.labels: list[int] = []

    def ladder(self) -> None:
        self._load()
        self.labels = self._labels()
        ever = pushing.endless(self.b, self.block.key)
        ever = ever or any(forever(self.block, n) for n in range(len(self.block.ops)))
        single = self.labels == [0] and not ever
        if not single:
            self.lines.put("pc = f.pc")
            self.lines.into("while True:")
        for k, label in enumerate(self.labels):
            following = self.labels[k + 1] if k + 1 < len(self.labels) else len(self.block.ops)
            if not single:
                self.lines.into(f"if pc == {label}:")
            depth = self.lines.depth
            self.segment(label, following)
            self.lines.depth = depth
            if not single:
                if following < len(self.block.ops):
                    self.lines.put(f"pc = {following}")
                self.lines.out()
        if not single:
            self.lines.put("raise astray(f, pc)")

    def _load(self) -> None:
        """The names this body reads, out of its frame."""
        self.lines.put("E = f.env")
        counting.entered(self.b, self.lines, self.block.key)
        params = stillness.parameters(self.b, self.block.key)
        for name in sorted((self.read | set(params)) - {"it"}):
            sure = name in self.block.params or (name == "player" and self.block.key.startswith("action "))
            if name in self.read:
                self.lines.put(f"l_{safe(name)} = E.get({quoted(name)})")
            code = f"l_{safe(name)}" if name in self.read else f"E.get({quoted(name)})"
            self.scope[name] = Bound(code, sure and name not in self.bound)
        inside = walk(self.block.body) if self.block.key.startswith("reaction ") else ()
        for node in (*self.block.olds, *(n for n in inside if isinstance(n, v.Earlier))):
            self.scope[kept_name(node)] = Bound(f"f.old[{id(node)}]")

    # -------------------------------------------------------------- labels

    def whole_quiet(self, n: int) -> int | None:
        """Where the construct that begins here ends, if nothing in it waits."""
        end = self.end_of(n)
        return end if all(self.still[n:end]) and not isinstance(self.block.ops[n], o.Return) else None

    def end_of(self, n: int) -> int:
        op = self.block.ops[n]
        if isinstance(op, o.Unless | o.Payable):
            return max(quiet.branch(self.block, n)[1], n + 1)
        if isinstance(op, o.EachStart | o.RepeatStart | o.UntilStart):
            return self.block.ops[n + 1].exit  # type: ignore[attr-defined, no-any-return]
        return n + 1

    def _labels(self) -> list[int]:
        found, n = {0}, 0
        while n < len(self.block.ops):
            end = self.whole_quiet(n)
            op = self.block.ops[n]
            if end is not None and not isinstance(op, o.Jump | o.EachNext | o.RepeatNext | o.UntilNext):
                n = end
                continue
            found |= LABELS[type(op)](n, op) if type(op) in LABELS else {n + 1}
            n += 1
        return sorted(x for x in found if x < len(self.block.ops))

    def segment(self, n: int, end: int) -> None:
        while n < end:
            quiet_end = self.whole_quiet(n)
            op = self.block.ops[n]
            if quiet_end is not None and not isinstance(op, o.Jump | o.EachNext | o.RepeatNext | o.UntilNext):
                n = quiet.HANDLERS[type(op)](self, n, op)
                continue
            WAITING[type(op)](self, n, op)
            n += 1

    # -------------------------------------------------------------- going on

    def goto(self, n: int) -> None:
        self.lines.put(f"pc = {n}")
        self.lines.put("continue")

    def wait(self, n: int) -> None:
        self.lines.put(f"f.pc = {n}")
        self.lines.put("return")

    def onward(self, n: int) -> None:
        """Run what was begun; if it ends at once go on here, else let it stand until it does."""
        self.lines.put(f"f.pc = {n}")
        self.lines.put("g = s.frames[-1]")
        self.lines.put("g.body(s, g)")
        self.lines.put("if s.stage or s.frames[-1] is not f: return")
        counting.entered(self.b, self.lines, self.block.key)
        if self.needs_last:
            self.lines.put("l_last = E.get('last')")

    def skip(self, op: o.Ask, n: int) -> None:
        """Nobody is asked; what would have been bound is nothing."""
        for param in getattr(op.step, "params", ()):
            self.bind(param.name, "None" if param.amount == "one" else "()", param.amount != "one")
        self.goto(n + 1)


Written = Callable[[Framed, int, Any], None]
LABELS: dict[type, Callable[[int, Any], set[int]]] = {
    o.Unless: lambda n, op: {n + 1, op.target},
    o.Payable: lambda n, op: {n + 1, op.target},
    o.Jump: lambda n, op: {op.target, n + 1},
    o.EachStart: lambda n, op: {n + 1},
    o.EachNext: lambda n, op: {n, n + 1, op.exit},
    o.RepeatStart: lambda n, op: {n + 1},
    o.RepeatNext: lambda n, op: {n, n + 1, op.exit},
    o.UntilStart: lambda n, op: {n + 1},
    o.UntilNext: lambda n, op: {n, n + 1, op.exit},
    o.Ask: lambda n, op: {n, n + 1},
    o.Menu: lambda n, op: {n, n + 1},
    o.Seal: lambda n, op: {n, n + 1, op.exit},
    o.SealNext: lambda n, op: {n, n + 1, op.exit},
    o.Return: lambda n, op: {n},
    o.Roll: lambda n, op: {n, n + 1},
    o.Lot: lambda n, op: {n, n + 1},
    o.Shuffle: lambda n, op: {n, n + 1},
}


def _unless(w: Framed, n: int, op: o.Unless) -> None:
    if w.b.purity.constant(op.condition):
        w.goto(n + 1 if w.b.purity.fold(op.condition) is True else op.target)
        return
    w.lines.put(f"pc = {n + 1} if {values.test(w.b, op.condition, w.scope)} else {op.target}")
    w.lines.put("continue")


def _payable(w: Framed, n: int, op: o.Payable) -> None:
    w.lines.put(f"pc = {n + 1} if {speculation.affordable(w.b, op.steps, w.scope)} else {op.target}")
    w.lines.put("continue")


def _jump(w: Framed, n: int, op: o.Jump) -> None:
    if forever(w.block, n):
        w.lines.put(f"spend(s, s.waits, {op.work}, {quoted(op.id)})")
    w.goto(op.target)


def forever(block: o.Block, n: int) -> bool:
    """A jump back that no loop ends."""
    op = block.ops[n]
    back = isinstance(op, o.Jump) and op.target <= n
    return back and not isinstance(block.ops[op.target], o.EachNext | o.RepeatNext | o.UntilNext)  # type: ignore[attr-defined]


def _invoke(w: Framed, n: int, op: o.Invoke) -> None:
    key = "turn" if op.call.proc is None else f"proc {op.call.proc}"
    if key == "turn":
        w.lines.put(pushing.begun(w.b, key, "{}", op.id))
        w.onward(n + 1)
        return
    guard, args = calls.arguments(w, op.call)
    given = dict(zip((name for name, _ in op.call.args), args, strict=True))
    env = {"player": w.scope.get("player", NOTHING).code, "here": w.scope.get("here", NOTHING).code, **given}
    pairs = ", ".join(f"{quoted(name)}: {code}" for name, code in env.items())
    depth = w.lines.depth
    if guard:
        w.lines.into(f"if {guard}:")
    w.lines.put(pushing.begun(w.b, key, f"{{{pairs}}}", op.id))
    w.onward(n + 1)
    w.lines.depth = depth
    if guard and w.needs_last:
        w.lines.into("else:")
        w.last_is("0")
        w.lines.out()


def _perform(w: Framed, n: int, op: o.Perform) -> None:
    """An effect: some of a column are quiet, some have frames."""
    what = op.call.args[0][1]
    kind = what.type.bare
    assert isinstance(kind, t.EffectOf)
    guard, effect, _ = values.bare(w.b, what, w.scope)
    at = op.call.get("with")
    here = "None" if at is None else values.value(w.b, at, w.scope)
    names = stillness.column_names(w.b, kind)
    player = w.scope.get("player", NOTHING).code
    pairs = "".join(f", {quoted(x)}: {w.scope.get(x, NOTHING).code}" for x in names)
    depth = w.lines.depth
    if guard:
        w.lines.into(f"if {guard}:")
    w.lines.put(
        f"{pushing.pushers(w.b, kind)}[{effect}](s, {{'player': {player}, 'here': {here}{pairs}}}, {quoted(op.id)})"
    )
    w.onward(n + 1)
    w.lines.depth = depth
    if guard and w.needs_last:
        w.lines.into("else:")
        w.last_is("0")
        w.lines.out()


WAITING: dict[type, Written] = {
    o.Unless: _unless,
    o.Payable: _payable,
    o.Jump: _jump,
    o.Invoke: _invoke,
    o.Perform: _perform,
    o.Event: lambda w, n, op: returning.event(w, n, op),
    o.Return: lambda w, n, op: returning.returned(w, n, op),
    o.EachStart: passes.each_start,
    o.EachNext: passes.each_next,
    o.RepeatStart: passes.repeat_start,
    o.RepeatNext: passes.repeat_next,
    o.UntilStart: passes.until_start,
    o.UntilNext: passes.until_next,
    o.Ask: lambda w, n, op: decisions.ask(w, n, op),
    o.Menu: lambda w, n, op: decisions.menu(w, n, op),
    o.Seal: lambda w, n, op: decisions.seal(w, n, op),
    o.SealNext: lambda w, n, op: decisions.seal_next(w, n, op),
    o.Roll: lambda w, n, op: draws.roll(w, n, op),
    o.Lot: lambda w, n, op: draws.lot(w, n, op),
    o.Shuffle: lambda w, n, op: draws.shuffle(w, n, op),
}


def beginning(b: Book) -> Lines:
    """What is looked at when set-up is over, before the first turn."""
    lines = Lines("def beginning(s):")
    endings.beginning(quiet.Quiet(b, b.program.blocks["play"], lines))
    lines.put("return")
    return lines
