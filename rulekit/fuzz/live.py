"""Which statements one configuration can come to: from set-up along calls and offers, past what its options close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check import does
from rulekit.check.folding import Folder
from rulekit.check.open_values import OPEN, Names
from rulekit.kinds import types as t
from rulekit.play import ops as o
from rulekit.play.machine import Program
from rulekit.play.steps import event_name

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
                groups = op.step.groups if isinstance(op.step, does.Menu) else (op.step,)
                offered = [name for group in groups for name in getattr(group, "offers", ())]
                offered += [info.name for info in self.program.anytime]
                found += [f"action {name}" for name in offered if name not in self.program.gone]
        return found

    # -------------------------------------------------------------- with what an effect says

    def lines_in(self, effect: str) -> set[str]:
        """The lines an effect may run without another effect in between, with the values it hands on."""
        found: set[str] = set()
        seen: set[tuple[str, str]] = set()
        left: list[tuple[str, Names]] = [(effect, {})]
        while left:
            key, names = left.pop()
            if (key, repr(names)) in seen or (key != effect and key.startswith("effect ")):
                continue
            seen.add((key, repr(names)))
            ops = list(self._walked(self.program.blocks[key], names))
            found |= {op.id for op in ops if isinstance(op, o.LineEnd) and op.id}
            left += [(name, {}) for name in self._offered(key, ops)]
            left += [one for op in ops if isinstance(op, o.Invoke) for one in self._handed(op, names)]
        return found

    def _handed(self, op: o.Invoke, names: Names) -> list[tuple[str, Names]]:
        """A procedure with the values it is called with, as far as they are known; with nothing it is left out."""
        if op.call.proc is None:
            return [("turn", {})]
        given: dict[str, Any] = {}
        for n, (name, node) in enumerate(op.call.args):
            measured = n == 0 and (op.call.per is not None or op.call.most is not None)
            value = OPEN if measured else self.folder.ask(node, names)
            if value is None:
                return []
            if value is not OPEN:
                given[name] = value
        return [(f"proc {op.call.proc}", given)]

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
