"""Where everything of a position stands: one slot for each state and kind, one list for all zones."""

from __future__ import annotations

import itertools
import re
from typing import Any

import attrs

from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.typesystem import types as t


def safe(name: str) -> str:
    """A name of the game as part of a Python name."""
    return re.sub(r"\W", "_", name)


PLAIN = re.compile(r"[^A-Za-z0-9 -]")


def is_kept(name: str) -> bool:
    """Is this such a name?"""
    return name.startswith("old ")


def quoted(text: str | None) -> str:
    """Python for a text that the rulebook gives, as the id of a clause.

    The text of an engine is rewritten by patterns; no part of what stands in quotes may look like code to them, so
    whatever is not a letter, a digit, a space or a hyphen is escaped.
    """
    return "None" if text is None else f"'{PLAIN.sub(_escaped, text)}'"


def _escaped(found: re.Match[str]) -> str:
    return f"\\U{ord(found[0]):08x}"


@attrs.frozen
class Axis:
    """One index: its members in order, from `low` on without gaps, or looked up."""

    low: int
    size: int
    type: t.Type
    ids: dict[Any, int] | None = attrs.field(default=None, hash=False)


@attrs.frozen
class Shelf:
    """One indexed state or zone family, laid out flat in index order."""

    name: str
    axes: tuple[Axis, ...]
    spots: tuple[tuple[Any, ...], ...]
    base: int = 0

    @property
    def size(self) -> int:
        return len(self.spots)

    def stride(self, n: int) -> int:
        found = 1
        for axis in self.axes[n + 1 :]:
            found *= axis.size
        return found


def axis(plan: ConfigIndex, kind: t.Type) -> Axis:
    members = plan.members(kind)
    low = int(members[0]) if members and members[0] is not None else 0
    straight = all(m is not None and int(m) == low + n for n, m in enumerate(members))
    return Axis(low, len(members), kind, None if straight else {m: n for n, m in enumerate(members)})


def shelf(plan: ConfigIndex, info: Any, base: int = 0) -> Shelf:
    axes = tuple(axis(plan, kind) for kind in info.indexes)
    spots = tuple(itertools.product(*(plan.members(kind) for kind in info.indexes)))
    return Shelf(info.name, axes, spots, base)


class Shelves:
    """All of them for one configuration."""

    def __init__(self, plan: ConfigIndex) -> None:
        self.plan = plan
        self.states = {info.name: shelf(plan, info) for info in plan.symbols.states.values()}
        self.zones: dict[str, Shelf] = {}
        for info in plan.symbols.zones.values():
            ids = plan.zone_ids[info.name]
            self.zones[info.name] = shelf(plan, info, min(ids.values(), default=0))
        self.kinds = list(plan.symbols.boxes)

    def slot(self, state: str) -> str:
        return f"x_{safe(state)}"

    def where(self, kind: str) -> str:
        return f"w_{safe(kind)}"

    def single(self, state: str) -> bool:
        return not self.states[state].axes

    @property
    def lists(self) -> list[str]:
        """The slots that hold lists: what a copy must copy."""
        states = [self.slot(s) for s in self.states if not self.single(s)]
        return ["z", *(self.where(k) for k in self.kinds), *states]

    @property
    def singles(self) -> list[str]:
        return [self.slot(s) for s in self.states if self.single(s)]
