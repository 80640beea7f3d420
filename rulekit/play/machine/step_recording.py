"""Recording a step verb by verb as raw facts; who may learn what of them, seat_events.py says."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.frames import ChancePoint, Frame, Move, Over, env_of
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction

MOMENTS = ("turn", "round")


@attrs.frozen
class StepFact:
    """One thing that happened, with the table just before and just after it."""

    sort: str  # answered | done | chance | shown | began | ended | over
    before: GameState
    after: GameState
    data: Any = None


@attrs.frozen
class MoveMade:
    """A seat has made a move."""

    seat: int
    move: Move


@attrs.frozen
class ChanceAnswered:
    """What chance said: its kind, the line, the outcome and the type of each part."""

    kind: str
    op: o.Op
    outcome: Any


@attrs.frozen
class PiecesShown:
    """Pieces were shown to these seats."""

    kind: str
    pieces: tuple[int, ...]
    to: tuple[int, ...]


@attrs.frozen
class TableBefore:
    """How things were just before a verb."""

    table: GameState
    frames: tuple[Frame, ...]
    shown: PiecesShown | None = None


class Recorder:
    """Notes facts in `events` of the machine it is given; it keeps nothing itself."""

    def look(self, m: Machine, frame: Frame | None = None, op: o.Op | None = None) -> TableBefore:
        """Called before a verb, an answer or an outcome."""
        shown = (
            _pieces_shown(m, frame, op.call)
            if frame is not None and isinstance(op, o.Core) and op.call.core.does is VerbAction.SHOW
            else None
        )
        return TableBefore(m.table.copy(), tuple(m.frames), shown)

    def note(self, m: Machine, seen: TableBefore) -> None:
        """Called after it: what was shown, moved and changed, which turns and rounds began and ended."""
        ended = [f for f in seen.frames if _moment(f) and not any(f is g for g in m.frames)]
        began = [f for f in m.frames if _moment(f) and not any(f is g for g in seen.frames)]
        changed = differs(seen.table, m.table)
        if not (changed or ended or began or seen.shown):
            return
        after = m.table.copy()
        if seen.shown is not None:
            m.events.append(StepFact("shown", seen.table, after, seen.shown))
        if changed:
            m.events.append(StepFact("done", seen.table, after))
        if not isinstance(m.pending, Over):
            m.events += [StepFact("ended", after, after, event_name(f.key)) for f in reversed(ended)]
        m.events += [StepFact("began", after, after, event_name(f.key)) for f in began]

    def on_answer(self, m: Machine, seat: int, move: Move) -> None:
        """An answer is taken up; sealed ones when all are in."""
        table = m.table.copy()
        m.events.append(StepFact("answered", table, table, MoveMade(seat, move)))

    def on_draw(self, m: Machine, pending: ChancePoint, outcome: Any) -> None:
        """Chance has said something."""
        table = m.table.copy()
        m.events.append(StepFact("chance", table, table, ChanceAnswered(pending.kind, pending.op, outcome)))

    def on_settled(self, m: Machine) -> None:
        """Somebody must answer, or the game is over."""
        if isinstance(m.pending, Over):
            table = m.table.copy()
            m.events.append(StepFact("over", table, table))


def _moment(frame: Frame) -> bool:
    return frame.key == "turn" or (frame.key.startswith("proc ") and event_name(frame.key) in MOMENTS)


def _pieces_shown(m: Machine, frame: Frame, call: typed_statements.Call) -> PiecesShown | None:
    """Which pieces are about to be shown, and to whom."""
    what, to = call.get(""), call.get("to")
    kind = (what.type.member or what.type).bare if what is not None else t.UNKNOWN
    if what is None or not kind.piece:
        return None
    e = m.evaluator()
    try:
        pieces = e.value(what, env_of(frame))
        seats = e.value(to, env_of(frame)) if to is not None else tuple(range(m.plan.seats))
    except Fault:
        return None
    many = pieces if isinstance(pieces, tuple) else () if pieces is None else (pieces,)
    return PiecesShown(kind.kind, many, seats if isinstance(seats, tuple) else () if seats is None else (seats,))


def differs(before: GameState, after: GameState) -> bool:
    """Did a verb change anything at all?"""
    return before.zones != after.zones or any(piece_moves(before, after)) or any(state_changes(before, after))


def piece_moves(before: GameState, after: GameState) -> list[tuple[str, int, int, int]]:
    """Kind, piece, from where, to where."""
    found: list[tuple[str, int, int, int]] = []
    for kind, lies in after.where.items():
        was = before.where[kind]
        if lies is not was:
            found += [(kind, piece, was[piece], zone) for piece, zone in lies.items() if was[piece] != zone]
    return found


def state_changes(before: GameState, after: GameState) -> list[tuple[str, tuple[Any, ...], Any]]:
    """State, indexes, new value."""
    found: list[tuple[str, tuple[Any, ...], Any]] = []
    for name, values in after.states.items():
        was = before.states[name]
        if values is not was:
            found += [(name, args, value) for args, value in values.items() if was[args] != value]
    return found
