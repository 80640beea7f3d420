"""What words of the kit can see before play: types, tables and spaces, and no position."""

from __future__ import annotations

from typing import Any, NoReturn

from rulekit.check.symbols import Symbols
from rulekit.kinds import types as t
from rulekit.model import declarations as d
from rulekit.spaces import geometry
from rulekit.spaces.shape import Layout


class Unseen(Exception):
    """Only a position could tell."""


class StaticEyes:
    """The eyes of one configuration; `seats` is None when any number may play."""

    def __init__(self, symbols: Symbols, seats: int | None) -> None:
        self.symbols = symbols
        self._seats = seats
        self._layouts: dict[str, Layout] = {}
        self._members: dict[t.Type, tuple[Any, ...]] = {}

    @property
    def seats(self) -> int:
        if self._seats is None:
            raise Unseen
        return self._seats

    def members(self, kind: t.Type) -> tuple[Any, ...]:
        kind = t.bare(kind)
        if isinstance(kind, t.Seat):
            return tuple(range(self.seats))
        if kind not in self._members:
            self._members[kind] = self._listed(kind)
        return self._members[kind]

    def _listed(self, kind: t.Type) -> tuple[Any, ...]:
        if isinstance(kind, t.Number) and kind.high - kind.low < LISTED:
            return tuple(range(kind.low, kind.high + 1))
        if isinstance(kind, t.YesNo):
            return (False, True)
        if isinstance(kind, t.Choice):
            return tuple(range(len(kind.members)))
        if isinstance(kind, t.Piece | t.Row) and kind.kind in self.symbols.kinds:
            return tuple(range(len(self.symbols.kinds[kind.kind].members)))
        if isinstance(kind, t.Place):
            return tuple(range(len(self.layout(kind.space).spots)))
        if isinstance(kind, t.Edge):
            return tuple(range(len(self.layout(kind.space).edges)))
        raise Unseen

    def layout(self, space: str) -> Layout:
        if space not in self._layouts:
            self._layouts[space] = geometry.layout(self._space(space), self.symbols)
        return self._layouts[space]

    def _space(self, name: str) -> d.Space:
        """By its own name, or by that of the list whose rows are its places."""
        found = self.symbols.spaces.get(name)
        if found is not None:
            return found
        return next(s for s in self.symbols.spaces.values() if ("places", name) in s.attributes)

    def _unseen(self, *args: Any) -> NoReturn:
        raise Unseen

    contents = filled = zone_of = zone_info = zone_args = payable = possible = tally = looks = _unseen

    def ring(self, kind: str) -> int:
        raise Unseen


LISTED = 2000
