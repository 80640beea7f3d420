"""Mistakes of a reader, planted in engines by other hands: playing in step finds each and names the clause."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from rulekit.data import conformance_root
from rulekit.pipeline import load
from rulekit.play.game import Game
from rulekit.tests.verify import wrong
from rulekit.verify.campaign import in_step
from rulekit.verify.story import Difference

NAMED_FIRST = 4  # clauses among which the right one must be
game = cache(load)


def runs_here(name: str) -> bool:
    """Some adapters are programs of another language."""
    return not wrong.read(name)["adapter"].endswith(".mjs") or shutil.which("node") is not None


@pytest.mark.parametrize(("name", "mistake"), wrong.collected())
def test_a_mistake_of_a_reader_is_found_and_blamed(name: str, mistake: str, tmp_path: Path) -> None:
    if not runs_here(name):
        pytest.skip("its engine needs a program that is not here")
    planted = wrong.change(name, mistake)
    source, sample = wrong.made(planted, tmp_path), wrong.configurations(game(name), planted)
    found = in_step(game(name), source.open, sample, 300, "0", most=1)
    assert found.differences, f"{planted['says']} Nobody noticed in {found.games} games."
    assert planted["blames"] in named(found.differences[0])


def named(difference: Difference) -> list[str]:
    """The clauses a reader would look at first; for what is seen, the sentences on which the declaration rests."""
    declared = [name for reason in difference.clauses if not reason.clause for name, _ in reason.sentences]
    return [reason.clause for reason in difference.clauses if reason.clause][:NAMED_FIRST] + declared


def test_every_game_with_wrong_engines_has_at_least_ten() -> None:
    games: list[Game] = [game(file.stem) for file in (conformance_root() / "mutants").glob("*.toml")]
    assert games and all(len(wrong.read(one.name)["wrong"]) >= 10 for one in games)
