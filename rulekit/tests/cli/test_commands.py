"""The smaller commands: new, fmt, show, explain, ledger, doctor."""

import json
import os
from pathlib import Path

import pytest

from rulekit.cli.commands import doctor
from rulekit.diagnostics import codes
from rulekit.tests.calling import Call

STAGES = ("tree", "rulebook", "checked")


def text(folder: Path) -> str:
    """All files of a folder as one text."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*")) if file.is_file())


def test_a_new_game_bears_its_name_everywhere(game: Path) -> None:
    """Nothing is left of the starter's."""
    assert "game twelve-stones for 2 players" in text(game) and "this-game" not in text(game)


@pytest.mark.parametrize(
    "name", ("Twelve", "two words", "a_b", "-x", "1st", "", "../up", "a--b", "ünder", "x" * 61, "must")
)
def test_a_bad_name_is_refused(name: str, rulekit: Call, tmp_path: Path) -> None:
    """Before anything is written."""
    ran = rulekit("new", "--out", tmp_path, "--", name)
    assert ran.code == 2 and not list(tmp_path.iterdir())


def test_a_bad_name_is_answered_with_a_good_one(rulekit: Call, tmp_path: Path) -> None:
    """As near to it as can be."""
    assert "`uber-spiel-2` would do" in rulekit("new", "Über Spiel 2!", "--out", tmp_path).err
    assert "`zolw-bjorn` would do" in rulekit("new", "Żółw-Bjørn", "--out", tmp_path).err


def test_a_new_game_is_told_with_what_can_be_done_with_it(rulekit: Call, tmp_path: Path) -> None:
    told = rulekit("new", "twelve-stones", "--out", tmp_path).out.splitlines()[1:]
    calls = [line.split()[1:3] for line in told]
    assert [verb for verb, _ in calls] == ["check", "ledger", "fmt", "play", "test"]
    for verb, folder in calls:
        more = ["--watch"] if verb == "play" else ["--games", "1"] if verb == "test" else []
        assert rulekit(verb, folder, *more).code == 0, verb


def test_a_folder_that_is_there_is_left_alone(rulekit: Call, game: Path) -> None:
    """Even an empty one, even a link to nowhere."""
    before = text(game)
    os.symlink("nowhere", game.parent / "linked")
    (game.parent / "empty").mkdir()
    assert [rulekit("new", name, "--out", game.parent).code for name in ("twelve-stones", "linked", "empty")] == [
        2,
        2,
        2,
    ]
    assert text(game) == before


def test_a_new_game_is_tidy(rulekit: Call, game: Path) -> None:
    """So the first `fmt` changes nothing of it."""
    ran = rulekit("fmt", "--check", game)
    assert ran.code == 0 and not ran.out


def untidy(game: Path) -> Path:
    """Make one file untidy."""
    file = game / "2-play.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("]  player", "]      player"), encoding="utf-8")
    return file


def test_fmt_check_names_what_is_not_tidy_and_writes_nothing(rulekit: Call, game: Path) -> None:
    """For builds."""
    file = untidy(game)
    before = file.read_text(encoding="utf-8")
    ran = rulekit("fmt", "--check", game)
    assert ran.code == 1 and ran.out == f"not tidy: {file}\n" and file.read_text(encoding="utf-8") == before


def test_fmt_diff_shows_what_would_change(rulekit: Call, game: Path) -> None:
    """As everybody knows differences."""
    untidy(game)
    ran = rulekit("fmt", "--diff", game)
    assert ran.code == 1 and "\n-  [turn.grab]      player" in ran.out and "\n+  [turn.grab]  player" in ran.out


def test_fmt_tidies_once_and_for_all(rulekit: Call, game: Path) -> None:
    """And comments stay."""
    before = text(game)
    untidy(game)
    assert rulekit("fmt", game).code == 0 and text(game) == before
    assert rulekit("fmt", "--check", game).code == 0


def test_fmt_touches_the_files_of_the_game_and_none_that_lie_deeper(rulekit: Call, game: Path) -> None:
    """A folder with rules in it may hold the folders of other people."""
    (game / "scenes" / "old").mkdir()
    deeper = [game / place / "mine.rules" for place in ("attic", "scenes/old")]
    for file in deeper:
        file.parent.mkdir(exist_ok=True)
        file.write_text("turn\n  [turn.grab]      player must grab\n", encoding="utf-8")
    before = text(game)
    assert rulekit("fmt", game).code == 0 and text(game) == before
    assert all("      player" in file.read_text(encoding="utf-8") for file in deeper)


