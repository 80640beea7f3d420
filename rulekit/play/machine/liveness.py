"""Liveness: which names each op of a frame reads and binds, and which can still be read; part of a position.

A position that is written down holds exactly the names that may still be read, so that two games that stand alike are
written alike, whatever names an earlier line has bound. The analysis is the usual one, backwards over the ops of a
block until nothing changes; what a callee reads of its caller (`player` and `here`), what reactions take over, and
what `old` asks for count as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import children, fields
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.machine import Program
from rulekit.records import is_record
from rulekit.verbs.verb import VerbAction
from rulekit.words.word_context import ASKED


def label(node: Any) -> str:
    """Two values with one label mean the same."""
    if isinstance(node, v.Local):
        return node.name
    if isinstance(node, v.Const):
        return str(node.value)
    if isinstance(node, v.Read | v.ZoneAt):
        return _call_text(node.state if isinstance(node, v.Read) else node.zone, node.args)
    if isinstance(node, v.Use):
        return _call_text(node.word, (*node.args, *(value for _, value in node.hidden)))
    if isinstance(node, v.FieldOf):
        return _call_text(node.field, (node.of,))
    if isinstance(node, v.Held | v.MapValues | v.AsSet | v.AsBag):
        return label(next(getattr(node, name) for name in fields(node)))
    if isinstance(node, v.CoreUse):
        return _call_text(node.word, tuple(arg for _, arg in node.args))
    return _any(node)


def _call_text(name: str, args: tuple[Any, ...]) -> str:
    """A name with its arguments in brackets, `coins(p)`; the bare name without any."""
    return f"{name}({', '.join(label(arg) for arg in args)})" if args else name


def _any(node: Any) -> str:
    """Whatever else: its form and all its parts."""
    if isinstance(node, tuple | list):
        return f"({', '.join(label(one) for one in node)})"
    if not is_record(type(node)):
        return str(node)
    return f"{type(node).__name__.lower()}({', '.join(label(getattr(node, name)) for name in fields(node))})"


Names = frozenset[str]


NONE: Names = frozenset()


LOST = ("last", "here")  # what a reaction does not take over from its event


OLD = "old "


def names_read(node: Any, supposed: bool = False) -> Names:
    """The names a value reads; `old ..` is a name of its own, `it` is bound where it stands."""
    return frozenset(_free(node, supposed)) - {"it"}


def _free(node: Any, supposed: bool) -> Iterator[str]:
    """The names one after another, doubles included. Inside `supposing` an `old` is no name of this body: it asks for
    the position before the supposed call.
    """
    if isinstance(node, v.Local):
        yield node.name
    elif isinstance(node, v.Supposing):
        yield "player"  # handed to the procedure that is tried
        yield from _free(tuple(children(node)), True)
    elif isinstance(node, v.Earlier) and not supposed:
        yield OLD + label(node.value)
    elif isinstance(node, v.T) and node.binds:
        yield from _free_below(node, supposed)
    elif isinstance(node, tuple | list):
        for one in node:
            yield from _free(one, supposed)
    elif node is not None:
        if isinstance(node, v.Legal) or (isinstance(node, v.CoreUse) and ASKED in node.reads):
            yield "player"
        for child in children(node):
            yield from _free(child, supposed)


def _free_below(node: v.T, supposed: bool) -> Iterator[str]:
    """The names that a quantifier, filter or collection reads besides those it binds; the collection of a later name
    may read an earlier one.
    """
    bound: set[str] = set()
    for name, source in node.binds:
        yield from names_read(source, supposed) - bound
        bound.add(name)
    yield from names_read(node.body, supposed) - bound


# ------------------------------------------------------------------ statements


class OpEffects:
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
            return self.call(op.call) | self.names_of_effects(op.call)
        if isinstance(op, o.Payable):
            return self.chain(op.steps)
        if isinstance(op, o.Require):
            return names_read(op.condition) | self.names_of_exception(op.id)
        if isinstance(op, o.Ask):
            return self.names_of_decision(op.step) if op.sealed is None else names_read(op.step.who)
        if isinstance(op, o.Menu):
            return names_read((op.step.who, op.step.count))
        if isinstance(op, o.Seal):
            return (names_read(op.condition) | self.names_of_decision(op.step)) - {op.name, "player"}
        if isinstance(op, o.Lot):
            return names_read((op.step.param.source, op.step.param.count))
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
            return self.names_written(op.call)
        if isinstance(op, o.Roll):
            return frozenset(op.step.names)
        if isinstance(op, o.Lot):
            return frozenset((op.step.param.name,))
        if isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Choose):
            return frozenset(p.name for p in op.step.params)
        return NONE

    def names_written(self, call: typed_statements.Call) -> Names:
        """The names a verb binds or changes: a local it writes, and `last`."""
        if call.core.does is VerbAction.REPORT:
            return NONE
        place = call.get("")
        own = {place.name} if call.core.overwrites and isinstance(place, v.Local) else set()
        return frozenset(own | {"last"})

    # -------------------------------------------------------------- parts of statements

    def call(self, call: typed_statements.Call) -> Names:
        """The names that the arguments of a verb read. A local that is only written is not read."""
        place = call.get("")
        args = [
            arg for slot, arg in call.args if not (call.core.overwrites and slot == "" and isinstance(place, v.Local))
        ]
        per = call.per[1] if call.per is not None else None
        hidden = [value for _, value in call.hidden]
        return names_read((*args, per, call.most, *hidden))

    def names_of_effects(self, call: typed_statements.Call) -> Names:
        """An effect's own parameters, and `player` if some effect of the column wants it."""
        kind = call.args[0][1].type.bare
        if not kind.effects:
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
            reads = self.call(step) if isinstance(step, typed_statements.Call) else names_read(step)
            if isinstance(step, typed_statements.Call) and step.proc is not None:
                reads |= self.needs.get(f"proc {step.proc}", NONE)
            found |= reads - bound
            if isinstance(step, typed_statements.Bound):
                bound.add(step.name)
        return frozenset(found)

    def names_of_decision(self, step: typed_statements.Ask | typed_statements.Choose) -> Names:
        """The names a decision reads; what it binds itself counts for the parameters behind."""
        found = set(names_read(step.who))
        bound: set[str] = set()
        for param in step.params if isinstance(step, typed_statements.Choose) else ():
            found |= names_read((param.source, param.count)) - bound
            found |= names_read(param.normal) - bound - {param.name}
            bound.add(param.name)
        return frozenset(found)

    def names_of_open_menu(self, op: o.Menu) -> Names:
        """What an open menu reads each time it asks."""
        return names_read(op.step.who)

    def names_of_exception(self, clause: str | None) -> Names:
        """An exception reads the names of the body it bends."""
        found: set[str] = set()
        for bend in self.program.bends.get(clause or "", ()):
            found |= names_read(bend.condition) | self.names_of_exception(bend.id)
        return frozenset(found)


