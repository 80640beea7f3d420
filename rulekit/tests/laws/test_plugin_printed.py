"""`rulekit laws` prints a file that pytest collects the same cases from."""

import ast
import json
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.laws.printed import printed
from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.laws.collecting import change, ids_in, pytest_on


def test_the_printed_file_collects_the_same_cases(game: Path, rulekit: Call) -> None:
    """Id by id, and they hold."""
    assert rulekit("laws", game, "--out", game.parent / "test_it.py").code == 0
    ours = pytest_on(game.parent, game.name, "--collect-only", "-q").stdout
    theirs = pytest_on(game.parent, "test_it.py", "--collect-only", "-q").stdout
    assert ids_in(ours) and sorted(ids_in(ours)) == sorted(ids_in(theirs))
    ran = pytest_on(game.parent, "test_it.py", "-q")
    assert ran.returncode == 0 and f"{len(ids_in(ours))} passed" in ran.stdout


def test_a_law_that_does_not_hold_is_told_there_too(game: Path, rulekit: Call) -> None:
    """The same story; and a case that has gone is missed."""
    rulekit("laws", game, "--out", game.parent / "test_it.py")
    change(game / "4-laws.rules", "never-rises", "never-changes")
    change(game / "4-laws.rules", "[law.length]", "[law.other]")
    told = pytest_on(game.parent, "test_it.py").stdout
    assert "the law [law.heap] is broken" in told and "Traceback" not in told
    assert "law.length] " in told and "is no longer in the rules" in told


@pytest.mark.parametrize("folder", bundled_games(), ids=lambda path: path.name)
def test_every_bundled_game_prints_a_file_of_python(folder: Path) -> None:
    """With a function for each clause, whatever stands in its sentences."""
    text = printed(load(folder), folder.name, 2, "0")
    compiled = compile(text, "printed", "exec")
    assert len(compiled.co_names) > 5 and text.count("\ndef test_") == text.count("    promise.holds()\n")


def test_the_cases_can_be_had_as_data(game: Path, rulekit: Call) -> None:
    """For tools, and in one line each for readers."""
    data = json.loads(rulekit("laws", game, "--format", "json").out)
    lines = rulekit("laws", game, "--format", "text").out.splitlines()
    assert [one["id"] for one in data] == [line.split(": ")[0] for line in lines]
    assert {"clause", "sort", "source", "certainty", "sentence"} <= set(data[0])


@pytest.mark.parametrize("sign", ["\\u0000", "\\u001b", "\\u2028", "\\r", "\\u202e"])
def test_a_sign_that_nobody_sees_leaves_the_printed_file_readable(sign: str, game: Path, rulekit: Call) -> None:
    """A sentence of the ledger may hold any; in a file of Python some of them are not allowed."""
    ledger = game / "ledger.toml"
    text = ledger.read_text(encoding="utf-8")
    ledger.write_text(text.replace("A player cannot", f"A player {sign}cannot"), encoding="utf-8")
    printed = rulekit("laws", game)
    assert printed.code == 0 and "cannot take more" in printed.out
    ast.parse(printed.out)
    assert all(one.isprintable() or one == "\n" for one in printed.out)
