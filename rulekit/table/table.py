"""States and zones of one position; a copy is cheap, a change never touches the original."""

from __future__ import annotations

from typing import Any

from rulekit.table.plan import Args, Plan


class Table:
    """What is counted and what lies where. Inner dictionaries are copied before they change."""

    __slots__ = ("_own", "memo", "plan", "states", "where", "zones")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.states: dict[str, dict[Args, Any]] = {}
        self.zones: dict[int, tuple[int, ...]] = {}
        self.where: dict[str, dict[int, int]] = {}  # kind -> piece -> zone
        self._own: set[str] = set()
        self.memo: dict[Any, Any] = {}  # values of pure words; begun anew with every change

    def copy(self) -> Table:
        made = Table(self.plan)
        made.states = dict(self.states)
        made.zones = dict(self.zones)
        made.where = dict(self.where)
        made.memo = self.memo
        self._own = set()
        return made

    # -------------------------------------------------------------- states

    def read(self, state: str, args: Args) -> Any:
        return self.states[state][args]

    def write(self, state: str, args: Args, value: Any) -> None:
        self.memo = {}
        if state not in self._own:
            self.states[state] = dict(self.states[state])
            self._own.add(state)
        self.states[state][args] = value

    # -------------------------------------------------------------- zones

    def contents(self, zone: int) -> tuple[int, ...]:
        return self.zones.get(zone, ())

    def zone_of(self, kind: str, piece: int) -> int:
        return self.where[kind][piece]

    def move(self, kind: str, piece: int, zone: int, end: str = "top") -> None:
        """Take a piece from where it lies and lay it down."""
        before = self.where[kind][piece]
        left = tuple(p for p in self.contents(before) if p != piece)
        self.lay(before, left)
        there = self.contents(zone)
        shape = self.plan.symbols.zones[self.plan.zones[zone][0]].shape
        if shape in ("set", "bag"):
            self.lay(zone, tuple(sorted((*there, piece))))
        else:
            self.lay(zone, (*there, piece) if end == "top" else (piece, *there))
        key = f"where {kind}"
        if key not in self._own:
            self.where[kind] = dict(self.where[kind])
            self._own.add(key)
        self.where[kind][piece] = zone
        self.memo = {}

    def lay(self, zone: int, pieces: tuple[int, ...]) -> None:
        """What lies in a zone from now on; the pieces must know it already."""
        self.memo = {}
        if pieces:
            self.zones[zone] = pieces
        else:
            self.zones.pop(zone, None)
