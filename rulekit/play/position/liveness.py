"""Which names of a frame can still be read, worked out once for every op; part of what a position is."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.play.machine import ops as o
from rulekit.play.machine.call_steps import event_name
from rulekit.play.machine.frame_reads import LOST, NONE, OLD, Effects, Names
from rulekit.play.machine.machine import Program

HANDED = frozenset(("player", "here"))


class Liveness:
    """For each block and op: the names read from there on before they are bound anew."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
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

    def at(self, key: str, pc: int) -> Names:
        """The live names just before an op runs; `old ..` values among them."""
        if key not in self._lives:
            self._lives[key] = self._block(key)
        return self._lives[key][pc]

    def waiting(self, key: str, pc: int) -> Names:
        """The live names while an op waits for its answer; an open menu has read its number already."""
        op = self.program.blocks[key].ops[pc]
        if isinstance(op, o.Menu):
            return self.effects.asked_again(op) | self.at(key, pc + 1)
        return self.at(key, pc)

    def behind(self, key: str, pc: int) -> Names:
        """The live names while what an op began is running."""
        op = self.program.blocks[key].ops[pc]
        if isinstance(op, o.Menu):
            return self.waiting(key, pc)
        return self.at(key, pc + 1) - (self.effects.binds(op) if not isinstance(op, o.Ask) else NONE)

    def reacting(self, key: str, timings: Iterable[str]) -> Names:
        """What the reactions to a block take over from it."""
        found: set[str] = set()
        for timing in timings:
            for block in self.program.reactions.get((timing, event_name(key)), ()):
                found |= self.at(block.key, 0)
        return frozenset(found - set(LOST))

    # -------------------------------------------------------------- one block

    def _block(self, key: str) -> tuple[Names, ...]:
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
        if isinstance(op, o.Return) and key.startswith(("action ", "proc ", "turn")):
            return self.reacting(key, ("after",))
        if isinstance(op, o.Event):
            return self.reacting(key, ("before", "instead of"))
        return self.effects.uses(op)


def successors(ops: tuple[o.Op, ...], pc: int) -> tuple[int, ...]:
    """Where a block can go on after an op."""
    op = ops[pc]
    if isinstance(op, o.Return | o.Finish):
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