PLAIN: dict[type, Any] = {
    o.Let: lambda op: names_read(op.value),
    o.Unless: lambda op: names_read(op.condition),
    o.Finish: lambda op: names_read(op.step.winners),
    o.Roll: lambda op: names_read(op.step.source),
    o.EachStart: lambda op: names_read((op.step.source, op.step.first if isinstance(op.step.first, v.T) else None)),
    o.RepeatStart: lambda op: names_read(op.times),
    o.UntilNext: lambda op: names_read((op.step.condition, op.step.times, op.step.falling)),
}


HANDED = frozenset(("player", "here"))


class Liveness:
    """For each block and op: the names read from there on before they are bound anew."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = OpEffects(program)
        self._lives: dict[str, tuple[Names, ...]] = {}
        self._handed_down()

    def _handed_down(self) -> None:
        """`player` and `here` go from caller to callee, however far: go round until nothing is added."""
        keys = [key for key in self.program.blocks if key.startswith(("proc ", "effect "))]
        changed = True
        while changed:
            changed = False
            for key in keys:
                block = self.program.blocks[key]
                found = (self._block(key)[0] & HANDED) - frozenset(block.params if key.startswith("proc ") else ())
                if found != self.effects.needs.get(key, NONE):
                    self.effects.needs[key], changed = found, True

    def live_at(self, key: str, pc: int) -> Names:
        """The live names just before an op runs; `old ..` values among them."""
        if key not in self._lives:
            self._lives[key] = self._block(key)
        return self._lives[key][pc]

    def live_while_waiting(self, key: str, pc: int) -> Names:
        """The live names while an op waits for its answer; an open menu has read its number already."""
        op = self.program.blocks[key].ops[pc]
        if isinstance(op, o.Menu):
            return self.effects.names_of_open_menu(op) | self.live_at(key, pc + 1)
        return self.live_at(key, pc)

    def live_while_running(self, key: str, pc: int) -> Names:
        """The live names while what an op began is running."""
        op = self.program.blocks[key].ops[pc]
        if isinstance(op, o.Menu):
            return self.live_while_waiting(key, pc)
        return self.live_at(key, pc + 1) - (self.effects.binds(op) if not isinstance(op, o.Ask) else NONE)

    def live_for_reactions(self, key: str, timings: Iterable[str]) -> Names:
        """What the reactions to a block take over from it."""
        found: set[str] = set()
        for timing in timings:
            for block in self.program.reactions.get((timing, event_name(key)), ()):
                found |= self.live_at(block.key, 0)
        return frozenset(found - set(LOST))

    # -------------------------------------------------------------- one block

    def _block(self, key: str) -> tuple[Names, ...]:
        """The live names before each op: what it reads, and what is live behind it and not bound by it. Loops jump
        back, so all ops are gone through until nothing is added.
        """
        ops = self.program.blocks[key].ops
        lives: list[Names] = [NONE] * len(ops)
        changed = True
        while changed:
            changed = False
            for pc in reversed(range(len(ops))):
                after = frozenset().union(*(lives[n] for n in successors(ops, pc)))
                found = (after - self.effects.binds(ops[pc])) | self._uses(key, ops[pc])
                if found != lives[pc]:
                    lives[pc], changed = found, True
        return tuple(lives)

    def _uses(self, key: str, op: o.Op) -> Names:
        """What an op reads, and at the end or at the event of an action, a procedure or a turn what its reactions take
        over.
        """
        if isinstance(op, o.Return) and key.startswith(("action ", "proc ", "turn")):
            return self.live_for_reactions(key, ("after",))
        if isinstance(op, o.Event):
            return self.live_for_reactions(key, ("before", "instead of"))
        return self.effects.uses(op)


def successors(ops: tuple[o.Op, ...], pc: int) -> tuple[int, ...]:
    """Where a block can go on after an op."""
    op = ops[pc]
    if isinstance(op, o.Return) or op.ends:
        return ()
    if isinstance(op, o.Jump):
        return (op.target,)
    if isinstance(op, o.Unless | o.Payable):
        return (pc + 1, op.target)
    if isinstance(op, o.EachNext | o.RepeatNext | o.UntilNext | o.Seal | o.SealNext):
        return (pc + 1, op.exit)
    return (pc + 1,)


def names_only(live: Names) -> Names:
    """Without the `old` values."""
    return frozenset(name for name in live if not name.startswith(OLD))
