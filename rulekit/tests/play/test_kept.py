"""What a generated engine keeps: answers until something they rest on is written, lists of what members may be."""

from pathlib import Path

import pytest

from rulekit import load
from rulekit.data import bundled_games
from rulekit.play.compiled.book import Manner
from rulekit.play.compiled.load import Module
from rulekit.play.game import Game
from rulekit.tests.play.toys import toy

EVERY_GAME = pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)


def module(game: Game, manner: Manner) -> Module:
    setting = game.settings.of({}, game.players[0])
    return Module(setting.program, setting.table, manner)


@EVERY_GAME
def test_every_writing_throws_away_what_rests_on_it(folder: Path) -> None:
    """No line that says what was written is left in the text, whatever the engine is for."""
    texts = [module(load(folder), manner).text for manner in (Manner(whole=True, counted=True), Manner(shared=True))]
    assert not any("wrote(" in text or "shares(" in text for text in texts)


def test_what_changes_seldom_is_kept_and_what_changes_always_is_not() -> None:
    grown, written_each_turn = (module(game, Manner()).book.keeping for game in (toy("map-grows"), toy("space-line")))
    assert grown and not written_each_turn


def test_a_position_and_its_child_keep_answers_of_their_own() -> None:
    here = toy("map-grows").start(chance=1).apply(0, {"do": "draw-one"})
    before = here.legal(1)
    there = here.apply(1, next(move for move in before if move["do"] == "lay")).apply(0, {"do": "draw-one"})
    assert here.legal(1) == before != there.legal(1)
    assert there.legal(1) == here.game.position(there.to_json()).legal(1)
