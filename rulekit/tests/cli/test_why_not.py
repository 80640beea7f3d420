"""What a refusal looks like on a terminal, and moves of decisions that are not asked."""

import json

import pytest

from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS

EXPLAINED = TOYS / "explained.rules"


def test_values_stand_under_the_line_that_looked_at_them(rulekit: Call) -> None:
    """And the sentences below."""
    ran = rulekit("why-not", EXPLAINED, "knock mill")
    assert ran.code == 1
    assert ran.out.splitlines()[1:3] == ["  [knock.rate] require rate of shop <= 1", "      here rate of shop is 4"]


def test_json_tells_lines_values_and_roles(rulekit: Call) -> None:
    """Of lines without an id too."""
    told = json.loads(rulekit("why-not", EXPLAINED, "visit crypt", "--format", "json").out)["refused_by"]
    assert told[0]["name"] == "define welcoming" and told[0]["facts"] == ["s is crypt", "open of s is no"]
    assert {one["role"] for one in told} == {"decides", "looked at", "led here"}


@pytest.mark.parametrize("move", ["leave", "paint red"])
def test_a_move_of_another_decision_is_told_as_not_asked_now(rulekit: Call, move: str) -> None:
    """Seat two may be asked for it later; a word of no decision is a wrong call."""
    ran = rulekit("why-not", TOYS / "ask-declining.rules", move)
    assert ran.code == 1 and "nothing of this kind is asked of this seat now" in ran.out and "[play.grab]" in ran.out
    assert rulekit("why-not", TOYS / "ask-declining.rules", "depart").code == 2