@pytest.mark.parametrize("options", ((), ("--check",), ("--diff",)))
def test_fmt_does_not_touch_what_it_cannot_read(options: tuple[str, ...], rulekit: Call, tmp_path: Path) -> None:
    """It says what is wrong instead."""
    file = tmp_path / "bad.rules"
    file.write_bytes(b"game x for 2 players\nstate \xff\n")
    assert rulekit("fmt", *options, file).code == 1
    assert file.read_bytes() == b"game x for 2 players\nstate \xff\n"


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_can_be_shown(stage: str, rulekit: Call, game: Path) -> None:
    """Without the names of Python classes."""
    ran = rulekit("show", "--stage", stage, game)
    assert ran.code == 0 and "grab.enough" in ran.out and "rulekit." not in ran.out


def test_a_law_is_shown_with_what_it_reads_through_words_too(rulekit: Call, game: Path) -> None:
    """A law about the text alone reads nothing of a position."""
    laws = "define left is stones + 1\ndefine twice is left * 2\n" + "never-rises\n  [law.most]  twice\n"
    (game / "5-more.rules").write_text(laws + "each-step\n  [law.only]  grab changes only stones\n", encoding="utf-8")
    shown = rulekit("show", "--stage", "checked", game).out
    assert "[law.most] never-rises, reads state stones\n" in shown and "[law.only] each-step\n" in shown, shown


def test_what_cannot_be_read_cannot_be_shown(rulekit: Call, game: Path) -> None:
    """The problems are shown instead."""
    (game / "2-play.rules").write_text("action grab\n  [a.b] require =\n", encoding="utf-8")
    ran = rulekit("show", game)
    assert ran.code == 1 and "2-play.rules:2:" in ran.err and not ran.out


@pytest.mark.parametrize("code", codes())
def test_every_problem_has_a_page(code: str, rulekit: Call) -> None:
    """With its title, however the code is typed."""
    ran = rulekit("explain", code)
    assert ran.code == 0 and ran.out.startswith(code) and ran.out == rulekit("explain", code.lower()).out


def test_explain_lists_all_problems(rulekit: Call) -> None:
    """For people and for tools."""
    listed = [line.split()[0] for line in rulekit("explain", "--list").out.splitlines()]
    data = [row["code"] for row in json.loads(rulekit("explain", "--list", "--format", "json").out)]
    assert listed == data == list(codes()) and listed


@pytest.mark.parametrize("arguments", ((), ("K999",), ("nonsense",)))
def test_explain_without_a_known_code_is_a_wrong_call(arguments: tuple[str, ...], rulekit: Call) -> None:
    """And says where to look."""
    ran = rulekit("explain", *arguments)
    assert ran.code == 2 and ("explain --list" in ran.err or "Did you mean" in ran.err)


def test_the_ledger_of_a_new_game_is_covered(rulekit: Call, game: Path) -> None:
    """Every clause is cited, and each place that does so is named."""
    report = json.loads(rulekit("ledger", game, "--format", "json").out)
    held = {"line": 7, "option": 0, "law": 0, "scene": 0, "reason": 0}
    by = report.pop("by")
    wanted = {"clauses": 7, "encoded": 7, "explained": 0, "held": held, "missing": [], "numbers": {}, "assumed": []}
    assert report == wanted
    assert len(by) == 7 and {one["sort"] for places in by.values() for one in places} <= set(held)


def test_the_ledger_names_the_places_that_hold_each_clause(rulekit: Call, game: Path) -> None:
    """If it is asked to."""
    short, long = rulekit("ledger", game).out.splitlines(), rulekit("ledger", game, "--clauses").out.splitlines()
    assert len(long) == len(short) + 7 and all(": [" in line or ": " in line for line in long[len(short) :])


def test_a_clause_nobody_cites_is_missing(rulekit: Call, game: Path) -> None:
    """By name, in words and as data."""
    with (game / "ledger.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[clause]]\nid = "twelve-stones.heap.round"\ntext = "Stones are round."\n')
        file.write('source = ["house rules:9"]\ncertainty = "stated"\nkind = "component"\n')
    ran = rulekit("ledger", game)
    assert ran.code == 1 and "missing" in ran.out and "heap.round" in ran.out


def test_the_doctor_finds_nothing_wrong_here(rulekit: Call) -> None:
    """Or the tests would not run."""
    ran = rulekit("doctor")
    assert ran.code == 0, ran.out


def test_the_doctor_says_how_to_mend_what_is_missing(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line for the fault, one for the cure."""
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package",))
    monkeypatch.setattr(doctor, "LOOKS", (doctor.look_at_packages,))
    ran = rulekit("doctor")
    assert ran.code == 1 and "WRONG  no-such-package" in ran.out and "pip install no-such-package" in ran.out
    assert json.loads(rulekit("doctor", "--format", "json").out)[0]["ok"] is False
