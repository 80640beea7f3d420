"""Each way in which a law could pass although nothing has put it to the test is an error instead."""

import re
from pathlib import Path

import pytest

from rulekit.tests.calling import Call
from rulekit.tests.testing.collecting import change, pytest_on

pytestmark = pytest.mark.long

QUICK = ("--rulekit-games", "20")


def test_a_campaign_that_breaks_down_passes_nothing(game: Path) -> None:
    """A slip of the kit itself, made by hand: the campaign is red, and every law that needs it an error."""
    (game.parent / "conftest.py").write_text(
        "from rulekit.testing import campaign_oracles as oracles\n"
        "def observe(self, drawn, only, wanted):\n    raise ZeroDivisionError('a slip')\n"
        "oracles.WholeGame.observe = observe\n"
    )
    ran = pytest_on(game.parent, game.name, *QUICK, "-rA")
    assert ran.returncode == 1 and "FAILED twelve-stones/1-things.rules::twelve-stones[games]" in ran.stdout
    assert "twelve-stones[law.heap] was not judged: its campaign `games` broke down" in ran.stdout
    assert "PASSED twelve-stones/4-laws.rules" not in ran.stdout and "free.stuck] was not judged" in ran.stdout


def test_a_game_that_never_ends_is_red(game: Path) -> None:
    """And what holds only at the end was not judged."""
    change(game / "2-play.rules", "take n from stones", "take 0 * n from stones")
    laws = game / "4-laws.rules"
    laws.write_text(laws.read_text() + "at-end\n  [law.end]  stones >= 0\n")
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "3")
    assert ran.returncode == 1 and "not one game ended" in ran.stdout, ran.stdout
    assert "[law.end] was not judged" in ran.stdout


def test_a_choice_with_which_no_game_ends_is_red(game: Path, rulekit: Call) -> None:
    """Half of the games come to their end, and none with that value of an option; `rulekit test` says the same."""
    change(
        game / "1-things.rules",
        "option last-stone",
        "option clock is running or stopped  @ruling:AMB-1\noption last-stone",
    )
    change(game / "2-play.rules", "take n from stones", "if clock is running: take n from stones")
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "30")
    assert ran.returncode == 1 and "FAILED twelve-stones/1-things.rules::twelve-stones[games]" in ran.stdout
    assert "not one game with clock stopped ended" in ran.stdout and "could have stayed unseen" not in ran.stdout
    told = rulekit("test", game, "--games", "30")
    assert told.code == 1 and "not one game with clock stopped ended" in told.out
    assert "could have stayed unseen" not in told.out
    (game / "rulings.md").write_text(
        (game / "rulings.md").read_text() + "\n## Unreached\n\n- line [end.empty]: a clock\n"
    )
    assert rulekit("test", game, "--games", "30").code == 0


def test_an_interrupted_campaign_says_how_far_it_came_and_promises_nothing(game: Path) -> None:
    """Ctrl-C after two hundred games, some of which broke a law."""
    laws = game / "4-laws.rules"
    laws.write_text(laws.read_text() + "never\n  [law.nine]  stones = 9\n")
    (game.parent / "conftest.py").write_text(
        "from rulekit.testing import campaign_oracles as oracles\n"
        "plain, games = oracles.WholeGame.observe, []\n"
        "def observe(self, drawn, only, wanted):\n"
        "    games.append(drawn)\n"
        "    if len(games) > 200:\n        raise KeyboardInterrupt\n"
        "    return plain(self, drawn, only, wanted)\n"
        "oracles.WholeGame.observe = observe\n"
    )
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "1000")
    told = re.search(r"twelve-stones: interrupted after \d+ random games?, in which broken: \[law.nine\]", ran.stdout)
    assert ran.returncode == 2 and told, ran.stdout
    assert "could have stayed unseen" not in ran.stdout


def test_what_ctrl_c_interrupts_in_a_worker_is_told_as_well(game: Path) -> None:
    """The terminal sends it to all processes at once; the worker that played hands back how far it came."""
    (game.parent / "conftest.py").write_text(
        "import os, signal\nfrom rulekit.testing import campaign_oracles as oracles\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "if 'PYTEST_XDIST_WORKER' not in os.environ:\n    os.setpgrp()\n"
        "plain, games = oracles.WholeGame.observe, []\n"
        "def observe(self, drawn, only, wanted):\n"
        "    games.append(drawn)\n"
        "    if len(games) == 100:\n        os.killpg(0, signal.SIGINT)\n"
        "    return plain(self, drawn, only, wanted)\n"
        "oracles.WholeGame.observe = observe\n"
    )
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "100000", "-n", "2")
    assert ran.returncode == 2, ran.stdout
    assert re.search(r"twelve-stones: interrupted after \d+ random games?, in which nothing was broken", ran.stdout)
    assert "could have stayed unseen" not in ran.stdout


def test_a_law_that_nothing_puts_to_the_test_is_an_error(game: Path) -> None:
    """A law about an action that nobody is ever asked for."""
    play = game / "2-play.rules"
    play.write_text(play.read_text() + "action rest\n  [rest.do]  report 0  @grab.gone\n")
    laws = game / "4-laws.rules"
    laws.write_text(laws.read_text() + "each-step\n  [law.rest]  after rest: stones = 3\n")
    ran = pytest_on(game.parent, game.name, "--rulekit-games", "450")
    assert ran.returncode == 1 and "[law.rest] was not judged: " in ran.stdout, ran.stdout
    alone = pytest_on(game.parent, game.name, "--rulekit-games", "450", "-k", "law.rest")
    assert alone.returncode == 1 and "[law.rest] was not judged: " in alone.stdout
    few = pytest_on(game.parent, game.name, *QUICK, "-k", "law.rest", "-rs")
    assert few.returncode == 0 and "1 skipped" in few.stdout and "too few games" in few.stdout


def test_a_fault_that_keeps_every_game_from_its_end_judges_no_law(game: Path) -> None:
    """The fault is told once; the laws are not called true."""
    (game.parent / "conftest.py").write_text(
        "from rulekit.fuzz.oracles import Blame\nfrom rulekit.testing import campaign_oracles as oracles\n"
        "def observe(self, drawn, only, wanted):\n"
        "    blame = Blame('turn.grab', 'fault', 'the rules ran into a fault', 1) if drawn.moves else None\n"
        "    return oracles.Observation(False, blame if wanted('turn.grab') else None, frozenset({'law.heap'}))\n"
        "oracles.WholeGame.observe = observe\n"
    )
    ran = pytest_on(game.parent, game.name, *QUICK)
    assert ran.returncode == 1 and "the rules ran into a fault" in ran.stdout, ran.stdout
    assert "[law.heap] was not judged" in ran.stdout


def test_a_worker_that_dies_passes_nothing(game: Path) -> None:
    """Its campaign is red however often it is tried again, and no law that it was to judge passes."""
    (game.parent / "conftest.py").write_text(
        "import os\nfrom rulekit.testing import campaign_oracles as oracles\n"
        "def observe(self, drawn, only, wanted):\n    os._exit(3)\n"
        "oracles.WholeGame.observe = observe\n"
    )
    ran = pytest_on(game.parent, game.name, *QUICK, "-n", "2", "-rA")
    assert ran.returncode == 1 and "PASSED twelve-stones/4-laws.rules" not in ran.stdout, ran.stdout
    assert "crashed while running 'twelve-stones/1-things.rules::twelve-stones[games]'" in ran.stdout
