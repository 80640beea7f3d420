"""Rules under which play is dead are a finding with exit code 1; what was not judged is said, and reasons are heard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tests.calling import Call
from rulekit.tests.check.questions.making import cited
from rulekit.tests.fuzz.dead_games import (
    BEADS,
    END,
    FUZZ,
    GRAB,
    HEAD,
    HEAP,
    MOST,
    ONLY_A_LAW_KNOWS,
    PICK,
    STOCK,
    TURN,
    WRONG,
    ZONES,
)

pytestmark = pytest.mark.long

ENDLESS = WRONG["an ending that cannot come"].text
UNDONE = WRONG["moves that undo each other"].text
GUARDED = WRONG["a guard that never refuses"].text
GOOD = HEAP + GRAB + TURN + END


def written(folder: Path, text: str, rulings: str = "") -> Path:
    """A game as a folder, with its rulings."""
    game = folder / "pebbles"
    game.mkdir()
    (game / "1-game.rules").write_text(cited(text), encoding="utf-8")
    if rulings:
        (game / "rulings.md").write_text(rulings, encoding="utf-8")
    return game


@pytest.mark.parametrize("name", WRONG)
def test_each_wrong_rulebook_gets_a_failing_answer(name: str, rulekit: Call, tmp_path: Path) -> None:
    """From the command that the table names."""
    wrong = WRONG[name]
    command, *options = wrong.command
    ran = rulekit(command, written(tmp_path, wrong.text), *options)
    assert ran.code == 1 and wrong.said in ran.out


@pytest.mark.parametrize("name", ONLY_A_LAW_KNOWS)
def test_what_only_a_law_can_know_is_found_with_the_law(name: str, rulekit: Call, tmp_path: Path) -> None:
    """Without it the rules say what they say."""
    text, law = ONLY_A_LAW_KNOWS[name]
    game = written(tmp_path, text + law)
    ran = rulekit("fuzz", game, "--games", "200", "--seed", "1", "--every", "1", "--failures", tmp_path / "found")
    assert ran.code == 1 and law.partition("[")[2].partition("]")[0] in ran.out


@pytest.mark.parametrize("command", [("test", "--games", "60"), ("run", "--games", "3"), ("fuzz", "--games", "50")])
def test_no_game_that_ends_is_a_finding_of_every_command_that_plays(
    command: tuple[str, ...], rulekit: Call, tmp_path: Path
) -> None:
    """Each says how many games it cut off, and at which ending."""
    ran = rulekit(command[0], written(tmp_path, ENDLESS), *command[1:])
    assert ran.code == 1 and "not one game ended" in ran.out and "[end.all] never came about" in ran.out


@pytest.mark.parametrize("command", ["test", "run"])
def test_a_limit_that_was_wished_for_is_no_finding(command: str, rulekit: Call, tmp_path: Path) -> None:
    """It is said that nothing was judged."""
    ran = rulekit(command, written(tmp_path, ENDLESS), "--games", "3", "--longest", "20")
    assert ran.code == 0 and "whether this game ever ends was not judged" in ran.out


def test_a_game_whose_first_answers_are_many_is_played_on(rulekit: Call, tmp_path: Path) -> None:
    """The random games under the laws are short; some that are played further show that it ends, or faults."""
    long = HEAD + "state heap is 0 to 400, starts 400, must fit\n" + GRAB.replace("1 to 3", "1 to 1") + TURN + END
    ran = rulekit("test", written(tmp_path, long), "--games", "2")
    assert ran.code == 0 and "not one" not in ran.out and "judged" not in ran.out


def test_a_fault_behind_the_first_answers_is_told(rulekit: Call, tmp_path: Path) -> None:
    """In a game that is played on: nobody looks whether a stone is left."""
    slow = HEAD + "state heap is 0 to 399, starts 399, must fit\naction grab\n  [grab.do]  take 1 from heap\n" + TURN
    slow += END.replace("when heap = 0", "when heap = 0 and player is seat-two")
    ran = rulekit("test", written(tmp_path, slow), "--games", "2")
    assert ran.code == 1 and "the rules ran into a fault" in ran.out


def test_an_ending_that_chance_misses_can_have_a_reason(rulekit: Call, tmp_path: Path) -> None:
    """Under the title that holds what is not reached."""
    game = written(
        tmp_path, ENDLESS, "# Rulings\n\n## Unreached\n\n- line [end.all]: it takes more beads than a beginner has\n"
    )
    assert rulekit("run", game, "--games", "3").code == 0


def test_rules_that_ask_nobody_are_a_game_of_pure_chance(rulekit: Call, tmp_path: Path) -> None:
    """Only questions that are never put are a fault."""
    dice = HEAP + "turn\n  [turn.roll]  roll d in 1 to 2\n  [turn.take]  take (1 if heap = 1 else d) from heap\n" + END
    assert rulekit("test", written(tmp_path, dice), "--games", "5").code == 0


# ------------------------------------------------------------------ moves that undo each other


def test_a_game_that_can_go_on_for_ever_is_told_with_the_moves(rulekit: Call, tmp_path: Path) -> None:
    """As data too; the sort stands beside it."""
    game = written(tmp_path, UNDONE)
    report = json.loads(rulekit("fuzz", game, "--games", "400", "--seed", "1", "--format", "json").out)
    (found,) = (one for one in report["findings"] if one["sort"] == "cycle")
    assert "seat 0: light" in found["said"] and "seat 1: blow" in found["said"]


def test_endless_play_can_have_a_reason(rulekit: Call, tmp_path: Path) -> None:
    """Named by a line that asks meanwhile."""
    reasons = "## Endless\n\n- [turn.go]: whoever blows out a lamp for ever is told to go home\n"
    ran = rulekit("fuzz", written(tmp_path, UNDONE, reasons), "--games", "400", "--seed", "1")
    assert ran.code == 0 and "for ever" not in ran.out


def goes_on_for_ever(rulekit: Call, folder: Path, text: str) -> bool:
    """Whether that is said of rules that were really played."""
    ran = rulekit("fuzz", written(folder, text), "--games", "400", "--seed", "1")
    assert "pebbles: 400 games" in ran.out
    return "for ever" in ran.out


def test_a_rule_that_counts_limits_play(rulekit: Call, tmp_path: Path) -> None:
    """A position in which a number has grown is not the same again."""
    counted = UNDONE.replace("state lamp", "state turns is 0 to 40, excess lost\nstate lamp").replace(
        "player must light or blow\n", "player must light or blow\n  [turn.tick]  add 1 to turns\n"
    )
    counted = counted.replace("  [end.bright]", "  [end.late]    at end of turn when turns = 40\n  [end.bright]")
    assert not goes_on_for_ever(rulekit, tmp_path, counted)


def test_an_ending_by_repetition_limits_play(rulekit: Call, tmp_path: Path) -> None:
    """What was there before is kept, so no position comes back."""
    known = UNDONE.replace(
        "action light", "type Light is 0 to 2\nstate past is pile of Light\naction light", 1
    ).replace("player must light or blow\n", "player must light or blow\n  [turn.note]  add lamp to past\n")
    assert not goes_on_for_ever(rulekit, tmp_path, known)


def test_where_fate_stands_between_nobody_can_go_on_for_ever(rulekit: Call, tmp_path: Path) -> None:
    """The dice may always fall otherwise."""
    diced = UNDONE.replace("player must light", "roll d in 1 to 6 then player must light")
    assert not goes_on_for_ever(rulekit, tmp_path, diced)


# ------------------------------------------------------------------ what is never reached


def test_a_short_campaign_says_that_it_did_not_judge(rulekit: Call, tmp_path: Path) -> None:
    """Fifty games are not enough to call a guard idle."""
    ran = rulekit("fuzz", written(tmp_path, GUARDED), "--games", "50", "--seed", "1")
    assert ran.code == 0 and "was not judged: the campaign was too short" in ran.out
    assert "nothing is wrong with what was reached" in ran.out


def test_what_is_never_reached_can_have_a_reason(rulekit: Call, tmp_path: Path) -> None:
    """It is then told as excused."""
    reasons = "## Unreached\n\n- guard [grab.luck]: it is there for another edition\n"
    ran = rulekit(*FUZZ[:1], written(tmp_path, GUARDED, reasons), *FUZZ[1:])
    assert ran.code == 0 and "1 never reached for a reason" in ran.out and "nothing is wrong\n" in ran.out


def test_a_sound_game_has_nothing_against_it(rulekit: Call, tmp_path: Path) -> None:
    """However long the campaign."""
    ran = rulekit(*FUZZ[:1], written(tmp_path, GOOD), *FUZZ[1:])
    assert ran.code == 0 and "nothing is wrong\n" in ran.out


def test_a_game_that_nothing_holds_is_told_so(rulekit: Call, tmp_path: Path) -> None:
    """By check and test; it is no finding, not even a strict one."""
    game = written(
        tmp_path,
        HEAD + BEADS + ZONES + STOCK + PICK + "turn\n  [turn.go]  player must pick\n"
        "end\n  [end.out]  at end of turn when bag is empty\n" + MOST,
    )
    for command in (("check", "--strict"), ("test", "--games", "5")):
        ran = rulekit(command[0], game, *command[1:])
        assert ran.code == 0 and "neither a scene nor a law" in ran.out
