"""Which statements one configuration can come to: from set-up along calls and offers, past what its options close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check.evaluation.constant_folding import OPEN, Folder
from rulekit.check.evaluation.evaluator import Env as Names
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.machine import ops as o
from rulekit.play.machine.call_steps import event_name
from rulekit.play.machine.machine import Program
from rulekit.typesystem import types as t

Known = dict[v.T, Any]  # values in a body that are settled by how it was called
NO_NAMES: Names = {}
ASKING = (o.Ask, o.Menu, o.Seal)


@attrs.define(eq=False, slots=False)
class Live:
    """`ops` holds the statements of each body that can be come to."""

    program: Program
    ops: dict[str, list[o.Op]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.folder = Folder(self.program.checked, self.program.plan.chosen, self.program.plan.seats)
        left = ["setup", "play"]
        while left:
            key = left.pop()
            if key not in self.ops:
                self.ops[key] = list(self._walked(self.program.blocks[key]))
                left += self.begun(key)

    def never(self, condition: Any) -> bool:
        return self.folder.ask(condition) is False

    def always(self, condition: Any) -> bool:
        return self.folder.ask(condition) is True

    def begun(self, key: str) -> list[str]:
        """The bodies a body may begin: what it calls, performs and offers, and what reacts to it."""
        found = [name for op in self.ops[key] for name in _called(self.program, op)]
        return [*found, *self._offered(key, self.ops[key])]

    def _offered(self, key: str, ops: list[o.Op]) -> list[str]:
        """What reacts to a body, and the actions it offers."""
        name = event_name(key)
        found = [r.key for (_, event), known in self.program.reactions.items() if event == name for r in known]
        for op in ops:
            if isinstance(op, ASKING):
                groups = op.step.groups if isinstance(op.step, typed_statements.Menu) else (op.step,)
                offered = [name for group in groups for name in getattr(group, "offers", ())]
                offered += [info.name for info in self.program.anytime]
                found += [f"action {name}" for name in offered if name not in self.program.gone]
        return found

    # -------------------------------------------------------------- with what an effect says

    def lines_in(self, effect: str) -> set[str]:
        """The lines an effect may run without another effect in between, with the values it hands on."""
        found: set[str] = set()
        seen: set[tuple[str, str]] = set()
        left: list[tuple[str, Names, Known]] = [(effect, {} if self.placed(effect) else {"here": None}, {})]
        while left:
            key, names, known = left.pop()
            if (key, repr((names, known))) in seen or (key != effect and key.startswith("effect ")):
                continue
            seen.add((key, repr((names, known))))
            self.folder.known = known
            ops = list(self._walked(self.program.blocks[key], names))
            found |= {op.id for op in ops if isinstance(op, o.LineEnd) and op.id}
            left += [(name, {}, {}) for name in self._offered(key, ops)]
            left += [one for op in ops if isinstance(op, o.Invoke) for one in self._handed(op, names)]
        self.folder.known = {}
        return found

    def placed(self, effect: str) -> bool:
        """Does any statement say where an effect of this column happens?"""
        columns = {(one.kind, one.column) for one in self.program.plan.effects if one.key == effect}
        ops = (op for block in self.program.blocks.values() for op in block.ops if isinstance(op, o.Perform))
        return any(op.call.get("with") is not None and _column(op) in columns for op in ops)

    def _handed(self, op: o.Invoke, names: Names) -> list[tuple[str, Names, Known]]:
        """A procedure with the values it is called with, as far as they are known; with nothing it is left out."""
        if op.call.proc is None:
            return [("turn", {}, {})]
        key = f"proc {op.call.proc}"
        given: dict[str, Any] = {name: names[name] for name in ("here",) if name in names}
        known: Known = {}
        for n, (name, node) in enumerate(op.call.args):
            value = self.folder.ask(node, names)
            if value is None:
                return []
            if n == 0 and (op.call.per is not None or op.call.most is not None):
                known = self._missing(key, name, value)
            elif value is not OPEN:
                given[name] = value
        return [(key, given, known)]

    def _missing(self, key: str, name: str, value: Any) -> Known:
        """However many times a bag is taken, there is none of what is not in it, where the procedure asks."""
        if not isinstance(value, dict):
            return {}
        asked = (node for node in walk(self.program.blocks[key].body) if isinstance(node, v.At))
        local = (node for node in asked if isinstance(node.bag, v.Local) and node.bag.name == name)
        return {node: 0 for node in local if isinstance(node.key, v.Const) and node.key.value not in value}

    def _walked(self, block: o.Block, names: Names = NO_NAMES) -> Iterator[o.Op]:
        names = {name: value for name, value in names.items() if name not in _bound(block)}
        seen: set[int] = set()
        left = [0]
        while left:
            n = left.pop()
            if n not in seen and n < len(block.ops):
                seen.add(n)
                yield block.ops[n]
                left += self._after(n, block.ops[n], names)

    def _after(self, n: int, op: o.Op, names: Names) -> list[int]:
        if isinstance(op, o.Unless):
            held = self.folder.ask(op.condition, names)
            return [n + 1] * (held is not False) + [op.target] * (held is not True)
        if isinstance(op, o.Jump):
            return [op.target]
        if isinstance(op, o.Finish):
            return []
        exits = [getattr(op, name) for name in ("target", "exit") if hasattr(op, name)]
        return [n + 1, *exits]


def _bound(block: o.Block) -> set[str]:
    """Names that get another value while a body runs."""
    return {op.name for op in block.ops if isinstance(op, o.Let)} | {"last", "it"}


def _called(program: Program, op: o.Op) -> list[str]:
    if isinstance(op, o.Invoke):
        return ["turn"] if op.call.proc is None else [f"proc {op.call.proc}"]
    if isinstance(op, o.Perform):
        kind = t.bare(op.call.args[0][1].type)
        assert isinstance(kind, t.EffectOf)
        return [program.plan.effects[n].key for n in program.plan.members(kind)]
    return []


def _column(op: o.Perform) -> tuple[str, str]:
    kind = t.bare(op.call.args[0][1].type)
    assert isinstance(kind, t.EffectOf)
    return kind.kind, kind.column
