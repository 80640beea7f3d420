"""A seat that is never asked and games that nobody ever wins are told by `run`, `fuzz` and `test`, as no finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.play.games.common_course import MANY, CommonCourse
from rulekit.tests.calling import Call
from rulekit.tests.check.questions.making import cited

RULES = """game pebbles for 3 players
state heap is 0 to 9, starts 9, must fit
action grab
  [grab.do]  take 1 from heap
play
  [play.grab]  until heap = 0: {asked}
  [play.over]  finish, won by {won}
"""
NOBODY = "(those p in Player having (p is not p))"
ASIDE = RULES.format(asked="seat-one must grab then seat-three must grab then seat-one must grab", won="seat-one")
DRAWN = RULES.format(asked="for each p of Player: p must grab", won=NOBODY)
USUAL = RULES.format(asked="for each p of Player: p must grab", won="seat-one")
COMMANDS = {"run": ("--games", str(MANY)), "fuzz": ("--games", str(MANY), "--every", "1")}


def told(rulekit: Call, folder: Path, command: str, text: str, *more: str) -> list[str]:
    """What is noticed; the lines of the report are the same, and the exit code is that of a good game."""
    game = folder / "game.rules"
    game.write_text(cited(text), encoding="utf-8")
    options = (*COMMANDS[command], "--seed", "7", *more)
    ran = rulekit(command, game, *options, "--format", "json")
    found: list[str] = json.loads(ran.out)["noticed"]
    lines = rulekit(command, game, *options)
    assert ran.code == lines.code == 0
    assert all(f"\n{one}\n" in lines.out for one in found)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_a_seat_that_is_never_asked_is_told(rulekit: Call, tmp_path: Path, command: str) -> None:
    """With the number of games that ended."""
    assert told(rulekit, tmp_path, command, ASIDE) == [f"seat 1 was never asked in {MANY} games"]


def test_games_that_are_all_drawn_are_told(rulekit: Call, tmp_path: Path) -> None:
    """By `fuzz` of as many as were asked for their result."""
    assert told(rulekit, tmp_path, "run", DRAWN) == [f"all {MANY} games were drawn"]
    (found,) = told(rulekit, tmp_path, "fuzz", DRAWN, "--games", str(50 * MANY), "--every", "100")
    assert found.startswith("all ") and found.endswith(" were drawn")


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_told_of_usual_games(rulekit: Call, tmp_path: Path, command: str) -> None:
    """Everybody is asked, somebody wins."""
    assert told(rulekit, tmp_path, command, USUAL) == []


def test_few_games_say_nothing(rulekit: Call, tmp_path: Path) -> None:
    """It may be chance."""
    assert told(rulekit, tmp_path, "run", ASIDE, "--games", str(MANY - 1)) == []


def test_games_add_up() -> None:
    """A seat counts where a game has it; games that were broken off ask too; a grade is no draw."""
    course, other = CommonCourse(), CommonCourse()
    for _ in range(MANY):
        course.add_game(2, {0}, True)
        other.add_game(4, {0, 1, 3}, True)
        course.add_result({"winners": [], "outcome": "undecided"})
    assert course.sentences() == [f"seat 1 was never asked in {MANY} games", f"all {MANY} games ended without a winner"]
    course.add(other)
    assert course.sentences()[0] == f"seat 2 was never asked in {MANY} games"
    assert course.sentences()[1] == "all games whose result was asked for ended without a winner"
    course.add_game(4, {2}, False)
    course.add_result({"winners": [], "outcome": "good", "grade": "good"})
    assert course.sentences() == []


@pytest.mark.parametrize(
    ("text", "said"), [(ASIDE, f"seat 1 was never asked in {MANY} games"), (DRAWN, f"all {MANY} games were drawn")]
)
def test_random_games_with_laws_tell_it_too(text: str, said: str, rulekit: Call, tmp_path: Path) -> None:
    """`rulekit test` looks at as many games, so it says what they have in common."""
    (tmp_path / "game.rules").write_text(cited(text), encoding="utf-8")
    options = ("test", tmp_path, "--games", str(MANY), "--seed", "7")
    lines, (report,) = rulekit(*options), json.loads(rulekit(*options, "--format", "json").out)
    assert lines.code == 0 and f"\n{tmp_path.name}: {said}\n" in lines.out and report["noticed"] == [said]
