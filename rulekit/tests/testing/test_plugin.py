"""Real pytest on games: what is collected, how a failure is told, what the last line says, and nothing elsewhere."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from rulekit.data import PACKAGE, bundled_games
from rulekit.pipeline import load
from rulekit.testing.rule_tests import rule_tests
from rulekit.tests.testing.collecting import change, ids_in, properties, pytest_anew, pytest_on

pytestmark = pytest.mark.long

Shell = Callable[[str], subprocess.CompletedProcess[str]]
QUICK = ("--rulekit-games", "20")
FALSE_LAW = ("never-rises\n  [law.heap]  stones", "never-changes\n  [law.heap]  stones  @heap.twelve")


# ------------------------------------------------------------------ what is collected


def test_a_game_has_two_campaigns_and_an_item_for_each_law_and_scene(game: Path) -> None:
    """Its name is game[clause]; the campaigns come first."""
    ran = pytest_on(game.parent, game.name, "--collect-only", "-q")
    found = ids_in(ran.stdout)
    assert ran.returncode == 0 and found[:2] == ["twelve-stones[games]", "twelve-stones[positions]"]
    assert sorted(found[2:]) == sorted(test.id for test in rule_tests(load(game)))


def test_an_item_stands_in_the_file_that_says_it(game: Path) -> None:
    """So that one file, one id and one clause can be run again."""
    whole = pytest_on(game.parent, game.name, "--collect-only", "-q").stdout
    assert "twelve-stones/scenes/1-grab.rules::twelve-stones[grab.enough]" in whole
    law = next(line for line in whole.splitlines() if "4-laws.rules::" in line and "[law.heap]" in line)
    ran = pytest_on(game.parent, law, "-q", *QUICK)
    assert ran.returncode == 0 and "1 passed" in ran.stdout and "20 random games" in ran.stdout


def test_a_folder_that_is_a_link_is_the_game_it_leads_to(game: Path) -> None:
    """Everything of it is collected; else a broken game would be no game at all."""
    (game.parent / "link").symlink_to(game)
    found = [ids_in(pytest_on(game.parent, name, "--collect-only", "-q").stdout) for name in (game.name, "link")]
    assert found[0] == found[1] and len(found[0]) > 10


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


def test_rules_with_a_slip_are_told_like_check_tells_them(broken_game: Path) -> None:
    """Once, in the file that has it."""
    ran = pytest_on(broken_game.parent, broken_game.name)
    assert ran.returncode == 2 and ran.stdout.count("error[K07]") == 1 and "Traceback" not in ran.stdout


def test_a_slip_beside_the_rules_is_told_as_well(game: Path) -> None:
    """A game whose ledger does not fit is not left out: with another game beside it the run would be green."""
    change(game / "2-play.rules", "  [grab.enough]", "# [grab.enough]")
    shutil.rmtree(game / "scenes")
    ran = pytest_on(game.parent, game.name)
    assert ran.returncode == 2 and "error[K69]" in ran.stdout, ran.stdout


# ------------------------------------------------------------------ how a failure is told


def test_a_broken_law_is_a_story_an_example_and_a_file(game: Path, shell: Shell) -> None:
    """Clause, sentence, moves, both values; what can be pasted; a file whose command fails in the same clause."""
    change(game / "4-laws.rules", *FALSE_LAW)
    ran = pytest_on(game.parent, game.name, *QUICK)
    told = ran.stdout
    assert ran.returncode == 1 and "Traceback" not in told and "def runtest" not in told
    for part in (
        "[law.heap]",
        "4-laws.rules:",
        "heap.twelve: ",
        "seat 0: grab 1",
        "before       12",
        "now          11",
    ):
        assert part in told, part
    assert "example      @example(drawn_game('twelve-stones', 2, moves=b'\\x00'))" in told
    command = re.search(r"see again +(rulekit shrink .*)", told)
    assert command is not None
    replayed = shell(f"cd {game.parent}; {command[1]}")
    assert replayed.returncode == 1 and "the law [law.heap] is broken" in replayed.stdout
    again = re.search(r"again +pytest (.*--hypothesis-seed=\d+)", told)
    assert again is not None and shell(f"cd {game.parent}; {sys.executable} -m pytest {again[1]}").returncode == 1


def test_the_example_of_a_story_fails_where_it_is_pasted(game: Path) -> None:
    """In a test of one's own."""
    change(game / "4-laws.rules", *FALSE_LAW)
    told = pytest_on(game.parent, game.name, *QUICK).stdout
    example = re.search(r"example +(@example\(.*\))", told)
    assert example is not None
    (game.parent / "test_mine.py").write_text(
        "from hypothesis import Phase, example, given, settings\n"
        "from rulekit.testing import assert_laws, drawn_game, games\n\n"
        f"{example[1]}\n@given(games('twelve-stones'))\n@settings(phases=[Phase.explicit], deadline=None)\n"
        "def test_mine(game):\n    assert_laws(game)\n"
    )
    ran = pytest_on(game.parent, "test_mine.py")
    assert ran.returncode == 1 and "the law [law.heap] is broken" in ran.stdout


