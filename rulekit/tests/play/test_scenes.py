"""Random games of every bundled game on the reference engine, under all laws; their scenes are items of their own."""

from pathlib import Path

import pytest

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.data import bundled_games
from rulekit.play.games.law_playouts import trials
from rulekit.tests.bundled import bundled
from rulekit.typesystem import types as t


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda folder: folder.name)
def test_random_games_break_no_law(game: Path) -> None:
    """A short look at a few configurations; the long campaign is for the night."""
    found = list(trials(bundled(game).checked, 2, "scenes", 40))
    assert [(str(trial), trial.wrong) for trial in found if not trial.is_good] == []


@pytest.mark.nightly
@pytest.mark.parametrize("game", bundled_games(), ids=lambda folder: folder.name)
def test_whole_random_games_break_no_law(game: Path) -> None:
    """From the first line to the end, every pair of options at least once."""
    found = list(trials(bundled(game).checked, 40, "night"))
    assert [(str(trial), trial.wrong) for trial in found if not trial.is_good] == []


@pytest.mark.parametrize("game", bundled_games(), ids=lambda folder: folder.name)
def test_nothing_of_a_checked_game_is_left_unknown(game: Path) -> None:
    """What play meets has a type and a meaning; only a named relation or action has none."""
    checked = bundled(game).checked
    parts = [*checked.bodies.values(), *(w.body for w in checked.words), *(r.cases for r in checked.relations)]
    nodes = (node for part in parts for node in walk(part) if isinstance(node, v.T) and not isinstance(node, v.Named))
    assert [node.span for node in nodes if isinstance(node, v.Broken) or isinstance(node.type.bare, t.Unknown)] == []
