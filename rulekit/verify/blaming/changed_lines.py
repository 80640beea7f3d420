"""States and zones changed since the last comparison, each with the lines of the rules that changed it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Position
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Frame
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.step_recording import Recorder, TableBefore, state_changes
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused

Place = tuple[Any, ...]  # of a written position: `states`, a name, indexes


@attrs.frozen
class LineWrite:
    """One line, those that had called it, the nearest first, and the names of the states and zones it changed."""

    lines: tuple[str, ...]
    names: frozenset[str]
    there: bool = False  # whether it changed what stands in the very place that was asked for


class WriteRecorder(Recorder):
    """Notes which line changed what, in the `writes` of its own; `place` is looked at more closely."""

    def __init__(self, place: Place = ()) -> None:
        self.place = place
        self.writes: list[LineWrite] = []
        self.lines: tuple[str, ...] = ()

    def look(self, m: Machine, frame: Frame | None = None, op: o.Op | None = None) -> TableBefore:
        """Note where an operation begins."""
        own = (op.id,) if op is not None and op.id else ()
        self.lines = tuple(dict.fromkeys((*own, *under_way(m))))
        return TableBefore(m.table.copy(), tuple(m.frames))

    def note(self, m: Machine, seen: TableBefore) -> None:
        """Note what an operation has written."""
        names = {name for name, _, _ in state_changes(seen.table, m.table)}
        for zone in {*seen.table.zones, *m.table.zones}:  # an order counts as well
            if seen.table.contents(zone) != m.table.contents(zone):
                names.add(m.plan.zones[zone][0])
        if names:
            self.writes.append(LineWrite(self.lines, frozenset(names), self._there(m, seen, names)))

    def _there(self, m: Machine, seen: TableBefore, names: set[str]) -> bool:
        """Whether the value in that place is another one now."""
        if len(self.place) < 3 or str(self.place[1]).partition(" of ")[0] not in names:
            return False
        before = m.copy()
        before.table = seen.table
        return dumps(_value_at(before, self.place)) != dumps(_value_at(m, self.place))

    def on_answer(self, m: Machine, seat: int, move: Any) -> None:
        """Only changes count."""

    def on_draw(self, m: Machine, pending: Any, outcome: Any) -> None:
        """Only changes count."""

    def on_settled(self, m: Machine) -> None:
        """Only changes count."""


def _value_at(m: Machine, place: Place) -> Any:
    """What stands in a place of the written position; nothing if there is no such place."""
    found: Any = json_api.tables(m)
    for key in place:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def under_way(m: Machine) -> Iterator[str]:
    """The lines that are being done, the innermost first; a frame that has called another stands behind the call.

    A line without a name belongs to the one before it that has one.
    """
    for height, frame in enumerate(reversed(m.frames)):
        ops, at = m.blocks[frame.key].ops, frame.pc - (1 if height else 0)
        named = next((ops[n].id for n in range(min(at, len(ops) - 1), -1, -1) if ops[n].id), None)
        if named is not None:
            yield str(named)


def positions_since(here: Position) -> Iterator[Position]:
    """What was played since the two were compared: the last move and all that chance said after it, the last first."""
    at: Position | None = here
    while at is not None and at.before is not None:
        yield at
        at = None if at.answer is None or len(at.answer) == 2 else at.before


def last_compared_position(here: Position) -> Position | None:
    """Where the two were compared before."""
    found = list(positions_since(here))
    return found[-1].before if found else None


def led_here(here: Position, seat: int, move: Any) -> bool:
    """Whether the last answer was this move, however it is written."""
    if here.before is None or here.answer is None or len(here.answer) == 1 or here.answer[0] != seat:
        return False
    try:
        return bool(json_api.move_number(here.before.machine, seat, move) == here.answer[1])
    except Refused:
        return False


def ran_of(here: Position) -> list[str]:
    """All lines that ran since, in order."""
    return [name for one in reversed(list(positions_since(here))) for name in one.lines_run]


def writes_of(here: Position, place: Place = ()) -> tuple[LineWrite, ...]:
    """What the lines changed since, the last first."""
    return tuple(write for one in positions_since(here) for write in _writes_of(one, place))


def _writes_of(here: Position, place: Place) -> tuple[LineWrite, ...]:
    if here.before is None or here.answer is None:
        return ()
    m = here.before.machine.copy()
    witness = WriteRecorder(place)
    m.recorder = witness
    if len(here.answer) == 1:
        m.draw(here.answer[0])
    else:
        m.decide(here.answer[0], m.legal(here.answer[0])[here.answer[1]])
    return tuple(reversed(witness.writes))
