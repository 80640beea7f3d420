"""Somebody who owns the box may put the printed data in the place of a table; it is checked like ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.problems import Problems
from rulekit.tests.calling import Call

TABLES = [(game, file) for game in bundled_games() for file in sorted(game.glob("*.toml")) if file.stem != "ledger"]
GAME, TABLE = min(TABLES, key=lambda one: one[1].stat().st_size)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A table of one's own, at first the same as that of the game."""
    file = tmp_path / "mine.toml"
    file.write_text(TABLE.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_the_same_rows_from_elsewhere_are_the_same_game(mine: Path) -> None:
    """Remarks are no rows."""
    mine.write_text(mine.read_text(encoding="utf-8") + "# from the box\n", encoding="utf-8")
    assert load(GAME.name, {TABLE.name: mine}).spec == load(GAME.name).spec


def test_other_rows_are_another_game(mine: Path) -> None:
    """One number is one less."""
    rows, number = re.subn(
        r"(?m)= ([2-9])$", lambda one: f"= {int(one[1]) - 1}", mine.read_text(encoding="utf-8"), count=1
    )
    assert number == 1
    mine.write_text(rows, encoding="utf-8")
    assert load(GAME.name, {TABLE.stem: mine}).spec != load(GAME.name).spec


def test_rows_that_do_not_fit_are_refused_with_their_place(mine: Path, rulekit: Call) -> None:
    mine.write_text(mine.read_text(encoding="utf-8") + '\n[[row]]\nid = "odd"\nnothing-known = 3\n', encoding="utf-8")
    ran = rulekit("check", GAME, "--table", f"{TABLE.name}={mine}")
    assert ran.code == 1 and "mine.toml:" in ran.err + ran.out


def test_a_table_that_the_game_does_not_have_is_told_the_nearest(mine: Path) -> None:
    with pytest.raises(Problems) as found:
        load(GAME.name, {f"x{TABLE.name}": mine})
    assert found.value.problems[0].code == "K07"


@pytest.mark.parametrize("asked", [("--table", "x"), (str(GAME), "--table", "x"), (str(GAME), "--table", "=x")])
def test_a_table_is_named_for_one_game_with_its_file(asked: tuple[str, ...], rulekit: Call) -> None:
    assert rulekit("check", *asked).code == 2