def test_several_broken_laws_are_all_found(game: Path) -> None:
    """One that breaks in every game hides no other."""
    laws = game / "4-laws.rules"
    laws.write_text(
        laws.read_text() + "never\n  [law.none]  stones <= 12\n  [law.nine]  stones = 9\n  [law.rare]  stones = 1\n"
    )
    ran = pytest_on(game.parent, game.name, *QUICK)
    assert all(f"[law.{name}] does not hold" in ran.stdout for name in ("none", "nine", "rare")), ran.stdout


def test_a_failure_is_tried_first_in_the_next_run_and_forgotten_when_mended(game: Path) -> None:
    """Whatever the seed, and however few games; its file outlives a change of other rules."""
    laws = game / "4-laws.rules"
    mended = laws.read_text()
    laws.write_text(mended + "never\n  [law.rare]  stones = 1 and tally of grab = 5\n")
    assert "[law.rare] does not hold" in pytest_on(game.parent, game.name, "--rulekit-games", "400").stdout
    change(game / "1-things.rules", "title", "# changed\ntitle") if "title" in (
        game / "1-things.rules"
    ).read_text() else None
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "1", "--hypothesis-seed=1")
    assert ran.returncode == 1 and "[law.rare] does not hold" in ran.stdout
    laws.write_text(mended)
    assert pytest_on(game.parent, game.name, *QUICK).returncode == 0
    kept = game.parent / ".pytest_cache" / "d" / "rulekit"
    assert not list(kept.glob("*law.rare*"))


def test_a_game_of_the_same_name_does_not_mend_what_failed(game: Path) -> None:
    """The one beside it holds; what the other has kept stays, and is tried first in the next run."""
    for name in ("one", "two"):
        shutil.copytree(game, game.parent / name / game.name)
    change(game.parent / "one" / game.name / "4-laws.rules", *FALSE_LAW)
    folders = f"one/{game.name}", f"two/{game.name}"
    told = pytest_on(game.parent, *folders, *QUICK).stdout
    kept = re.search(r"kept in +(\S+)", told) or re.search(r"rulekit shrink (\S+) --replay", told)
    assert kept is not None and (game.parent / kept[1]).is_file(), told
    assert told.count("does not hold") >= 1 and "two/twelve-stones" not in told.partition("short test summary")[2]


def test_what_failed_last_is_run_alone(game: Path) -> None:
    """With --lf no game is played for a failure that was kept and still fails; with --ff nothing is an error."""
    laws = game / "4-laws.rules"
    laws.write_text(laws.read_text() + "never\n  [law.rare]  stones = 1 and tally of grab = 5\n")
    assert pytest_on(game.parent, game.name, "--rulekit-games", "400").returncode == 1
    alone = pytest_on(game.parent, game.name, "--lf", "-v", *QUICK)
    assert alone.stdout.count("FAILED") == 2 and "1 failed in" in alone.stdout, alone.stdout
    assert "random games" not in alone.stdout.partition("FAILURES")[2]
    first = pytest_on(game.parent, game.name, "--ff", "-v", *QUICK).stdout
    assert "1 failed" in first and "error" not in first.lower().replace("errors", "")
    ran = re.findall(r"::twelve-stones\[([a-z.-]+)\].* (?:PASSED|FAILED)", first)
    assert ran[:3] == ["games", "positions", "law.rare"]


def test_a_fault_that_was_kept_comes_first_where_only_the_law_about_faults_is_run(game: Path) -> None:
    """Whatever line ran into it: one game alone, the simplest, would not meet it."""
    change(game / "2-play.rules", "require n <= stones", "require n <= stones + 1")
    shutil.rmtree(game / "scenes")
    assert pytest_on(game.parent, game.name, "--rulekit-games", "100").returncode == 1
    ran = pytest_on(game.parent, game.name, "-k", "stuck", "--rulekit-games", "1", "--hypothesis-seed=1")
    assert "twelve-stones[free.stuck] does not hold" in ran.stdout and "1 failed" in ran.stdout
    clause, line = (
        re.findall(r"fault: \w+ at (\[[a-z.]+\])", ran.stdout)[0],
        re.findall(r"2-play\.rules:(\d+)", ran.stdout)[0],
    )
    assert clause in (game / "2-play.rules").read_text().splitlines()[int(line) - 1]  # the line that ran into it


