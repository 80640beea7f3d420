"""Mistakes of a reader, planted in external engines: playing in step finds each and names the clause."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from statistics import median

import pytest

from rulekit.data import conformance_root
from rulekit.runner import python_host as host
from rulekit.tests.bundled import bundled
from rulekit.tests.scale import nightly
from rulekit.tests.verify import wrong, wrong_table
from rulekit.verify.lockstep import lockstep_game
from rulekit.verify.lockstep.difference_story import LockstepDifference

NAMED_FIRST = 4  # clauses among which the right one must be
BY_DAY = 30  # of each game, those that stand first; the others are played at night
EACH = 60  # wrong engines that every game must have
game = bundled


def runs_here(name: str) -> bool:
    """Some adapters are programs of another language."""
    return not wrong.read_changes(name)["adapter"].endswith(".mjs") or shutil.which("node") is not None


@pytest.mark.long
@pytest.mark.parametrize(("name", "mistake"), wrong.collected())
def test_a_mistake_of_a_reader_is_found_and_blamed(
    name: str, mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    if not nightly():  # that our own engines agree has tests of its own; to ask all of them takes most of the time here
        monkeypatch.setattr(lockstep_game, "own_fault", lambda *given: None)
    if not runs_here(name):
        pytest.skip("its engine needs a program that is not here")
    planted = wrong.change(name, mistake)
    if (planted.get("slow") or mistake not in early(name)) and not nightly():
        pytest.skip("it takes long to be found, or others like it are played by day; at night it is")
    if planted.get("begin") == "vectors":
        pytest.skip("games do not show it, vectors do: python -m rulekit.tests.verify.wrong_adequacy")
    if "needs" in planted:
        pytest.skip(f"nothing finds it yet; what would: {planted['needs']}")
    engine = wrong.engine(Path(wrong.build_engine(planted, tmp_path).text))
    found = wrong.met(game(name), planted, engine)
    assert found.differences, f"{planted['says']} Nobody noticed in {found.games} games."
    right = wrong.right_clauses(planted)
    assert not right or set(right) & set(named(found.differences[0]))


def early(name: str) -> list[str]:
    """Those that are played by day."""
    return [one["name"] for one in wrong.read_changes(name)["wrong"]][:BY_DAY]


def named(difference: LockstepDifference) -> list[str]:
    """The clauses a reader would look at first; for what is seen, the sentences on which the declaration rests."""
    declared = [name for reason in difference.clauses if not reason.clause for name, _ in reason.sentences]
    return [reason.clause for reason in difference.clauses if reason.clause][:NAMED_FIRST] + declared


@pytest.mark.long
def test_a_counter_example_is_short_and_shorter_still_from_a_late_position(tmp_path: Path) -> None:
    planted = next(pair for pair in wrong.collected() if pair[1] == "counts-undeveloped")
    found = wrong_table.row(*planted, tmp_path)
    assert found.blamed and found.late is not None and found.moves is not None
    assert found.late <= 1 < found.moves < found.before


@pytest.mark.nightly
def test_all_counter_examples_are_as_short_as_is_promised() -> None:
    rows = list(wrong_table.rows([]))
    assert all(one.found is not None and one.blamed for one in rows), [str(one) for one in rows]
    assert median(one.least for one in rows) <= wrong_table.WHOLE
    assert median(one.moves for one in rows if one.moves is not None) <= wrong_table.WHOLE
    assert all(one.cost < wrong_table.COST for one in rows)


GAMES = sorted(file.stem for file in (conformance_root() / "mutants").glob("*.toml"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_wrong_engines_enough_each_with_a_name_of_its_own(name: str) -> None:
    names = [one["name"] for one in wrong.read_changes(name)["wrong"]]
    assert len(names) >= EACH and len(set(names)) == len(names)


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_every_mistake_stands_exactly_once_in_its_file(name: str) -> None:
    for mistake in wrong.read_changes(name)["wrong"]:
        planted = wrong.change(name, mistake["name"])
        text = (conformance_root() / wrong.changed_file(planted)).read_text(encoding="utf-8")
        assert text.count(planted["find"]) == 1, f"{mistake['name']}: its text must stand there exactly once"
        assert planted["put"] != planted["find"], f"{mistake['name']} changes nothing"


@pytest.mark.parametrize("name", GAMES)
def test_every_mistake_blames_clauses_that_there_are(name: str) -> None:
    clauses = game(name).clauses
    for mistake in wrong.read_changes(name)["wrong"]:
        unknown = set(wrong.right_clauses(mistake)) - {*clauses.lines, *clauses.ledger}
        assert not unknown, f"{mistake['name']} blames {', '.join(sorted(unknown))}"


@pytest.mark.parametrize("name", GAMES)
def test_every_mistake_can_show_in_some_configuration(name: str) -> None:
    for mistake in wrong.read_changes(name)["wrong"]:
        assert wrong.configurations(game(name), mistake), f"{mistake['name']} cannot show"


def test_a_second_wrong_engine_in_one_process_is_not_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    names = [name for name in GAMES if wrong.read_changes(name)["adapter"].endswith(".py")]
    for number, mistake in enumerate(wrong.read_changes(names[0])["wrong"][:2]):
        folder = tmp_path / str(number)
        adapter = host.make_engine(Path(wrong.build_engine(wrong.change(names[0], mistake["name"]), folder).text))
        assert Path(adapter.engine.__file__).is_relative_to(folder)
