"""Two games that everybody knows, written down for this: their ways are counted in public, from hard positions too."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.play.moment import Position

HERE = Path(__file__).parent / "published"
MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
QUICK = 500  # ways that are counted whenever tests run; the others at night

CHESS = {
    "the start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", (20, 400, 8_902)),
    "castling and pins": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2_039)),
    "a pawn that may not be taken in passing": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2_812)),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", (6, 264)),
    "a lost right to castle": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1_486)),
}
DRAUGHTS = (7, 49, 302, 1_469, 7_361)


def slow(count: int) -> Any:
    return [pytest.mark.nightly] if count > QUICK else []


def rows() -> list[Any]:
    """Position, depth and count."""
    return [
        pytest.param(told, depth, count, marks=slow(count), id=f"{name}, {depth} deep")
        for name, (told, counts) in CHESS.items()
        for depth, count in enumerate(counts, 1)
    ]


@cache
def started(name: str) -> Position:
    return load(HERE / name).start(players=2)


def placed(told: str) -> Position:
    """A position of chess from the line in which everybody writes it."""
    board, to_move, rights, passed = told.split()
    data = copy.deepcopy(started("chess").to_json())
    lying = [(x, 8 - n, letter) for n, row in enumerate(board.split("/")) for x, letter in enumerate(spread(row), 1)]
    lying = sorted((one for one in lying if one[2] != "."), key=lambda one: (one[1], one[0]))
    data["states"]["man"] = [[[x, y], MEN[letter.lower()]] for x, y, letter in lying]
    data["states"]["side"] = [[[x, y], int(letter.islower())] for x, y, letter in lying]
    data["states"]["right"] = [{"king-side": k in rights, "queen-side": q in rights} for k, q in ("KQ", "kq")]
    data["states"]["passed"] = None if passed == "-" else ["abcdefgh".index(passed[0]) + 1, int(passed[1])]
    data["states"]["active"] = data["asks"]["seat"] = int(to_move == "b")
    return load(HERE / "chess").position(data)


def spread(row: str) -> str:
    """A row of a board, a dot for each empty cell."""
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in row)


def ways(here: Position, depth: int, within: str = "") -> int:
    """Ways to go on so deep; a decision at the line `within` is part of the move before it."""
    if here.over:
        return int(depth == 0)
    inside = here.pending.line == within
    if depth == 0 and not inside:
        return 1
    seat = here.pending.seats[0]
    return sum(ways(here.take(seat, n), depth - (not inside), within) for n in range(len(here.legal(seat))))


@pytest.mark.parametrize(("told", "depth", "count"), rows())
def test_chess_has_as_many_ways_as_everybody_counts(told: str, depth: int, count: int) -> None:
    assert ways(placed(told), depth) == count


@pytest.mark.parametrize(
    ("depth", "count"), [pytest.param(n, ways, marks=slow(ways)) for n, ways in enumerate(DRAUGHTS, 1)]
)
def test_draughts_has_as_many_ways_a_jump_over_several_men_being_one(depth: int, count: int) -> None:
    assert ways(started("draughts.rules"), depth, "turn.on") == count


@pytest.mark.parametrize("scene", ["chess", "draughts.rules"])
def test_they_are_checked_like_any_game(scene: str, rulekit: Any) -> None:
    assert rulekit("check", "--strict", HERE / scene).code == 0
    assert rulekit("test", HERE / scene, "--games", 3).code == 0
