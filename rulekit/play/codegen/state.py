"""A position of a written engine: one slot for each state, one list for all zones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from operator import is_not
from typing import Any

from rulekit.check.evaluation.live_context import PastZone
from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen.runtime import RUNNING
from rulekit.play.codegen.shelf import Shelves
from rulekit.play.machine.machine import Program
from rulekit.play.machine.run_limits import NOTHING_SPENT
from rulekit.typesystem import types as t

COURSE = ("frames", "stage", "seat", "site", "chance", "sealed", "won", "started", "waits", "spent", "lines", "tallies")


class State:
    """What the words of the kit look at. The slots of one game are added by `shaped`."""

    __slots__ = (*COURSE, "me", "own")
    moves: Any
    marks: int  # of a watched engine: see WATCHED in load.py
    was: Any
    heard: Any
    memos: Any
    program: Program
    shelves: Shelves
    slots: tuple[str, ...]
    lists: tuple[str, ...]
    kept: tuple[str, ...]

    def __init__(self) -> None:
        self.frames: list[Any] = []
        self.stage = RUNNING
        self.seat: Any = None
        self.site: Any = None
        self.moves: list[Any] = []
        self.chance: Any = None
        self.sealed: Any = None
        self.won: Any = None
        self.started = False
        self.waits = 0
        self.spent = NOTHING_SPENT
        self.lines: list[str] = []
        self.tallies: dict[str, int] = {}
        self.own: set[str] = set()
        self.me: object = None  # whose the frames are that carry this; no frame points at a position

    def alias(self) -> Any:
        """The same position again, with everything shared: filled in by `shaped`."""
        raise TypeError("not shaped for a game")

    def tried(self, slots: tuple[str, ...]) -> Any:
        """A position to try things on: what may be written is copied, the rest is shared."""
        made = self.alias()
        for slot in slots:
            if slot in self.lists:
                setattr(made, slot, getattr(made, slot)[:])
        if "z" in slots and isinstance(made.z[0], list):  # zones that change in place (loose.py) are copied one by one
            made.z = [there[:] for there in made.z]
        made.own = set(slots)
        made.frames = []
        made.lines = []
        made.tallies = {}
        made.spent = NOTHING_SPENT
        made.started = False  # no ending is watched: what is tried is taken back
        return made

    # -------------------------------------------------------------- what words see

    @property
    def seats(self) -> int:
        return self.program.plan.seats

    def members(self, kind: t.Type) -> tuple[Any, ...]:
        return self.program.plan.members(kind)

    def contents(self, zone: int) -> tuple[int, ...]:
        found: tuple[int, ...] = zone.pieces if isinstance(zone, PastZone) else tuple(self.z[zone])
        return found

    def filled_indexes(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        return tuple(index for index, zone in zones if self.contents(zone))

    def zone_of(self, kind: str, piece: int) -> int:
        found: int = getattr(self, self.shelves.where(kind))[piece]
        return found

    def zone_info(self, zone: int) -> Any:
        return self.program.plan.symbols.zones[self.program.plan.zones[zone][0]]

    def zone_args(self, zone: int) -> tuple[Any, ...]:
        return self.program.plan.zones[zone][1]

    def layout(self, space: str) -> Any:
        return self.program.plan.layout(space)

    def looks(self, kind: str, tile: int, turns: int) -> Any:
        return self.program.plan.drawing(kind, tile, turns)

    def ring(self, kind: str) -> int:
        return self.program.plan.ring(kind)

    def tally(self, action: str) -> int:
        return self.tallies.get(action, 0)

    # -------------------------------------------------------------- tables

    def table(self) -> GameState:
        """The same as the reference engine holds it."""
        made = GameState(self.program.plan)
        for name, shelf in self.shelves.states.items():
            found = getattr(self, self.shelves.slot(name))
            made.states[name] = {(): found} if not shelf.axes else dict(zip(shelf.spots, found, strict=True))
        made.zones = {n: tuple(self.z[n]) for n in compress(range(len(self.z)), self.z)}
        for kind in self.shelves.kinds:
            made.where[kind] = dict(enumerate(getattr(self, self.shelves.where(kind))))
        return made

    def table_like(self, other: State, held: GameState) -> GameState:
        """The same, made from the table that is held of another position: what both share is looked at no more.

        Each change bears a mark, so answers that rest on nothing that differs are kept. Neither position may be played
        on in place: what is one object in both must have stayed as it was.
        """
        made = held.copy()
        for name, shelf in self.shelves.states.items():
            slot = self.shelves.slot(name)
            now, was = getattr(self, slot), getattr(other, slot)
            if not shelf.axes and now is not was:
                made.write(name, (), now)
            for n in _changed(now, was) if shelf.axes else ():
                made.write(name, shelf.spots[n], now[n])
        for zone in _changed(self.z, other.z):
            made.lay(zone, tuple(self.z[zone]))
        for kind in self.shelves.kinds:
            slot = self.shelves.where(kind)
            for piece in _changed(getattr(self, slot), getattr(other, slot)):
                made.place(kind, piece, getattr(self, slot)[piece])
        return made

    def lay_out(self, table: GameState) -> None:
        """Take over what a table of the reference engine holds."""
        for slot in self.kept:
            setattr(self, slot, {})
        for name, shelf in self.shelves.states.items():
            held = table.states[name]
            setattr(self, self.shelves.slot(name), held[()] if not shelf.axes else [held[s] for s in shelf.spots])
        self.z = [table.contents(n) for n in range(len(self.program.plan.zones))]
        for kind in self.shelves.kinds:
            setattr(self, self.shelves.where(kind), list(table.where[kind].values()))


def _changed(now: list[Any], was: list[Any]) -> Iterable[int]:
    """The places of a list at which another object stands than before."""
    return () if now is was else compress(count(), map(is_not, now, was))


def _moves(s: Any) -> Any:
    """Moves that are listed when somebody wants to see them."""
    found = s.listed
    if callable(found):
        found = s.listed = found(s, s.seat)
    return found


def _told(s: Any, moves: Any) -> None:
    s.listed = moves


def shaped(
    program: Program, shelves: Shelves, more: tuple[str, ...], kept: tuple[str, ...], later: bool = False
) -> type[State]:
    """The class of positions of one game in one configuration; `kept` are the slots of answers."""
    slots = (*shelves.singles, *shelves.lists)
    lazy: dict[str, Any] = {"moves": property(_moves, _told)} if later else {}
    made = type("Position", (State,), {"__slots__": (*slots, *more, *kept), **lazy})
    made.program, made.shelves = program, shelves  # type: ignore[attr-defined]
    made.slots, made.lists = slots, tuple(shelves.lists)  # type: ignore[attr-defined]
    made.kept = kept  # type: ignore[attr-defined]
    return made


ASKED = (
    "seat",
    "site",
    "chance",
    "sealed",
    "moves",
    "go",
)  # in whole games nothing is read of these but by who is asked


def aliasing(shelves: Shelves, more: tuple[str, ...], whole: bool = False) -> str:
    """The text of `alias`: every slot by its name."""
    slots = (*COURSE, *shelves.singles, *shelves.lists, *more)
    copied = [f"    t.{slot} = s.{slot}" for slot in slots if not (whole and slot in ASKED)]
    return "\n".join(["def alias(s):", "    t = new(Position)", *copied, "    return t", ""])


def freshening(shelves: Shelves, more: tuple[str, ...], loose: bool) -> str:
    """The text of `fresh`: the first position again, with lists of its own."""
    known = ("frames", "lines", "tallies", *ASKED)
    shared = [slot for slot in (*COURSE, *shelves.singles, *more) if slot not in known]
    copied = [f"    t.{slot} = s.{slot}" + "[:]" * slot.startswith("e_") for slot in shared]
    copied += [f"    t.{slot} = s.{slot}[:]" for slot in shelves.lists if not (loose and slot == "z")]
    copied += ["    t.z = [there[:] for there in s.z]"] * loose
    return "\n".join(
        ["def fresh(s):", "    t = new(Position)", *copied, "    t.frames, t.lines, t.tallies = [], [], {}"]
    ) + ("\n    return t\n")