def test_laws_that_are_picked_share_a_campaign(game: Path) -> None:
    """Sixty laws of a game that are asked for by `-k` do not play sixty times as long."""
    ran = pytest_on(game.parent, game.name, "-k", "law.", "--junitxml=out.xml", *QUICK)
    told = [one["rulekit_sample"] for one in properties(game.parent / "out.xml").values() if "rulekit_sample" in one]
    assert ran.returncode == 0 and "2 passed" in ran.stdout
    assert len(told) == 1 and "twelve-stones: 20 random games" in ran.stdout


def test_a_law_that_is_run_alone_says_what_else_its_games_broke(game: Path) -> None:
    """The law holds; that the rules run into a fault is told all the same, and what a green run is worth is not."""
    change(game / "2-play.rules", "require n <= stones", "require n <= stones + 1")
    ran = pytest_on(game.parent, game.name, "-k", "law.heap", "--rulekit-games", "100")
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout
    assert "Broken as well, though nobody asked for it: [" in ran.stdout and "unseen" not in ran.stdout


def test_a_scene_that_fails_says_what_it_expected(game: Path) -> None:
    """With the line of the scene."""
    change(game / "scenes" / "1-grab.rules", "anna is asked [turn.grab]", "then stones = 3")
    ran = pytest_on(game.parent, game.name, "-k", "scene")
    assert ran.returncode == 1 and "1-grab.rules:" in ran.stdout and "Traceback" not in ran.stdout


# ------------------------------------------------------------------ how much is played


def test_a_seed_and_a_number_give_the_same_games_again(game: Path) -> None:
    change(game / "4-laws.rules", *FALSE_LAW)
    runs = [
        pytest_on(game.parent, game.name, *QUICK, "--hypothesis-seed=7", "-p", "no:cacheprovider").stdout
        for _ in range(2)
    ]
    lines = [re.findall(r"twelve-stones: .* random games.*", one) for one in runs]
    assert lines[0] == lines[1] and len(lines[0]) == 1


def test_a_fresh_seed_is_told_and_differs(game: Path) -> None:
    seeds = [
        re.search(r"--hypothesis-seed=(\d+)", pytest_on(game.parent, game.name, "--collect-only").stdout)
        for _ in range(2)
    ]
    assert all(seeds) and seeds[0][1] != seeds[1][1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("profile", "said", "arguments"),
    [
        ({}, "5 s", ()),
        ({"CI": "1"}, "60 s", ()),
        ({"RULEKIT_PROFILE": "nightly"}, "600 s", ()),
        ({"CI": "1"}, "2 s", ("--rulekit-seconds", "2")),
    ],
)
def test_the_header_says_how_much_is_played(
    game: Path, profile: dict[str, str], said: str, arguments: tuple[str, ...]
) -> None:
    """By profile, by where it runs, or as asked for."""
    printed = pytest_anew(game.parent, game.name, "--collect-only", *arguments, **{"CI": "", **profile}).stdout
    assert f"{said} of random games for each game" in printed


def test_in_ci_games_are_fresh_and_failures_are_kept(game: Path) -> None:
    """There the profile of Hypothesis would play the same games for ever and keep nothing."""
    change(game / "4-laws.rules", *FALSE_LAW)
    for seed in (1, 2):
        assert pytest_anew(game.parent, game.name, *QUICK, f"--hypothesis-seed={seed}", CI="true").returncode == 1
    pytest_anew(game.parent, game.name, *QUICK, "-p", "no:cacheprovider", CI="true")
    assert any((game.parent / ".hypothesis" / "examples").rglob("*"))


def test_the_last_line_says_what_the_games_are_worth(game: Path) -> None:
    """And the statistics of Hypothesis are to be had."""
    told = pytest_on(game.parent, game.name, "--rulekit-games", "300", "--hypothesis-show-statistics").stdout
    found = re.search(
        r"twelve-stones: (\d+) random games, (\d+) of them to the end\. A fault that occurs in fewer than", told
    )
    assert found is not None and int(found[1]) >= 300 > int(found[2]) > 150
    assert "during generate phase" in told


