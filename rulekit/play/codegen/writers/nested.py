"""The written form of an indexed state or zone, kept up to date: a list over seats, an object over names, or pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulekit.gamestate.configuration_layout import Args, ConfigIndex
from rulekit.play.position.indexed_form import has_text_members, nest
from rulekit.typesystem import types as t


class Nested:
    """How the entries of one name are put together, by their indexes."""

    def __init__(self, plan: ConfigIndex, kinds: tuple[t.Type, ...], index: Callable[[Any, t.Type], Any]) -> None:
        self.plan, self.kinds, self.found = plan, kinds, index
        self.indexes: dict[tuple[Any, int], Any] = {}  # as they are written, by member and type

    def index(self, member: Any, kind: t.Type) -> Any:
        """An index as it is written, worked out once; `kind` is one of `kinds`, which stay as long as this does."""
        key = (member, id(kind))
        if key not in self.indexes:
            self.indexes[key] = self.found(member, kind)
        return self.indexes[key]

    def empty(self) -> Any:
        """Nothing is held yet."""
        first = self.kinds[0]
        if isinstance(first, t.Seat):
            return [[] if len(self.kinds) == 1 else self._inner({}, seat) for seat in range(self.plan.seats)]
        return {} if has_text_members(first) else []

    def pairs(self, held: dict[Any, list[Any]]) -> list[list[Any]]:
        """All pairs over one index in order."""
        return [pair for _, pair in sorted(held.items())]

    def replaced(self, before: Any, held: dict[Args, Any], heads: Iterable[Any]) -> Any:
        """What was written before, with all below some first indexes written again."""
        first = self.kinds[0]
        if isinstance(first, t.Seat):
            made = list(before)
            for head in heads:
                made[head] = self._inner(held, head)
            return made
        if has_text_members(first):
            found = dict(before)
            for head in heads:
                key = self.index(head, first)
                if any(spot[0] == head for spot in held):
                    found[key] = self._inner(held, head)
                else:
                    found.pop(key, None)
            return found
        return nest(self.plan, self.kinds, list(held), held.__getitem__, self.index)

    def _inner(self, held: dict[Args, Any], head: Any) -> Any:
        below = {spot[1:]: leaf for spot, leaf in held.items() if spot[0] == head}
        return nest(self.plan, self.kinds[1:], list(below), below.__getitem__, self.index)
