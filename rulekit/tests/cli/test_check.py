"""rulekit check: verdicts, formats, streams."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit import __main__
from rulekit.cli.commands import check
from rulekit.data import bundled_games
from rulekit.diagnostics import Problem
from rulekit.diagnostics.problem import problem
from rulekit.looks.looks_file import NAME as LOOKS
from rulekit.source import Span
from rulekit.tests.calling import Call

FORMATS = ("text", "json", "github", "sarif")
PLACE = Span("game.rules", 3, 5, 3, 9)
GOOD: tuple[Problem, ...] = ()
WARNED = (problem("K90", PLACE, severity="warning"),)
WRONG = (problem("K90", PLACE),)
MANY = tuple(problem("K90", Span("game.rules", line, 1, line, 2)) for line in range(1, 201))


def find(found: tuple[Problem, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game have these problems."""
    monkeypatch.setattr(check, "examine", lambda folder, tables: (12, found, ""))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("found", "options", "code"),
    [
        (GOOD, (), 0),
        (GOOD, ("--strict",), 0),
        (WARNED, (), 0),
        (WARNED, ("--strict",), 1),
        (WARNED, ("--strict", "--exit-zero"), 0),
        (WRONG, (), 1),
        (WRONG, ("--exit-zero",), 0),
        (WRONG, ("--max", "0"), 1),
        (MANY, ("--max", "1"), 1),
    ],
)
def test_the_exit_code_is_the_same_in_every_format(
    form: str,
    found: tuple[Problem, ...],
    options: tuple[str, ...],
    code: int,
    rulekit: Call,
    starter: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Computed from the problems, never from the printing."""
    find(found, monkeypatch)
    assert rulekit("check", starter, "--format", form, *options).code == code


@pytest.mark.parametrize("form", ("json", "sarif"))
@pytest.mark.parametrize("found", (GOOD, WARNED, WRONG, MANY))
def test_tools_get_one_document_and_nothing_else(
    form: str, found: tuple[Problem, ...], rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of several games."""
    find(found, monkeypatch)
    ran = rulekit("check", starter, starter, "--format", form)
    assert json.loads(ran.out) and not ran.err


def test_a_game_gets_its_line(rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many clauses, how many problems."""
    find(GOOD, monkeypatch)
    assert rulekit("check", starter).out == "starter: 12 lines, no problems\n"
    find(WARNED, monkeypatch)
    assert rulekit("check", starter).out.endswith("starter: 12 lines, 1 warning\n")


def test_a_problem_that_is_printed_once_counts_once(
    rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that cannot be read may be met several times."""
    find(WRONG * 3, monkeypatch)
    ran = rulekit("check", starter)
    assert ran.out.count("error[K90]") == 1 and "12 lines, 1 error\n" in ran.out


def test_people_get_a_page_full(rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And are told how many more there are."""
    find(MANY, monkeypatch)
    assert rulekit("check", starter, "--max", "3").out.count("error[K90]") == 3
    assert "150 more are not shown" in rulekit("check", starter).out
    assert rulekit("check", starter, "--max", "0").out.count("error[K90]") == 200


def test_colour_only_where_it_is_wanted(rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe gets none, unless the environment or an option asks."""
    find(WRONG, monkeypatch)
    assert "\x1b[" not in rulekit("check", starter).out
    assert "\x1b[" in rulekit("check", starter, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in rulekit("check", starter).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in rulekit("check", starter).out


@pytest.mark.parametrize("form", ("json", "github", "sarif"))
def test_tools_never_get_colour(form: str, rulekit: Call, starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if somebody asks for it."""
    find(WRONG, monkeypatch)
    assert "\x1b[" not in rulekit("check", starter, "--color", "always", "--format", form).out


def test_a_game_that_is_not_there_is_a_wrong_call(rulekit: Call) -> None:
    """With one sentence on the error stream."""
    ran = rulekit("check", "no-such-game")
    assert ran.code == 2 and "no-such-game" in ran.err and not ran.out


def test_no_games_at_all_is_nothing_run(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not success."""
    monkeypatch.setattr(check, "bundled_games", lambda: ())
    assert rulekit("check").code == 5


def test_a_folder_of_games_stands_for_all_of_them(
    rulekit: Call, starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name."""
    find(GOOD, monkeypatch)
    for name in ("one-game", "two-game"):
        rulekit("new", name, "--out", tmp_path)
    assert [line.split(":")[0] for line in rulekit("check", tmp_path).out.splitlines()] == ["one-game", "two-game"]


def test_a_new_game_checks_without_a_word(rulekit: Call, game: Path) -> None:
    """Ten minutes to the first success begin here."""
    ran = rulekit("check", "--strict", game)
    assert ran.code == 0 and ran.out.endswith("no problems\n") and not ran.err


def test_a_single_file_can_be_checked(rulekit: Call, tmp_path: Path) -> None:
    """It is a game of one file."""
    file = tmp_path / "small.rules"
    file.write_text("game small for 2 players\nstate x is 0 to\n", encoding="utf-8")
    ran = rulekit("check", file)
    assert ran.code == 1 and "small.rules:2:" in ran.out


def test_a_slip_is_shown_with_its_place_and_its_cure(rulekit: Call, broken_game: Path) -> None:
    """The message that README, tour and front page promise."""
    ran = rulekit("check", broken_game)
    assert ran.code == 1 and "2-play.rules:3:31" in ran.out and "Did you mean `stones`?" in ran.out


def test_a_check_loads_no_engine() -> None:
    """Nothing is played, so nothing of the engines is imported, not even for the pictures of a game."""
    drawn = next(str(one) for one in bundled_games() if (one / LOOKS).is_file())
    code = f"import sys; from rulekit.cli.main import run; run(['check', {drawn!r}]); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "rulekit.looks.looks_check" in said
    assert [name for name in said if name.startswith(("rulekit.play", "rulekit.looks.pieces"))] == []


@pytest.mark.parametrize(
    ("words", "paused"), [(["check"], True), (["check", "a"], True), (["play"], False), ([], False)]
)
def test_the_process_of_a_check_collects_nothing(
    words: list[str], paused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with what it made; other commands may run for hours."""
    seen: list[bool] = []

    def run(arguments: list[str]) -> int:
        seen.append(gc.isenabled())
        return 0

    monkeypatch.setattr(sys, "argv", ["rulekit", *words])
    monkeypatch.setattr("rulekit.cli.main.run", run)
    monkeypatch.setattr(__main__, "leave", lambda code: None)
    try:
        __main__.main()
    finally:
        gc.enable()
    assert seen == [not paused]


def test_between_two_games_a_check_that_collects_nothing_lets_go_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else all bundled games would be in memory together."""
    collected: list[str] = []
    find(GOOD, monkeypatch)
    monkeypatch.setattr(gc, "isenabled", lambda: False)
    monkeypatch.setattr(gc, "collect", lambda: collected.append("once"))
    check.command.main([game.name for game in bundled_games()[:3]], standalone_mode=False)
    assert len(collected) == 2
