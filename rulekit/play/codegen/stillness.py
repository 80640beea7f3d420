"""Which bodies neither ask nor draw, what they run and write, and the names they begin with."""

from __future__ import annotations

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import verb_writes
from rulekit.play.codegen.book import Book, names_read
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.typesystem import types as t

WAITING = (o.Ask, o.Menu, o.Seal, o.SealNext, o.Roll, o.Lot, o.Shuffle)


def is_quiet(b: Book, key: str) -> bool:
    """Can this body neither wait nor go on for ever?"""
    found = b.done.get(("quiet", key))
    if found is None:
        b.done["quiet", key] = "no"  # a body that calls itself has frames
        found = "yes" if _quiet(b, b.program.blocks[key]) else "no"
        b.done["quiet", key] = found
    return found == "yes"


def _quiet(b: Book, block: o.Block) -> bool:
    if block.deep is not None or block.falling is not None or block.key in ("setup", "play"):
        return False
    name = event_name(block.key)
    if b.program.reactions.get(("instead of", name)):
        return False
    reactions = [r for timing in ("before", "after") for r in b.program.reactions.get((timing, name), ())]
    return all(is_quiet(b, r.key) for r in reactions) and all(quiet_op(b, block, n) for n in range(len(block.ops)))


def quiet_op(b: Book, block: o.Block, n: int) -> bool:
    op = block.ops[n]
    if isinstance(op, WAITING) or (isinstance(op, o.Jump) and op.target <= n and not _closes(block, n, op.target)):
        return False
    if isinstance(op, o.Event):
        name = event_name(block.key)
        before = b.program.reactions.get(("before", name), ())
        return not b.program.reactions.get(("instead of", name)) and all(is_quiet(b, r.key) for r in before)
    return all(is_quiet(b, key) for key in callees(b, op))


def _closes(block: o.Block, n: int, target: int) -> bool:
    """Is this jump back the end of a loop that ends by itself?"""
    return isinstance(block.ops[target], o.EachNext | o.RepeatNext | o.UntilNext)


def callees(b: Book, op: o.Op) -> list[str]:
    """The bodies a statement runs."""
    if isinstance(op, o.Invoke):
        return ["turn"] if op.call.proc is None else [f"proc {op.call.proc}"]
    if isinstance(op, o.Perform):
        kind = op.call.args[0][1].type.bare
        assert isinstance(kind, t.EffectOf)
        return [b.plan.effects[n].key for n in b.plan.members(kind)]
    return []


def written(b: Book, block: o.Block, seen: set[str] | None = None) -> set[str]:
    """The slots a body may write, with all it runs."""
    seen = set() if seen is None else seen
    name = event_name(block.key)
    found = {b.shelves.slot(state) for state in b.program.resets.get(name, ())}
    inner = [r.key for timing in ("before", "after") for r in b.program.reactions.get((timing, name), ())]
    for op in block.ops:
        if isinstance(op, o.Core):
            found |= verb_writes.writes(b, op.call)
        inner += callees(b, op)
    for key in inner:
        if key not in seen:
            seen.add(key)
            found |= written(b, b.program.blocks[key], seen)
    return found


def parameters(b: Book, key: str) -> list[str]:
    """The names a body begins with."""
    block = b.program.blocks[key]
    front = block.body.front if block.body is not None else ()
    names = list(block.params) + [p.name for p in front if isinstance(p, typed_statements.Param)]
    names += [x for p in front if isinstance(p, typed_statements.Param) for x in inner_names(b, p)]
    if key.startswith("reaction "):
        names += sorted(names_read(block) - {"last", "here"})
    return list(dict.fromkeys(["player", "here", *names]))


def column_names(b: Book, kind: t.EffectOf) -> list[str]:
    """The parameters the effects of a column bring, together."""
    found: dict[str, None] = {}
    for n in b.plan.members(kind):
        body = b.program.blocks[b.plan.effects[n].key].body
        for step in body.front if body is not None else ():
            if isinstance(step, typed_statements.Param):
                found[step.name] = None
    return list(found)


def inner_names(b: Book, param: typed_statements.Param) -> list[str]:
    """The parameters a chosen effect brings into a move."""
    kind = param.type.bare
    return column_names(b, kind) if isinstance(kind, t.EffectOf) else []
