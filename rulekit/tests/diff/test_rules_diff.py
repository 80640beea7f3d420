"""`rulekit diff` tells every change between two versions, and whether the game is still played as before."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulekit.diff.compare import (
    NOTHING,
    PARTS,
    PLAYS_ON,
    PLAYS_OTHERWISE,
    TITLES,
    RulesDiff,
    as_markdown,
    as_text,
    compare,
    summary,
)
from rulekit.diff.snapshot import snapshot
from rulekit.tests.calling import Call


@pytest.fixture
def later(game: Path, tmp_path: Path) -> Path:
    """A copy of the starter game, to be changed."""
    copy = tmp_path / "later" / game.name
    shutil.copytree(game, copy)
    return copy


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def found(old: Path, new: Path) -> RulesDiff:
    return compare(snapshot(old), snapshot(new))


def told(difference: RulesDiff) -> dict[str, list[tuple[str, str]]]:
    return {part: [(one.name, one.sort) for one in changes] for part, changes in difference.parts.items() if changes}


def test_a_game_held_against_itself_has_not_changed(game: Path, later: Path) -> None:
    difference = found(game, later)
    assert not difference and difference.plays_on and summary(difference) == NOTHING


def test_a_sentence_said_better_leaves_the_play_as_it_was_and_names_what_rests_on_it(game: Path, later: Path) -> None:
    change(later, "ledger.toml", "Twelve stones lie in one heap.", "The heap has twelve stones.")
    difference = found(game, later)
    (one,) = difference.sentences
    assert told(difference) == {"sentences": [("heap.twelve", "changed")]} and difference.plays_on
    assert (one.old, one.new) == ("Twelve stones lie in one heap.", "The heap has twelve stones.")
    assert PLAYS_ON in as_text(difference)


def test_a_sentence_that_came_and_one_that_went(game: Path, later: Path) -> None:
    change(later, "ledger.toml", "twelve-stones.heap.twelve", "twelve-stones.heap.dozen")
    assert told(found(game, later))["sentences"] == [("heap.dozen", "added"), ("heap.twelve", "removed")]


def test_a_sentence_from_elsewhere_is_told_apart_from_one_that_says_something_else(game: Path, later: Path) -> None:
    change(later, "ledger.toml", 'source = ["house rules:1"]', 'source = ["house rules:4"]')
    difference = found(game, later)
    assert told(difference) == {"origins": [("heap.twelve", "changed")]} and difference.plays_on


def test_a_line_that_decides_makes_recorded_games_old(game: Path, later: Path) -> None:
    change(later, "2-play.rules", "n in 1 to 3", "n in 1 to 4")
    difference = found(game, later)
    assert told(difference) == {"lines": [("grab.count", "changed")]} and not difference.plays_on
    assert "was: n in 1 to 3" in as_text(difference) and PLAYS_OTHERWISE in summary(difference)


def test_a_declaration_without_an_id_is_called_by_its_first_words(game: Path, later: Path) -> None:
    change(later, "1-things.rules", "starts 12", "starts 11")
    assert told(found(game, later)) == {"lines": [("state stones", "changed")]}


def test_options_rulings_and_scenes_are_told_each_in_its_part(game: Path, later: Path) -> None:
    change(later, "1-things.rules", "lucky or unlucky", "lucky or unlucky, usually lucky")
    change(later, "rulings.md", "Is the last stone a prize", "Is the last stone a gift")
    scenes = next((later / "scenes").iterdir())
    first = scenes.read_text(encoding="utf-8").split("scene ")[1].split('"')[1]
    change(later, f"scenes/{scenes.name}", f'"{first}"', '"another title"')
    parts = told(found(game, later))
    assert parts["options"] == [("last-stone", "changed")] and parts["rulings"] == [("AMB-1", "changed")]
    assert [sort for _, sort in parts["scenes"]] == ["changed"]


def test_of_a_row_only_the_columns_are_told_that_changed(tmp_path: Path) -> None:
    for version, cost in (("old", 2), ("new", 3)):
        folder = tmp_path / version
        folder.mkdir()
        head = "game g for 1 player\nlist Good\n  face: cost 0 to 9, gain 0 to 9\n"
        rows = f"rows of Good\n  [g.a]  wood: cost {cost}, gain 1\n"
        (folder / "1.rules").write_text(head + rows, encoding="utf-8")
    (one,) = found(tmp_path / "old", tmp_path / "new").rows
    assert (one.name, one.old, one.new) == ("Good wood", "cost 2", "cost 3")


def test_markdown_shows_the_same_changes_and_lets_nothing_pass_for_a_mark(game: Path, later: Path) -> None:
    change(later, "ledger.toml", "Twelve stones lie in one heap.", "Twelve *stones* [lie] <b> in_one_heap.")
    shown = as_markdown(found(game, later), "1.1")
    assert shown.startswith("## 1.1\n") and "\\*stones\\* \\[lie] &lt;b> in\\_one\\_heap" in shown


def test_json_holds_every_part(game: Path, later: Path, rulekit: Call) -> None:
    change(later, "2-play.rules", "n in 1 to 3", "n in 1 to 4")
    ran = rulekit("diff", game, later, "--format", "json")
    data = json.loads(ran.out)
    assert ran.code == 1 and set(PARTS) < set(data) and set(TITLES) == set(PARTS)
    assert data["lines"] == [
        {"name": "grab.count", "sort": "changed", "old": "n in 1 to 3", "new": "n in 1 to 4", "resting": []}
    ]


def test_a_version_may_lie_in_git(game: Path, rulekit: Call) -> None:
    for line in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", game, *line], check=True)
    change(game, "ledger.toml", "Twelve stones lie in one heap.", "The heap has twelve stones.")
    ran = rulekit("diff", f"HEAD:{game}", game)
    assert ran.code == 0 and "~ heap.twelve" in ran.out
    shutil.rmtree(game / "scenes")
    assert "scenes" in rulekit("diff", f"HEAD:{game}", game).out.splitlines()[0]


@pytest.mark.parametrize("old", ["no-such-game", "HEAD:no/such/folder", "no-such-revision:spec"])
def test_a_version_that_is_not_there_is_told_in_a_sentence(old: str, game: Path, rulekit: Call) -> None:
    ran = rulekit("diff", old, game)
    assert ran.code == 2 and "Traceback" not in ran.err and ran.err.strip()


def test_a_version_whose_rules_cannot_be_read_is_told_with_its_place(broken: Path, game: Path, rulekit: Call) -> None:
    ran = rulekit("diff", broken, game)
    assert ran.code in (1, 2) and "K0" in ran.out + ran.err and "Traceback" not in ran.err


@pytest.fixture
def broken(later: Path) -> Path:
    change(later, "2-play.rules", "n in 1 to 3", "n in in 3")
    return later
