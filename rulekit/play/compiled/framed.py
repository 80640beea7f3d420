"""Python for bodies that can wait: a ladder of labels that goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.kinds import types as t
from rulekit.play import ops as o
from rulekit.play.compiled import calls, decisions, draws, kit_words, prices, quiet, values
from rulekit.play.compiled.book import NOTHING, Book, Bound, Lines, Scope
from rulekit.play.compiled.shelf import safe
from rulekit.play.evaluate import zones
from rulekit.play.steps import event_name


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
        self.still = [quiet.quiet_op(b, block, n) for n in range(len(block.ops))]
        self.labels: list[int] = []

    def ladder(self) -> None:
        self._load()
        self.labels = self._labels()
        single = self.labels == [0]
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

    def _load(self) -> None:
        """The names this body reads, out of its frame."""
        self.lines.put("E = f.env")
        params = quiet.parameters(self.b, self.block.key)
        for name in sorted((self.read | set(params)) - {"it"}):
            sure = name in self.block.params or (name == "player" and self.block.key.startswith("action "))
            if name in self.read:
                self.lines.put(f"l_{safe(name)} = E.get({name!r})")
            code = f"l_{safe(name)}" if name in self.read else f"E.get({name!r})"
            self.scope[name] = Bound(code, sure and name not in self.bound)
        for node in self.block.olds:
            self.scope[f"old {id(node)}"] = Bound(f"f.old[{id(node)}]")
        if self.block.key.startswith("reaction "):
            self.scope["old"] = Bound("f.old")

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
            found |= LABELS.get(type(op), lambda n, op: {n + 1})(n, op)
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
}


def _unless(w: Framed, n: int, op: o.Unless) -> None:
    if w.b.purity.constant(op.condition):
        w.goto(n + 1 if w.b.purity.fold(op.condition) is True else op.target)
        return
    w.lines.put(f"pc = {n + 1} if {values.test(w.b, op.condition, w.scope)} else {op.target}")
    w.lines.put("continue")


def _payable(w: Framed, n: int, op: o.Payable) -> None:
    w.lines.put(f"pc = {n + 1} if {prices.affordable(w.b, op.steps, w.scope)} else {op.target}")
    w.lines.put("continue")


def _jump(w: Framed, n: int, op: o.Jump) -> None:
    w.goto(op.target)


# ------------------------------------------------------------------ calls


def pusher(b: Book, key: str) -> str:
    """`(s, env, clause)`: a body begins, with a frame."""
    done = ("push", key)
    if done not in b.done:
        name = b.done[done] = b.fresh(f"p_{safe(event_name(key))}_")
        block = b.program.blocks[key]
        lines = Lines(f"def {name}(s, E, clause):")
        lines.put(f"f = Frame(E, {function_later(b, key)}, {key!r})")
        body = quiet.Quiet(b, block, lines)
        body.scope = _from_env(block, b)
        _bounded(body, block)
        from rulekit.play.compiled.endings import reset

        reset(body, event_name(key))
        if any(isinstance(op, LOOPING) for op in block.ops):
            lines.put("f.loops = {}")
            lines.put("f.seen = {}")
        lines.put("s.frames.append(f)")
        olds = {id(x): x for x in block.olds}
        if olds:
            pairs = ", ".join(f"{k}: {kept(b, x, body.scope)}" for k, x in olds.items())
            lines.put(f"f.old = {{{pairs}}}")
        b.add(lines)
    return b.done[done]


def kept(b: Book, node: Any, scope: Scope) -> str:
    """What `old` will give; a zone keeps what lies in it."""
    code = values.value(b, node.value, scope)
    return f"past(s, {code})" if zones(node.type) else code


def function_later(b: Book, key: str) -> str:
    """A frame finds its function by name when it is made; bodies may call each other in a ring."""
    return f"BODIES[{key!r}]"


def _from_env(block: o.Block, b: Book) -> dict[str, Bound]:
    names = set(quiet.parameters(b, block.key)) | {"player", "here"}
    sure = {*block.params} | ({"player"} if block.key.startswith("action ") else set())
    return {n: Bound(f"E.get({n!r})" if n not in sure else f"E[{n!r}]", n in sure) for n in names}


def _bounded(w: quiet.Quiet, block: o.Block) -> None:
    if block.deep is None and block.falling is None:
        return
    w.lines.put(f"same = [g for g in s.frames if g.key == {block.key!r} and g.phase == 'run']")
    if block.deep is not None:
        w.lines.put(f"if len(same) >= {block.deep}: raise Fault('too-deep', clause, 'at most {block.deep} deep')")
    if block.falling is not None:
        w.lines.put(f"E['measure'] = falls = {values.value(w.b, block.falling, w.scope)}")
        w.lines.put("if same and not falls < same[-1].env['measure']: raise unfallen(clause)")


LOOPING = (o.EachStart, o.RepeatStart, o.UntilStart, o.Menu, o.Seal)


def _invoke(w: Framed, n: int, op: o.Invoke) -> None:
    key = "turn" if op.call.proc is None else f"proc {op.call.proc}"
    if key == "turn":
        w.lines.put(f"{pusher(w.b, key)}(s, {{}}, {op.id!r})")
        w.wait(n + 1)
        return
    guard, args = calls.arguments(w, op.call)
    given = dict(zip((name for name, _ in op.call.args), args, strict=True))
    env = {"player": w.scope.get("player", NOTHING).code, "here": w.scope.get("here", NOTHING).code, **given}
    pairs = ", ".join(f"{name!r}: {code}" for name, code in env.items())
    depth = w.lines.depth
    if guard:
        w.lines.into(f"if {guard}:")
    w.lines.put(f"{pusher(w.b, key)}(s, {{{pairs}}}, {op.id!r})")
    w.wait(n + 1)
    w.lines.depth = depth
    if guard:
        w.last_is("0")


def _perform(w: Framed, n: int, op: o.Perform) -> None:
    """An effect: some of a column are quiet, some have frames."""
    what = op.call.args[0][1]
    kind = t.bare(what.type)
    assert isinstance(kind, t.EffectOf)
    guard, effect, _ = values.bare(w.b, what, w.scope)
    at = op.call.get("with")
    here = "None" if at is None else values.value(w.b, at, w.scope)
    names = calls.column_names(w.b, kind)
    player = w.scope.get("player", NOTHING).code
    pairs = "".join(f", {x!r}: {w.scope.get(x, NOTHING).code}" for x in names)
    depth = w.lines.depth
    if guard:
        w.lines.into(f"if {guard}:")
    w.lines.put(f"{_pushers(w.b, kind)}[{effect}](s, {{'player': {player}, 'here': {here}{pairs}}}, {op.id!r})")
    w.wait(n + 1)
    w.lines.depth = depth
    if guard:
        w.last_is("0")


def _pushers(b: Book, kind: t.EffectOf) -> str:
    key = ("pushers", kind.kind, kind.column)
    if key not in b.done:
        name = b.done[key] = b.fresh("PUSH")
        rows = ", ".join(f"{n}: {pusher(b, b.plan.effects[n].key)}" for n in b.plan.members(kind))
        b.texts.append(f"{name} = {{{rows}}}\n")
    return b.done[key]


# ------------------------------------------------------------------ reactions and the end


def _event(w: Framed, n: int, op: o.Event) -> None:
    """Reactions before the first effect, and reactions instead of the body, each with a frame."""
    name = event_name(w.block.key)
    before = [(r, False) for r in w.b.program.reactions.get(("before", name), ())]
    instead = [(r, True) for r in w.b.program.reactions.get(("instead of", name), ())]
    if before or instead:
        _push_reactions(w, before + instead)
        w.wait(n + 1)


def _push_reactions(w: Framed, reactions: list[tuple[o.Block, bool]]) -> None:
    found = "".join(f"react(f, BODIES[{r.key!r}], {r.key!r}, {host}), " for r, host in reversed(reactions))
    w.lines.put(f"s.frames += ({found})")


def _return(w: Framed, n: int, op: o.Return) -> None:
    key, name = w.block.key, event_name(w.block.key)
    after = w.b.program.reactions.get(("after", name), ()) if key.startswith(("action ", "proc ", "turn")) else ()
    if after:
        w.lines.into("if f.phase == 'run':")
        w.lines.put("f.phase = 'after'")
        _push_reactions(w, [(r, False) for r in after])
        w.wait(n)
        w.lines.out()
    w.lines.put("s.frames.pop()")
    if key.startswith("reaction "):
        w.lines.put("if f.host and f.fired: skip_host(s, ENDS)")
    if key.startswith(("proc ", "effect ")):
        if w.b.asks_last:
            w.lines.put("if s.frames: own(s).env['last'] = f.reported")
    for ending in w.b.program.endings.get(name, ()):
        w.lines.put(f"if s.started and {values.test(w.b, ending.condition, {})}: over(s, None, {ending.id!r})")
    w.lines.put("return")


# ------------------------------------------------------------------ loops


def _each_start(w: Framed, n: int, op: o.EachStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = tuple({quiet.members(w, op)})")


def _each_next(w: Framed, n: int, op: o.EachNext) -> None:
    w.lines.put(f"left = f.loops[{op.slot}]")
    w.lines.into("if not left:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.bind(op.step.name, "left[0]", quiet.member_sure(op))
    w.lines.put(f"f.loops[{op.slot}] = left[1:]")


def _repeat_start(w: Framed, n: int, op: o.RepeatStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = (0, {values.value(w.b, op.times, w.scope)} or 0)")


def _repeat_next(w: Framed, n: int, op: o.RepeatNext) -> None:
    w.lines.put(f"done, times_ = f.loops[{op.slot}]")
    w.lines.into("if done >= times_:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.lines.put(f"f.loops[{op.slot}] = (done + 1, times_)")


def _until_start(w: Framed, n: int, op: o.UntilStart) -> None:
    w.lines.put(f"f.loops[{op.slot}] = (0, None)")
    w.lines.put(f"f.seen.pop({op.slot}, None)")


def _until_next(w: Framed, n: int, op: o.UntilNext) -> None:
    w.lines.into(f"if {values.test(w.b, op.step.condition, w.scope)}:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.lines.put(f"passes, before = f.loops[{op.slot}]")
    w.lines.put("falls = None")
    if op.step.times is not None:
        w.lines.put(f"most = {values.value(w.b, op.step.times, w.scope)} or 0")
        w.lines.put(f"if passes >= most: raise ran_out({op.id!r}, f'{{most}} passes were not enough')")
    elif op.step.falling is not None:
        w.lines.put(f"falls = {values.value(w.b, op.step.falling, w.scope)}")
        w.lines.put(f"if before is not None and not falls < before: raise unfallen({op.id!r})")
    else:
        w.lines.put(f"if f.seen.get({op.slot}) == s.waits: raise ran_out({op.id!r}, 'a pass neither asked nor drew')")
    w.lines.put(f"f.seen[{op.slot}] = s.waits")
    w.lines.put(f"f.loops[{op.slot}] = (passes + 1, falls)")


WAITING: dict[type, Written] = {
    o.Unless: _unless,
    o.Payable: _payable,
    o.Jump: _jump,
    o.Invoke: _invoke,
    o.Perform: _perform,
    o.Event: _event,
    o.Return: _return,
    o.EachStart: _each_start,
    o.EachNext: _each_next,
    o.RepeatStart: _repeat_start,
    o.RepeatNext: _repeat_next,
    o.UntilStart: _until_start,
    o.UntilNext: _until_next,
    o.Ask: lambda w, n, op: decisions.ask(w, n, op),
    o.Menu: lambda w, n, op: decisions.menu(w, n, op),
    o.Seal: lambda w, n, op: decisions.seal(w, n, op),
    o.SealNext: lambda w, n, op: decisions.seal_next(w, n, op),
    o.Roll: lambda w, n, op: draws.roll(w, n, op),
    o.Lot: lambda w, n, op: draws.lot(w, n, op),
    o.Shuffle: lambda w, n, op: draws.shuffle(w, n, op),
}

__all__ = ["function", "kit_words", "pusher"]
