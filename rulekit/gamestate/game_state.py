"""States and zones of one position; a copy is cheap, a change never touches the original.

Every part bears a mark that is new after each change: what was worked out from parts whose marks are still the same
is still true, on this table and on every copy. A part is one zone by its number, one entry of a state or the place of
one piece as a pair, or by its name a whole: a state, all zones of one name, where the pieces of a kind lie.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from rulekit.gamestate.configuration_layout import Args, ConfigIndex

Part = str | int | tuple[str, Any]
Marks = tuple[tuple[Part, int], ...]

_new = itertools.count(1).__next__


class GameState:
    """What is counted and what lies where. Inner dictionaries are copied before they change."""

    __slots__ = ("_own", "answers", "last", "marks", "plan", "seen", "states", "where", "zones")

    def __init__(self, plan: ConfigIndex) -> None:
        self.plan = plan
        self.states: dict[str, dict[Args, Any]] = {}
        self.zones: dict[int, tuple[int, ...]] = {}
        self.where: dict[str, dict[int, int]] = {}  # kind -> piece -> zone
        self._own: set[str] = set()
        self.marks: dict[Part, int] = {}  # part -> when it was changed
        self.last = 0  # the newest mark
        self.seen: set[Part] | None = None  # the parts that were read, where somebody wants to know
        self.answers: dict[Any, Any] = {}  # what was worked out, with the marks it rests on; shared by all copies

    def copy(self) -> GameState:
        """A copy that can be changed by itself."""
        made = GameState(self.plan)
        made.states = dict(self.states)
        made.zones = dict(self.zones)
        made.where = dict(self.where)
        made.marks, made.last = dict(self.marks), self.last
        made.seen, made.answers = self.seen, self.answers
        self._own = set()
        return made

    def reader(self) -> GameState:
        """The same table for somebody who only reads, and may do so beside others."""
        made = GameState(self.plan)
        made.states, made.zones, made.where = self.states, self.zones, self.where
        made.marks, made.last, made.answers = self.marks, self.last, self.answers
        return made

    def turned_into(self, other: GameState) -> GameState:
        """A table with all that the other holds, in which only what differs here bears a new mark."""
        made = self.copy()
        for name, values in other.states.items():
            held = self.states[name]
            for args, value in values.items():
                if value != held[args]:
                    made.write(name, args, value)
        for zone in sorted({*self.zones, *other.zones}):
            pieces = other.zones.get(zone, ())
            if pieces != self.zones.get(zone, ()):
                made.lay(zone, pieces)
        for kind, lies in other.where.items():
            for piece, zone in lies.items():
                if zone != self.where[kind][piece]:
                    made.place(kind, piece, zone)
        return made

    # -------------------------------------------------------------- marks

    def note(self, part: Part) -> None:
        """This part is read."""
        if self.seen is not None:
            self.seen.add(part)

    def note_change(self, whole: str, part: Part) -> None:
        """This part is not what it was, and so neither is the whole."""
        self.last = self.marks[part] = self.marks[whole] = _new()

    def containing_parts(self, parts: frozenset[Part]) -> set[Part]:
        """What these are parts of."""
        zones = self.plan.zones
        return {p if isinstance(p, str) else p[0] if isinstance(p, tuple) else zones[p][0] for p in parts}

    def parts_with_marks(self, parts: Iterable[Part]) -> Marks:
        """Parts with their marks."""
        mine = self.marks
        return tuple([(part, mine.get(part, 0)) for part in parts])

    def bears(self, marks: Marks) -> bool:
        """Are these parts as they were?"""
        mine = self.marks
        for part, mark in marks:  # `all` of a generator costs more than what it asks
            if mine.get(part, 0) != mark:
                return False
        return True

    # -------------------------------------------------------------- states

    def read(self, state: str, args: Args) -> Any:
        """The value of a state at these indexes."""
        if self.seen is not None:
            self.seen.add((state, args))
        return self.states[state][args]

    def find(self, state: str, args: Args) -> Any:
        """The same; nothing outside the indexes."""
        if self.seen is not None:
            self.seen.add((state, args))
        return self.states[state].get(args)

    def state(self, name: str) -> dict[Args, Any]:
        """All of a state, by its indexes; not to be written."""
        if self.seen is not None:
            self.seen.add(name)
        return self.states[name]

    def write(self, state: str, args: Args, value: Any) -> None:
        """Set the value of a state at these indexes."""
        self.note_change(state, (state, args))
        if state not in self._own:
            self.states[state] = dict(self.states[state])
            self._own.add(state)
        self.states[state][args] = value

    # -------------------------------------------------------------- zones

    def contents(self, zone: int) -> tuple[int, ...]:
        """The pieces of a zone, in their order."""
        if self.seen is not None:
            self.seen.add(zone)
        return self.zones.get(zone, ())

    def filled_indexes(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        """The indexes of those zones of one name in which something lies; an empty zone is not kept."""
        if not zones:
            return ()
        first, last, there = zones[0][1], zones[-1][1], self.zones
        self.note(self.plan.zones[first][0])
        if last - first + 1 != len(zones):
            return tuple([index for index, zone in zones if zone in there])
        return tuple([zones[zone - first][0] for zone in sorted(there) if first <= zone <= last])

    def zone_of(self, kind: str, piece: int) -> int:
        """The number of the zone in which a piece lies."""
        if self.seen is not None:
            self.seen.add((f"where {kind}", piece))
        return self.where[kind][piece]

    def zones_by_piece(self, kind: str) -> dict[int, int]:
        """In which zone each piece of a kind lies; not to be written."""
        if self.seen is not None:
            self.seen.add(f"where {kind}")
        return self.where[kind]

    def move(self, kind: str, piece: int, zone: int, end: str = "top") -> None:
        """Take a piece from where it lies and lay it down."""
        before = self.zone_of(kind, piece)
        left = tuple(p for p in self.contents(before) if p != piece)
        self.lay(before, left)
        there = self.contents(zone)
        shape = self.plan.symbols.zones[self.plan.zones[zone][0]].shape
        if shape in ("set", "bag"):
            self.lay(zone, tuple(sorted((*there, piece))))
        else:
            self.lay(zone, (*there, piece) if end == "top" else (piece, *there))
        self.place(kind, piece, zone)

    def place(self, kind: str, piece: int, zone: int) -> None:
        """In which zone a piece lies from now on; the zones must know it by themselves."""
        key = f"where {kind}"
        if key not in self._own:
            self.where[kind] = dict(self.where[kind])
            self._own.add(key)
        self.where[kind][piece] = zone
        self.note_change(key, (key, piece))

    def lay(self, zone: int, pieces: tuple[int, ...]) -> None:
        """What lies in a zone from now on; the pieces must know it already."""
        self.note_change(self.plan.zones[zone][0], zone)
        if pieces:
            self.zones[zone] = pieces
        else:
            self.zones.pop(zone, None)