def test_where_a_position_fails_the_last_line_promises_nothing(game: Path) -> None:
    """Seats are not the same here, which only the campaign of positions finds."""
    laws = game / "4-laws.rules"
    laws.write_text(laws.read_text() + "same\n  [law.seats]  under rotating Player\n")
    change(game / "2-play.rules", "require n <= stones", "require n <= stones and (n < 3 or player is seat-one)")
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "100")
    assert "[law.seats] does not hold" in ran.stdout, ran.stdout
    (line,) = re.findall(r"^twelve-stones: .* random games.*", ran.stdout, re.MULTILINE)
    assert line.endswith("of them to the end.")


def test_every_choice_of_every_option_is_played(game: Path) -> None:
    """However few games are asked for: a law about one value of one option breaks."""
    change(game / "4-laws.rules", "never-rises", "never\n  [law.unlucky]  last-stone is unlucky\nnever-rises")
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "2")
    assert "[law.unlucky] does not hold" in ran.stdout


def test_two_workers_do_what_one_does(game: Path) -> None:
    """The laws of a game go to the worker that played it; the last line comes back from there."""
    alone = pytest_on(game.parent, game.name, *QUICK, "--hypothesis-seed=3", "--junitxml=one.xml")
    shared = pytest_on(game.parent, game.name, *QUICK, "--hypothesis-seed=3", "-n", "2", "--junitxml=two.xml")
    assert alone.returncode == shared.returncode == 0, shared.stdout
    assert properties(game.parent / "one.xml") == properties(game.parent / "two.xml")
    lines = [re.findall(r"^twelve-stones: .*", ran.stdout, re.MULTILINE) for ran in (alone, shared)]
    assert lines[0] == lines[1] and len(lines[0]) == 1


def test_a_broken_law_is_red_with_two_workers(game: Path) -> None:
    change(game / "4-laws.rules", *FALSE_LAW)
    ran = pytest_on(game.parent, game.name, *QUICK, "-n", "2")
    assert (
        ran.returncode == 1 and "[law.heap] does not hold" in ran.stdout and "error" not in ran.stdout.split("\n")[-2]
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rulekit-games", "0"], "give 1 or more"),
        (["--rulekit-games", "many"], "give 1 or more"),
        (["--rulekit-seconds", "0"], "give one above 0"),
        (["--rulekit-seconds", "soon"], "give one above 0"),
    ],
)
def test_a_wrong_number_is_told(game: Path, arguments: list[str], said: str) -> None:
    """As pytest tells a wrong option."""
    ran = pytest_on(game.parent, game.name, *arguments)
    assert ran.returncode == 4 and said in ran.stderr


# ------------------------------------------------------------------ nothing elsewhere


@pytest.mark.skipif(not (PACKAGE.parent / "pyproject.toml").is_file(), reason="installed without its sources")
def test_installing_brings_the_plugin() -> None:
    """The entry point names the module; nothing need be said in a conftest."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["entry-points"]["pytest11"]
    assert named == {"rulekit": "rulekit.testing.plugin"}
    assert callable(import_module(named["rulekit"]).pytest_collect_file)


def test_where_no_game_is_nothing_is_imported(tmp_path: Path) -> None:
    """The plugin is loaded in every run of pytest on the machine; it must not be felt."""
    heavy = ("rulekit.check", "rulekit.play", "rulekit.testing.items", "lark", "attrs", "hypothesis")
    line = f"import sys, rulekit.testing.plugin; print([one for one in {heavy} if one in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", line], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]", ran.stderr
    (tmp_path / "test_one.py").write_text(
        "def test_one():\n    import sys\n    assert 'rulekit.check' not in sys.modules\n"
    )
    ran = pytest_anew(tmp_path)
    assert ran.returncode == 0 and "rulekit" not in ran.stdout.replace("rulekit-0", "").replace("tabletop-rules", "")


def test_rules_lying_about_are_left_alone(game: Path) -> None:
    """A folder in which the rules lie deep down is not the game that was asked for."""
    (game.parent / "deep").mkdir()
    game.rename(game.parent / "deep" / "twelve-stones")
    ran = pytest_on(game.parent, "--collect-only", "-q")
    assert ran.returncode == 5 and not ids_in(ran.stdout)


def test_samples_travel_as_json(game: Path) -> None:
    """In JUnit files as well."""
    pytest_on(game.parent, game.name, *QUICK, "--junitxml=out.xml")
    told = [one["rulekit_sample"] for one in properties(game.parent / "out.xml").values() if "rulekit_sample" in one]
    assert len(told) == 1 and json.loads(told[0])["games"] >= 20
