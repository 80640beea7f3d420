"""Which statements one configuration can come to: from set-up along calls and offers, past what its options close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check import does
from rulekit.check.folding import Folder
from rulekit.kinds import types as t
from rulekit.play import ops as o
from rulekit.play.machine import Program
from rulekit.play.steps import event_name

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
        name = event_name(key)
        found = [r.key for (_, event), known in self.program.reactions.items() if event == name for r in known]
        for op in self.ops[key]:
            found += _called(self.program, op)
            if isinstance(op, ASKING):
                groups = op.step.groups if isinstance(op.step, does.Menu) else (op.step,)
                offered = [name for group in groups for name in getattr(group, "offers", ())]
                offered += [info.name for info in self.program.anytime]
                found += [f"action {name}" for name in offered if name not in self.program.gone]
        return found

    def reached(self, key: str) -> set[str]:
        """What a body may come to without another effect in between."""
        found: set[str] = set()
        left = [key]
        while left:
            one = left.pop()
            if one not in found and (one == key or not one.startswith("effect ")):
                found.add(one)
                left += self.begun(one)
        return found

    def _walked(self, block: o.Block) -> Iterator[o.Op]:
        seen: set[int] = set()
        left = [0]
        while left:
            n = left.pop()
            if n not in seen and n < len(block.ops):
                seen.add(n)
                yield block.ops[n]
                left += self._after(n, block.ops[n])

    def _after(self, n: int, op: o.Op) -> list[int]:
        if isinstance(op, o.Unless):
            held = self.folder.ask(op.condition)
            return [n + 1] * (held is not False) + [op.target] * (held is not True)
        if isinstance(op, o.Jump):
            return [op.target]
        if isinstance(op, o.Finish):
            return []
        exits = [getattr(op, name) for name in ("target", "exit") if hasattr(op, name)]
        return [n + 1, *exits]


def _called(program: Program, op: o.Op) -> list[str]:
    if isinstance(op, o.Invoke):
        return ["turn"] if op.call.proc is None else [f"proc {op.call.proc}"]
    if isinstance(op, o.Perform):
        kind = t.bare(op.call.args[0][1].type)
        assert isinstance(kind, t.EffectOf)
        return [program.plan.effects[n].key for n in program.plan.members(kind)]
    return []
