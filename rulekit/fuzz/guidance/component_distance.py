"""How it stands with a component: in which zone it lies, and how much is missing of what is printed on it as asked for.

Asked for is a bag, and what is missing is counted against numbers that each seat has of its members.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.typesystem import types as t

FULL = 64  # more is never missing
Thing = tuple[str, int]  # a kind, and the number of a member
Places = tuple[tuple[int, int], ...]  # of a family of numbers: where how much should stand


@attrs.frozen(eq=False)
class Standing:
    """Of one component."""

    member: int
    where: str  # the slot with the zones of its kind; nothing for what is not laid out
    zones: tuple[int, ...]  # the number of the family of each zone
    asked: tuple[tuple[str, tuple[Places, ...]], ...]  # for each slot what each seat should have

    def read(self, state: Any) -> int:
        """One number for where it lies and for the least that anybody lacks."""
        least = 0
        for slot, seats in self.asked:
            held = getattr(state, slot)
            least += min(sum([max(0, many - held[n]) for n, many in one]) for one in seats)
        family = self.zones[getattr(state, self.where)[self.member]] if self.where else 0
        return family * FULL + min(least, FULL - 1)


def lacking(read: int) -> int:
    """What was missing, of a number that was read."""
    return read % FULL


def standing(state: Any, thing: Thing) -> Standing:
    """How to read it, from any position."""
    plan, shelves = state.program.plan, state.shelves
    kind, member = thing
    families = {name: n for n, name in enumerate(plan.zone_ids)}
    zones = tuple(families[name] for name, _ in plan.zones)
    where = shelves.where(kind) if kind in shelves.kinds else ""
    return Standing(member, where, zones, tuple(_asked(state, kind, member)))


def _asked(state: Any, kind: str, member: int) -> Iterator[tuple[str, tuple[Places, ...]]]:
    """What the bags on a component ask of whom."""
    plan, shelves = state.program.plan, state.shelves
    for field, one in plan.symbols.kinds[kind].fields.items():
        bag: dict[Any, int] = plan.column(kind, field)[member] if isinstance(one.type, t.BagOf) else {}
        for name, shelf in shelves.states.items() if bag else ():
            info = plan.symbols.states[name]
            if isinstance(info.type, t.Number) and info.indexes and info.indexes[-1] == one.type.of:
                yield shelves.slot(name), tuple(_places(shelf, bag))


def _places(shelf: Any, bag: dict[Any, int]) -> Iterator[Places]:
    """For whatever stands before the last index."""
    size = shelf.axes[-1].size
    for first in range(0, shelf.size, size):
        spots = enumerate(shelf.spots[first : first + size], first)
        yield tuple((n, bag[spot[-1]]) for n, spot in spots if spot[-1] in bag)
