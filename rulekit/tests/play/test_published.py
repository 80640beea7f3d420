"""Draughts, written down for this: its ways are counted in public. Bundled games have theirs in conformance/perft."""

from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.play.games.game import Position

DRAUGHTS = Path(__file__).parent / "published" / "draughts.rules"
WAYS = (7, 49, 302, 1_469, 7_361)
QUICK = 500  # ways that are counted whenever tests run; the others at night


def slow(count: int) -> Any:
    return [pytest.mark.nightly] if count > QUICK else []


def ways(here: Position, depth: int, within: str = "") -> int:
    """Ways to go on so deep; a decision at the line `within` is part of the move before it."""
    if here.is_over:
        return int(depth == 0)
    inside = here.pending.line == within
    if depth == 0 and not inside:
        return 1
    seat = here.pending.seats[0]
    return sum(ways(here.take(seat, n), depth - (not inside), within) for n in range(len(here.legal(seat))))


@pytest.mark.parametrize(
    ("depth", "count"), [pytest.param(n, count, marks=slow(count)) for n, count in enumerate(WAYS, 1)]
)
def test_draughts_has_as_many_ways_a_jump_over_several_men_being_one(depth: int, count: int) -> None:
    assert ways(load(DRAUGHTS).start(players=2), depth, "turn.on") == count


def test_it_is_checked_like_any_game(rulekit: Any) -> None:
    assert rulekit("check", "--strict", DRAUGHTS).code == 0
    assert rulekit("test", DRAUGHTS, "--games", 3).code == 0
