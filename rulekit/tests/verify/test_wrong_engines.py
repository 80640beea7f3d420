"""Mistakes of a reader, planted in engines by other hands: playing in step finds each and names the clause."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median

import pytest

from rulekit.data import conformance_root
from rulekit.play.game import Game
from rulekit.tests.bundled import bundled
from rulekit.tests.scale import nightly
from rulekit.tests.verify import wrong, wrong_table
from rulekit.verify.story import Difference

NAMED_FIRST = 4  # clauses among which the right one must be
game = bundled


def runs_here(name: str) -> bool:
    """Some adapters are programs of another language."""
    return not wrong.read(name)["adapter"].endswith(".mjs") or shutil.which("node") is not None


@pytest.mark.parametrize(("name", "mistake"), wrong.collected())
def test_a_mistake_of_a_reader_is_found_and_blamed(name: str, mistake: str, tmp_path: Path) -> None:
    if not runs_here(name):
        pytest.skip("its engine needs a program that is not here")
    planted = wrong.change(name, mistake)
    if planted.get("slow") and not nightly():
        pytest.skip("it takes long to be found; at night it is")
    found = wrong.met(game(name), planted, wrong.made(planted, tmp_path))
    assert found.differences, f"{planted['says']} Nobody noticed in {found.games} games."
    assert planted["blames"] in named(found.differences[0])


def named(difference: Difference) -> list[str]:
    """The clauses a reader would look at first; for what is seen, the sentences on which the declaration rests."""
    declared = [name for reason in difference.clauses if not reason.clause for name, _ in reason.sentences]
    return [reason.clause for reason in difference.clauses if reason.clause][:NAMED_FIRST] + declared


def test_a_counter_example_is_short_and_shorter_still_from_a_late_position(tmp_path: Path) -> None:
    found = wrong_table.row(*wrong.collected()[-1], tmp_path)
    assert found.blamed and found.late is not None and found.moves is not None
    assert found.late <= 1 < found.moves < found.before


@pytest.mark.nightly
def test_all_counter_examples_are_as_short_as_is_promised() -> None:
    rows = list(wrong_table.rows([]))
    assert all(one.found is not None and one.blamed for one in rows), [str(one) for one in rows]
    assert median(one.least for one in rows) <= wrong_table.WHOLE
    assert median(one.moves for one in rows if one.moves is not None) <= wrong_table.WHOLE
    assert all(one.cost < wrong_table.COST for one in rows)


def test_every_game_with_wrong_engines_has_at_least_ten() -> None:
    games: list[Game] = [game(file.stem) for file in (conformance_root() / "mutants").glob("*.toml")]
    assert games and all(len(wrong.read(one.name)["wrong"]) >= 10 for one in games)
