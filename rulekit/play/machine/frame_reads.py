"""Which names of a frame a value or a statement reads, and which it binds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import children
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Program
from rulekit.play.position.old_labels import label
from rulekit.typesystem import types as t
from rulekit.verbs.verb import Does
from rulekit.words.eyes import ASKED

Names = frozenset[str]
NONE: Names = frozenset()
LOST = ("last", "here")  # what a reaction does not take over from its event
OLD = "old "


def free(node: Any, supposed: bool = False) -> Names:
    """The names a value reads; `old ..` is a name of its own, `it` is bound where it stands."""
    return frozenset(_free(node, supposed)) - {"it"}


def _free(node: Any, supposed: bool) -> Iterator[str]:
    if isinstance(node, v.Local):
        yield node.name
    elif isinstance(node, v.Supposing):
        yield "player"  # handed to the procedure that is tried
        yield from _free(tuple(children(node)), True)
    elif isinstance(node, v.Earlier) and not supposed:
        yield OLD + label(node.value)
    elif isinstance(node, v.Filter):
        yield from _free(node.source, supposed)
        yield from free(node.condition, supposed) - {node.name}
    elif isinstance(node, v.Collect):
        yield from _free(node.source, supposed)
        yield from free(node.value, supposed) - {node.name}
    elif isinstance(node, v.Quantifier):
        yield from _quantified(node, supposed)
    elif isinstance(node, tuple | list):
        for one in node:
            yield from _free(one, supposed)
    elif node is not None:
        if isinstance(node, v.Legal) or (isinstance(node, v.CoreUse) and ASKED in node.reads):
            yield "player"
        for child in children(node):
            yield from _free(child, supposed)


def _quantified(node: v.Quantifier, supposed: bool) -> Iterator[str]:
    bound: set[str] = set()
    for name, source in node.binds:
        yield from free(source, supposed) - bound
        bound.add(name)
    yield from free(node.body, supposed) - bound


# ------------------------------------------------------------------ statements


class Effects:
    """What one op reads and binds in its frame."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.needs: dict[str, Names] = {}  # block -> which of `player` and `here` it takes from its caller
        self.columns: dict[tuple[str, str], list[typed_statements.Body]] = {}
        for effect in program.plan.effects:
            body = program.blocks[effect.key].body
            if body is not None:
                self.columns.setdefault((effect.kind, effect.column), []).append(body)

    def uses(self, op: o.Op) -> Names:
        """The names an op reads; reactions are not in it."""
        if isinstance(op, o.Invoke):
            return self.call(op.call) | self.needs.get(f"proc {op.call.proc}", NONE)
        if isinstance(op, o.Core | o.Shuffle):
            return self.call(op.call)
        if isinstance(op, o.Perform):
            return self.call(op.call) | self.performed(op.call)
        if isinstance(op, o.Payable):
            return self.chain(op.steps)
        if isinstance(op, o.Require):
            return free(op.condition) | self.waived(op.id)
        if isinstance(op, o.Ask):
            return self.asked(op.step) if op.sealed is None else free(op.step.who)
        if isinstance(op, o.Menu):
            return free((op.step.who, op.step.count))
        if isinstance(op, o.Seal):
            return (free(op.condition) | self.asked(op.step)) - {op.name, "player"}
        if isinstance(op, o.Lot):
            return free((op.step.param.source, op.step.param.count))
        return PLAIN[type(op)](op) if type(op) in PLAIN else NONE

    def binds(self, op: o.Op) -> Names:
        """The names an op gives a new value."""
        if isinstance(op, o.Let | o.SealNext):
            return frozenset((op.name,))
        if isinstance(op, o.EachNext):
            return frozenset((op.step.name,))
        if isinstance(op, o.Start | o.Invoke | o.Perform | o.Shuffle):
            return frozenset(("last",))
        if isinstance(op, o.Core):
            return self.written(op.call)
        if isinstance(op, o.Roll):
            return frozenset(op.step.names)
        if isinstance(op, o.Lot):
            return frozenset((op.step.param.name,))
        if isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Choose):
            return frozenset(p.name for p in op.step.params)
        return NONE

    def written(self, call: typed_statements.Call) -> Names:
        if call.core.does is Does.REPORT:
            return NONE
        place = call.get("")
        own = {place.name} if call.core.fresh and isinstance(place, v.Local) else set()
        return frozenset(own | {"last"})

    # -------------------------------------------------------------- parts of statements

    def call(self, call: typed_statements.Call) -> Names:
        place = call.get("")
        args = [arg for slot, arg in call.args if not (call.core.fresh and slot == "" and isinstance(place, v.Local))]
        per = call.per[1] if call.per is not None else None
        hidden = [value for _, value in call.hidden]
        return free((*args, per, call.most, *hidden))

    def performed(self, call: typed_statements.Call) -> Names:
        """An effect's own parameters, and `player` if some effect of the column wants it."""
        kind = t.bare(call.args[0][1].type)
        if not isinstance(kind, t.EffectOf):
            return NONE
        found: set[str] = set()
        for body in self.columns.get((kind.kind, kind.column), ()):
            found |= {step.name for step in body.front if isinstance(step, typed_statements.Param)}
        for effect in self.program.plan.effects:
            if (effect.kind, effect.column) == (kind.kind, kind.column):
                found |= self.needs.get(effect.key, NONE) & {"player"}
        return frozenset(found)

    def chain(self, steps: tuple[typed_statements.Step, ...]) -> Names:
        """A price that is tried: what it binds itself it does not read from before."""
        found: set[str] = set()
        bound: set[str] = {"last"}
        for step in steps:
            reads = self.call(step) if isinstance(step, typed_statements.Call) else free(step)
            if isinstance(step, typed_statements.Call) and step.proc is not None:
                reads |= self.needs.get(f"proc {step.proc}", NONE)
            found |= reads - bound
            if isinstance(step, typed_statements.Bound):
                bound.add(step.name)
        return frozenset(found)

    def asked(self, step: typed_statements.Ask | typed_statements.Choose) -> Names:
        found = set(free(step.who))
        bound: set[str] = set()
        for param in step.params if isinstance(step, typed_statements.Choose) else ():
            found |= free((param.source, param.count)) - bound
            found |= free(param.normal) - bound - {param.name}
            bound.add(param.name)
        return frozenset(found)

    def asked_again(self, op: o.Menu) -> Names:
        """What an open menu reads each time it asks."""
        return free(op.step.who)

    def waived(self, clause: str | None) -> Names:
        """An exception reads the names of the body it bends."""
        found: set[str] = set()
        for bend in self.program.bends.get(clause or "", ()):
            found |= free(bend.condition) | self.waived(bend.id)
        return frozenset(found)


PLAIN: dict[type, Any] = {
    o.Let: lambda op: free(op.value),
    o.Unless: lambda op: free(op.condition),
    o.Finish: lambda op: free(op.step.winners),
    o.Roll: lambda op: free(op.step.source),
    o.EachStart: lambda op: free((op.step.source, op.step.first if isinstance(op.step.first, v.T) else None)),
    o.RepeatStart: lambda op: free(op.times),
    o.UntilNext: lambda op: free((op.step.condition, op.step.times, op.step.falling)),
}
