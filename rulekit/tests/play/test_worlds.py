"""Two worlds that differ in what a seat cannot see are the same to it: view, legal list, reasons, events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from rulekit.play.machine.copies import copy_labels
from rulekit.play.machine.frames import ChancePoint, Decision, Move, Over
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_recording import Recorder
from rulekit.play.moves.move_decoder import MoveReader
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.views.indistinguishable_worlds import (
    OtherWorld,
    PieceRenaming,
    declared_open_moves,
    hidden_renaming,
    look_alike,
    near_misses,
    other_world,
    view_without,
    world_json,
)
from rulekit.play.views.seat_events import events
from rulekit.play.views.seat_view import view
from rulekit.tests.play.walking import GAMES, TOY_NAMES, answered, pick, reasons, walk
from rulekit.typesystem import types as t

NAMES = [*GAMES, *TOY_NAMES]
World = tuple[Machine, Machine, PieceRenaming, int | None]


def worlds(name: str, answers: int = 20) -> Iterator[World]:
    """Pairs of worlds along a random game, for every reader."""
    rng = random.Random(5)
    for m in walk(name, answers=answers):
        for seat in (None, *range(m.plan.seats)):
            names = hidden_renaming(m, seat, rng)
            other = other_world(m, names)
            if other is not None:
                yield m, other, names, seat


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_view_tells_nothing_of_what_is_hidden(name: str) -> None:
    for m, other, _, seat in worlds(name):
        declared = declared_open_moves(m)
        assert view_without(view(m, seat), declared) == view_without(view(other, seat), declared)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_reason_tells_nothing_of_what_is_hidden(name: str) -> None:
    rng = random.Random(6)
    for m, other, _, seat in worlds(name, 12):
        if seat is None:
            continue
        for move in near_misses(view_without(view(m, seat), declared_open_moves(m)), rng, 3):
            assert reasons(partial(MoveReader(m, seat).read_move, move)) == reasons(
                partial(MoveReader(other, seat).read_move, move)
            )


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_events_tell_nothing_of_what_stays_hidden(name: str) -> None:
    rng = random.Random(7)
    for m, other, names, seat in worlds(name, 12):
        pair = step(m, other, names, rng)
        if pair is not None and stays_hidden(m, pair, names, seat):
            assert events(pair[0], seat) == events(pair[1], seat)


def same_move(m: Machine, other: Machine, names: PieceRenaming, made: Move, legal: tuple[Move, ...]) -> Move | None:
    """The move of the other world that is this one renamed."""
    text = dumps(OtherWorld(m, names).open_move(made))
    scribe = ValueCodec(other, copy_labels(other))
    return next((one for one in legal if dumps(scribe.open_move(one)) == text), None)


def same_outcome(point: ChancePoint, names: PieceRenaming, outcome: Any) -> Any:
    """The outcome renamed."""
    kind = point.type.bare if point.type is not None else t.UNKNOWN
    inner = (kind.member or kind).bare
    if not inner.piece or outcome is None:
        return outcome
    if isinstance(outcome, tuple):
        found = tuple(names.piece(inner.kind, one) for one in outcome)
        return tuple(sorted(found)) if kind.distinct else found
    return names.piece(inner.kind, outcome)


def step(m: Machine, other: Machine, names: PieceRenaming, rng: random.Random) -> tuple[Machine, Machine] | None:
    """The same answer in both worlds, if it can be given in both."""
    other.recorder = Recorder()
    seat: int | None = None
    what: Any = None
    if isinstance(m.pending, Decision | ChancePoint):
        seat, what = pick(m, rng)
    twin: Any = None
    if isinstance(m.pending, Decision) and isinstance(other.pending, Decision):
        twin = same_move(m, other, names, what, other.pending.moves)
    elif isinstance(m.pending, ChancePoint) and isinstance(other.pending, ChancePoint):
        twin = same_outcome(m.pending, names, what)
        twin = twin if other.pending.allows(twin) else None
    try:
        return None if twin is None else (answered(m, seat, what), answered(other, seat, twin))
    except Fault:
        return None


def stays_hidden(m: Machine, pair: tuple[Machine, Machine], names: PieceRenaming, seat: int | None) -> bool:
    """Was none of the renamed pieces seen at any moment, and did the rules do the same in both worlds?"""
    after = pair[0]
    if isinstance(after.pending, Over) or isinstance(pair[1].pending, Over):
        return False
    quiet = after.fork()
    for table in (table for fact in after.events for table in (fact.before, fact.after)):
        sight = SeatCodec(quiet, seat, table=table)
        for (kind, piece), other in names.mapping.items():
            if sight.can_name(kind, piece) or not look_alike(m, sight, kind, piece, other):
                return False
    return world_json(after, names) == PositionWriter(pair[1]).to_json()


def test_there_are_other_worlds_to_look_at() -> None:
    counts = {name: len(list(worlds(name, 10))) for name in ("known-by", "two-sides", "show-event")}
    assert all(counts.values())


def test_who_sees_all_sees_the_difference() -> None:
    assert any(PositionWriter(m).to_json() != PositionWriter(other).to_json() for m, other, _, _ in worlds("two-sides"))
