"""Which states and zones decide whether a line is come to: what the conditions before it look at."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.effects.effect_summary import effects
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Program

DEEP = 3  # bodies upwards that are asked where a body itself decides nothing
FEW = 4  # what more than so many decide is decided by everything
Place = tuple[str, int]  # in a body


class Deciding:
    """Of one configuration."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: dict[str, list[Place]] = {}
        self.callers: dict[str, list[Place]] = {}
        self.known: dict[str, frozenset[str]] = {}
        for key, block in program.blocks.items():
            for n, op in enumerate(block.ops):
                if isinstance(op, o.LineEnd) and op.id:
                    self.lines.setdefault(op.id, []).append((key, n))
                elif isinstance(op, o.Invoke):
                    self.callers.setdefault(f"proc {op.call.proc}", []).append((key, n))

    def of(self, line: str) -> frozenset[str]:
        """Like `state purse` and `zone hand`; nothing where everything decides, or nothing does."""
        if line not in self.known:
            found = frozenset[str]().union(*(self._before(place) for place in self.lines.get(line, ())))
            self.known[line] = found if len(found) <= FEW else frozenset()
        return self.known[line]

    def _before(self, place: Place) -> frozenset[str]:
        """What decides whether a body comes to one of its places, or else whether the body is begun."""
        left, seen = [place], {place[0]}
        for _ in range(DEEP):
            found = self._read(left)
            if found:
                return found
            left = [one for key, _ in left for one in self.callers.get(key, ()) if one[0] not in seen]
            seen |= {key for key, _ in left}
        return frozenset()

    def _read(self, places: Iterable[Place]) -> frozenset[str]:
        """What the conditions that may lead past some places look at, with all that has got a name before."""
        nodes = []
        for key, place in places:
            ops = self.program.blocks[key].ops[:place]
            nodes += [op.condition for op in ops if isinstance(op, o.Unless) and op.target > place]
            nodes += [op.value for op in ops if isinstance(op, o.Let)]
        return effects(self.program.checked).reads(*nodes) if nodes else frozenset()
