"""Somebody who owns the box may put the printed data in the place of a table; it is checked like ours."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.diagnostics import Problems
from rulekit.pipeline import load
from rulekit.tests.calling import Call

pytestmark = pytest.mark.long

LISTED = re.compile(r'listed in "([^"]+)"')
TABLES = [
    (game, game / name)
    for game in bundled_games()
    for rules in sorted(game.glob("*.rules"))
    for name in LISTED.findall(rules.read_text(encoding="utf-8"))
]
TABLES.sort(key=lambda one: one[1].stat().st_size)
GAME, TABLE = TABLES[0]


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


def changed(rows: str) -> Iterator[str]:
    """The same rows with one number one less or one more."""
    for found in re.finditer(r"(?m)= ([1-9])$", rows):
        for step in (-1, 1):
            yield f"{rows[: found.start()]}= {int(found[1]) + step}{rows[found.end() :]}"


def test_other_rows_are_another_game(mine: Path) -> None:
    """The first number of the shortest table that may be another one."""
    for game, table in TABLES:
        for rows in changed(table.read_text(encoding="utf-8")):
            mine.write_text(rows, encoding="utf-8")
            with contextlib.suppress(Problems):
                assert load(game.name, {table.stem: mine}).spec != load(game.name).spec
                return
    pytest.fail("no number of any table may be another")


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
