"""Moves go out as their chooser sees them and come back as the same moves, or are refused with all reasons."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.play.moves.move_decoder import MoveReader
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.seat_json import SeatCodec, to_move
from rulekit.play.position.strict_json import dumps, loads
from rulekit.play.refusals import Refused
from rulekit.tests.play.test_positions import JSON, put, spots
from rulekit.tests.play.walking import GAMES, TOY_NAMES, asked, position, reasons, walk
from rulekit.tests.scale import examples


def written(name: str, answers: int = 0) -> tuple[Any, int, list[dict[str, Any]]]:
    """A position, who is asked in it, and the moves as he sees them."""
    m = position(name, answers)
    seat, moves = asked(m)[0]
    return m, seat, [to_move(m, seat, move) for move in moves]


@pytest.mark.parametrize("name", [*GAMES, *TOY_NAMES])
def test_every_legal_move_comes_back_as_itself(name: str) -> None:
    for m in walk(name, answers=12):
        for seat, moves in asked(m):
            for move in moves[:30]:
                assert MoveReader(m, seat).read_move(loads(dumps(to_move(m, seat, move)))) == move


def test_what_is_submitted_is_put_into_its_normal_form() -> None:
    m, seat, _ = written("normal-form")
    assert to_move(m, seat, MoveReader(m, seat).read_move({"do": "lean", "d": "west"})) == {"do": "lean", "d": "east"}


def test_a_row_with_one_effect_needs_no_label() -> None:
    _, _, moves = written("effects")
    assert {"do": "employ", "tool": "shop", "g": "salt"} in moves
    assert {"do": "employ", "tool": "loom", "how": "b"} in moves


def test_a_range_may_be_written_in_a_form_of_its_own() -> None:
    _, _, moves = written("written-names")
    assert [move["q"] for move in moves] == [90, 180, 270]


def test_a_piece_seen_from_behind_goes_by_its_key() -> None:
    _, _, moves = written("known-by")
    assert [move["leaf"] for move in moves] == [["line-up", 1], ["line-up", 2], ["line-up", 3]]


def test_copies_are_one_move() -> None:
    _, _, moves = written("copies")
    assert moves == [{"do": "take-bead", "bead": "plain"}, {"do": "take-bead", "bead": "bright"}]


def test_the_text_of_a_move_is_its_words_in_order() -> None:
    m = position("choose-subset-parameter", 0)
    assert SeatCodec(m, 0, in_move=True).move_text(asked(m)[0][1][0]) == "take-two ash+elm"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"do": "lean"}, "malformed"),
        ({"do": "lean", "d": "east", "e": 1}, "malformed"),
        ({"do": "lean", "d": 1}, "malformed"),
        ({"do": "lean", "d": "up"}, "unknown-id"),
        ({"do": "fall"}, "no-such-decision"),
        ({"do": "lean", "d": "south"}, "refused"),
        (["lean"], "malformed"),
    ],
)
def test_a_move_that_is_none_is_refused_for_what_is_wrong(data: Any, code: str) -> None:
    m, seat, _ = written("normal-form")
    assert reasons(lambda: MoveReader(m, seat).read_move(data))[0] == code


def test_a_doubled_member_is_refused_by_the_clause_alone() -> None:
    m, seat, _ = written("choose-subset-parameter")
    found = reasons(lambda: MoveReader(m, seat).read_move({"do": "take-two", "beads": ["ash", "ash"]}))
    assert "[take.beads]" in found and "[take.small]" not in found


def test_who_is_not_asked_is_told_so() -> None:
    m, seat, moves = written("copies")
    for other in (seat + 1, 99, True, None):
        assert reasons(lambda other=other: MoveReader(m, other).read_move(moves[0]))[0] == "not-your-turn"


def test_a_used_up_group_is_a_reason() -> None:
    found = {reason for m in walk("menu-groups", answers=20) for reason in _again(m)}
    assert any(reason.startswith("[") for reason in found)


def _again(m: Any) -> list[str]:
    """What is said when a move of the first position is tried here."""
    _, _, moves = written("menu-groups")
    return [r for seat, _ in asked(m) for move in moves for r in reasons(partial(MoveReader(m, seat).read_move, move))]


def test_after_the_end_nothing_is_taken() -> None:
    last = list(walk("copies"))[-1]
    assert reasons(lambda: MoveReader(last, 0).read_move({"do": "take-bead", "bead": "plain"})) == (
        "over",
        "the game is over",
    )


@settings(max_examples=examples(300, 5000))
@given(st.sampled_from(["menu-groups", "effects", "choose-subsets", "space-edges", "known-by"]), st.data())
def test_a_move_with_one_place_changed_is_refused_or_legal_and_changes_nothing(name: str, draw: st.DataObject) -> None:
    m, seat, moves = written(name)
    before, move = PositionWriter(m).hash(), draw.draw(st.sampled_from(moves))
    data = put(move, draw.draw(st.sampled_from(spots(move))), draw.draw(JSON))
    try:
        assert MoveReader(m, seat).read_move(data) in asked(m)[0][1]
    except Refused as refused:
        assert refused.reasons
    assert PositionWriter(m).hash() == before
