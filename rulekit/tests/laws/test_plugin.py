"""Real pytest collects the laws and scenes of a game, tells a failure as a story, and costs nothing elsewhere."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from rulekit.data import PACKAGE, bundled_games
from rulekit.laws.cases import cases
from rulekit.pipeline import load
from rulekit.tests.laws.collecting import change, ids_in, properties, pytest_on

Shell = Callable[[str], subprocess.CompletedProcess[str]]


def test_a_game_folder_is_collected_case_by_case(game: Path) -> None:
    """One item for each law, scene and free law; its name is game[clause]."""
    ran = pytest_on(game.parent, game.name, "--collect-only", "-q")
    assert ran.returncode == 0
    assert sorted(ids_in(ran.stdout)) == sorted(case.id for case in cases(load(game)))


def test_an_item_stands_in_the_file_that_says_it(game: Path) -> None:
    """So that one file, one id and one clause can be run again."""
    whole = pytest_on(game.parent, game.name, "--collect-only", "-q").stdout
    assert "twelve-stones/scenes/1-grab.rules::twelve-stones[grab.enough]" in whole
    law = next(line for line in whole.splitlines() if "4-laws.rules::" in line and "[law.heap]" in line)
    ran = pytest_on(game.parent, law, "-q")
    assert ran.returncode == 0 and "1 passed" in ran.stdout


def test_a_clause_can_be_picked_and_junit_knows_it(game: Path) -> None:
    """-k and -m know the clause; clause, source and certainty are properties."""
    ran = pytest_on(game.parent, game.name, "-k", "grab.enough", "--junitxml=out.xml")
    found = properties(game.parent / "out.xml")
    assert ran.returncode == 0 and found and all(one["clause"] == "grab.enough" for one in found.values())
    assert all({"game", "sort", "source", "certainty"} <= set(one) for one in found.values())
    marked = pytest_on(game.parent, game.name, "-m", "rule(id='law.heap')", "--collect-only", "-q")
    assert ids_in(marked.stdout) and all("[law.heap]" in one for one in ids_in(marked.stdout))


def test_games_are_named_by_option(game: Path) -> None:
    """From any folder; several at once; a misspelt name gets the nearest."""
    one, other = (bundled_games()[n].name for n in (-1, -2))
    ran = pytest_on(game.parent, "--rulekit-game", one, "--rulekit-game", other, "--collect-only", "-q")
    assert {name.split("[")[0] for name in ids_in(ran.stdout)} == {one, other}
    wrong = pytest_on(game.parent, "--rulekit-game", one[:-1])
    assert wrong.returncode == 4 and f"Did you mean `{one}`?" in wrong.stderr


def test_a_broken_law_is_told_as_a_story(game: Path, shell: Shell) -> None:
    """Position, move, clause, sentence of the rulebook, both values, and a command that replays it; no traceback."""
    change(
        game / "4-laws.rules", "never-rises\n  [law.heap]  stones", "never-changes\n  [law.heap]  stones  @heap.twelve"
    )
    ran = pytest_on(game.parent, game.name, "--rulekit-seed", "7")
    told = ran.stdout
    assert ran.returncode == 1 and "Traceback" not in told and "def runtest" not in told
    for part in ("[law.heap]", "4-laws.rules:", "heap.twelve: ", "last answer seat 0: grab", "before      12", "now "):
        assert part in told, part
    command = re.search(r"replay +(rulekit replay .*)", told)
    assert command is not None
    replayed = shell(f"cd {game.parent}; {command[1]}")
    assert replayed.returncode == 0 and "1 moves replayed" in replayed.stdout
    again = re.search(r"again +pytest (.*--rulekit-seed 7.*)", told)
    assert again is not None


def test_a_scene_that_fails_says_what_it_expected(game: Path) -> None:
    """With the line of the scene."""
    change(game / "scenes" / "1-grab.rules", "anna is asked [turn.grab]", "then stones = 3")
    ran = pytest_on(game.parent, game.name, "-k", "scene")
    assert ran.returncode == 1 and "1-grab.rules:" in ran.stdout and "Traceback" not in ran.stdout


def test_rules_with_a_slip_are_told_like_check_tells_them(broken_game: Path) -> None:
    """Once, in the file that has it."""
    ran = pytest_on(broken_game.parent, broken_game.name)
    assert ran.returncode == 2 and ran.stdout.count("error[K07]") == 1 and "Traceback" not in ran.stdout


def test_two_workers_do_what_one_does(game: Path) -> None:
    """pytest-xdist sees the same items, and a night's own seed is the same for all."""
    alone = pytest_on(game.parent, game.name, "--junitxml=one.xml")
    shared = pytest_on(game.parent, game.name, "-n", "2", "--junitxml=two.xml")
    assert alone.returncode == shared.returncode == 0
    assert properties(game.parent / "one.xml") == properties(game.parent / "two.xml")
    assert re.search(r"4 random games of \d+ answers in 2 configurations", shared.stdout)


def test_nights_play_a_hundred_times_as_many(game: Path) -> None:
    """And from a new seed, which the header says."""
    few, many = (pytest_on(game.parent, game.name, "--collect-only", **env).stdout for env in ({}, NIGHT))
    seeds = [re.search(r"games of each configuration: (\d+), seed: (\d+)", one) for one in (few, many)]
    assert all(seeds)
    (games, seed), (nightly, other) = (found.groups() for found in seeds if found is not None)
    assert int(nightly) == 100 * int(games) and seed == "0" != other


NIGHT = {"RULEKIT_PROFILE": "nightly"}


@pytest.mark.parametrize("arguments", [["--rulekit-games", "0"], ["--rulekit-games", "many"]])
def test_a_wrong_number_is_told(game: Path, arguments: list[str]) -> None:
    """As pytest tells a wrong option."""
    ran = pytest_on(game.parent, game.name, *arguments)
    assert ran.returncode == 4 and "give 1 or more" in ran.stderr


@pytest.mark.skipif(not (PACKAGE.parent / "pyproject.toml").is_file(), reason="installed without its sources")
def test_installing_brings_the_plugin() -> None:
    """The entry point names the module; nothing need be said in a conftest."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["entry-points"]["pytest11"]
    assert named == {"rulekit": "rulekit.laws.plugin"}
    assert callable(import_module(named["rulekit"]).pytest_collect_file)


def test_where_no_game_is_nothing_is_imported(tmp_path: Path) -> None:
    """The plugin is loaded in every run of pytest on the machine; it must not be felt."""
    heavy = ("rulekit.check", "rulekit.play", "rulekit.laws.items", "lark", "attrs")
    line = f"import sys, rulekit.laws.plugin; print([one for one in {heavy} if one in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", line], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]", ran.stderr
    (tmp_path / "test_one.py").write_text(
        "def test_one():\n    import sys\n    assert 'rulekit.check' not in sys.modules\n"
    )
    assert pytest_on(tmp_path).returncode == 0


def test_rules_lying_about_are_left_alone(game: Path) -> None:
    """A folder in which the rules lie deep down is not the game that was asked for; a file of many games is none."""
    (game.parent / "deep").mkdir()
    game.rename(game.parent / "deep" / "twelve-stones")
    ran = pytest_on(game.parent, "--collect-only", "-q")
    assert ran.returncode == 5 and not ids_in(ran.stdout)
