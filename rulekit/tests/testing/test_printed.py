"""`rulekit laws` prints a short pytest file that runs, fails where a law does not hold, and can be read."""

import ast
import json
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.testing.printed import property_tests
from rulekit.testing.rule_tests import rule_tests
from rulekit.tests.bundled import bundled
from rulekit.tests.calling import Call
from rulekit.tests.testing.collecting import change, pytest_on

pytestmark = pytest.mark.long


def test_the_printed_file_passes_on_a_true_game(game: Path, rulekit: Call) -> None:
    """Laws, built-in laws, moves, and each scene by its title."""
    assert rulekit("laws", game, "--out", game.parent / "test_it.py").code == 0
    ran = pytest_on(game.parent, "test_it.py", "-q", "-rA")
    assert ran.returncode == 0 and "The last stone ends the game" in ran.stdout, ran.stdout


def test_a_law_and_a_scene_that_do_not_hold_fail_there_too(game: Path, rulekit: Call) -> None:
    """With the clause, and the game that can be pasted."""
    rulekit("laws", game, "--out", game.parent / "test_it.py")
    change(game / "4-laws.rules", "never-rises", "never-changes")
    change(game / "scenes" / "1-grab.rules", "anna is asked [turn.grab]", "then stones = 3")
    told = pytest_on(game.parent, "test_it.py").stdout
    assert "the law [law.heap] is broken" in told and "moves=b'\\x00'" in told
    assert "[grab.enough]" in told and "expected" in told and "passed" in told


@pytest.mark.parametrize("folder", bundled_games(), ids=lambda path: path.name)
def test_every_bundled_game_prints_a_short_file_of_python(folder: Path) -> None:
    """Whatever stands in its sentences; no line is long, and the laws are named with what they rest on."""
    game = bundled(folder)
    text = property_tests(game, folder.name)
    compile(text, "printed", "exec")
    laws = [test.clause for test in rule_tests(game) if test.sort in ("law", "text")]
    assert all(f"[{clause}]" in text for clause in laws)
    assert max(map(len, text.splitlines())) <= 140 and len(text.splitlines()) < 60 + 12 * max(1, len(laws))


def test_the_tests_can_be_had_as_data(game: Path, rulekit: Call) -> None:
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
    ledger.write_text(text.replace("Twelve stones", f"Twelve {sign}stones"), encoding="utf-8")
    laws = game / "4-laws.rules"
    change(laws, "[law.heap]  stones", "[law.heap]  stones  @heap.twelve")
    text = rulekit("laws", game).out
    assert "lie in one heap" in text
    ast.parse(text)
    assert all(one.isprintable() or one == "\n" for one in text)


def test_tables_of_ones_own_are_loaded_by_the_printed_file(game: Path, rulekit: Call) -> None:
    folder = next(one for one in bundled_games() if (one / "cards.toml").is_file())
    own = game.parent / "mine.toml"
    own.write_text((folder / "cards.toml").read_text(encoding="utf-8"), encoding="utf-8")
    printed = rulekit("laws", folder.name, "--table", f"cards.toml={own}").out
    assert f'GAME = load("{folder.name}", ' in printed and "from rulekit import load" in printed
    ast.parse(printed)
