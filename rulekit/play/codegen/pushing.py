"""Python that begins a body with a frame: bounds, resets, what `old` will ask for."""

from __future__ import annotations

from typing import Any

from rulekit.play.codegen import endings, framed, quiet, stillness, values, watching
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.frames import MEASURE
from rulekit.typesystem import types as t

LOOPING = (o.EachStart, o.RepeatStart, o.UntilStart, o.Menu, o.Seal)


def pusher(b: Book, key: str) -> str:
    """`(s, env, clause)`: a body begins, with a frame."""
    done = ("push", key)
    if not b.done.get(done):
        name = b.done[done] = b.fresh(f"p_{safe(event_name(key))}_")
        block = b.program.blocks[key]
        lines = Lines(f"def {name}(s, E, clause):")
        lines.put(f"f = {frame(b, key, 'E')}")
        body = quiet.Quiet(b, block, lines)
        body.scope = _from_env(block, b)
        _bounded(body, block)
        endings.reset(body, event_name(key))
        lines.put("s.frames.append(f)")
        watching.begun(b, lines, key, "f.before")
        olds = {id(x): x for x in block.olds}
        if olds:
            pairs = ", ".join(f"{k}: {kept(b, x, body.scope)}" for k, x in olds.items())
            lines.put(f"f.old = {{{pairs}}}")
        b.add(lines)
    return b.done[done]


def begun(b: Book, key: str, env: str, clause: str | None) -> str:
    """The statement that begins a body with a frame; nothing but the frame where nothing else is to be done."""
    block = b.program.blocks[key]
    plain = block.deep is None and block.falling is None and not block.olds and not watching.laws(b, key)
    if plain and event_name(key) not in b.program.resets:
        b.done["push", key] = ""
        return f"s.frames.append({frame(b, key, env)})"
    return f"{pusher(b, key)}(s, {env}, {quoted(clause)})"


def frame(b: Book, key: str, env: str) -> str:
    looping = any(isinstance(op, LOOPING) for op in b.program.blocks[key].ops)
    return f"{'LoopFrame' if looping else 'Frame'}(s.me, {env}, {framed.function(b, key)}, {quoted(key)})"


def kept(b: Book, node: Any, scope: Scope) -> str:
    """What `old` will give; a zone keeps what lies in it."""
    code = values.value(b, node.value, scope)
    return f"past(s, {code})" if node.type.zones else code


def _from_env(block: o.Block, b: Book) -> dict[str, Bound]:
    names = set(stillness.parameters(b, block.key)) | {"player", "here"}
    sure = {*block.params} | ({"player"} if block.key.startswith("action ") else set())
    return {n: Bound(f"E.get({quoted(n)})" if n not in sure else f"E[{quoted(n)}]", n in sure) for n in names}


def _bounded(w: quiet.Quiet, block: o.Block) -> None:
    if block.deep is None and block.falling is None:
        return
    w.lines.put(f"same = [g for g in s.frames if g.key == {quoted(block.key)} and g.phase == 'run']")
    if block.deep is not None:
        w.lines.put(f"if len(same) >= {block.deep}: raise Fault('too-deep', clause, 'at most {block.deep} deep')")
    w.lines.put(f"spend(s, s.waits, {block.work}, clause)")
    if block.falling is not None:
        w.lines.put(f"E[{MEASURE!r}] = falls = {values.value(w.b, block.falling, w.scope)}")
        w.lines.put(f"if same and not falls < same[-1].env[{MEASURE!r}]: raise unfallen(clause)")


def pushers(b: Book, kind: t.EffectOf) -> str:
    key = ("pushers", kind.kind, kind.column)
    if key not in b.done:
        name = b.done[key] = b.fresh("PUSH")
        rows = ", ".join(f"{n}: {pusher(b, b.plan.effects[n].key)}" for n in b.plan.members(kind))
        b.texts.append(f"{name} = {{{rows}}}\n")
    return b.done[key]


# ------------------------------------------------------------------ turn after turn


def endless(b: Book, key: str) -> bool:
    """Is this the turn of a game that is nothing but turns? Then its frame is used again."""
    if key != "turn" or b.program.blocks["play"].body is not None:
        return False
    calls = [op for block in b.program.blocks.values() for op in block.ops if isinstance(op, o.Invoke)]
    return sum(1 for op in calls if op.call.proc is None) == 1


def again(w: framed.Framed) -> None:
    """What stands between two turns, and the next turn in the same frame."""
    b, lines, block = w.b, w.lines, w.block
    between = quiet.Quiet(b, b.program.blocks["play"], lines)
    between.run(1, len(between.block.ops) - 1)
    back = between.block.ops[len(between.block.ops) - 1]
    assert isinstance(back, o.Jump)
    lines.put(f"spend(s, s.waits, {back.work}, {quoted(back.id)})")
    endings.reset(w, "turn")
    watching.begun(b, lines, "turn", "f.before")
    lines.put("f.env = E = {}")
    if any(isinstance(op, LOOPING) for op in block.ops):
        lines.put("f.loops = {}")
        lines.put("f.seen = {}")
    lines.put("f.reported = 0")
    lines.put("f.phase = 'run'")
    for name in sorted(w.read):
        lines.put(f"l_{safe(name)} = None")
    for node in {id(n): n for n in block.olds}.values():
        lines.put(f"f.old = {{**(f.old or {{}}), {id(node)}: {kept(b, node, {})}}}")
    w.goto(0)
