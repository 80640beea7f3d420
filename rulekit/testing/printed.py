"""`rulekit laws`: the laws and scenes of a game as a short pytest file to read, to run and to go on from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from textwrap import wrap

from rulekit.play.games.game import Game
from rulekit.testing.rule_tests import LAW, SCENE, TEXT, rule_tests

WIDE = 108
FILE = '''"""Property tests of {title}: random games in every configuration, every law looked at in each of them.

`rulekit laws {name}` wrote this file. It is yours: add what you want to be true of your game.
`pytest --rulekit-game {name}` checks the same without a file, and reports each law by itself.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.testing import assert_laws, assert_position_laws, games, moves, positions, scenes

GAME = {game}
settings.register_profile("games", deadline=None)  # the first game in a configuration waits for its engine
settings.load_profile("games")


@given(games(GAME))
def test_the_laws_hold_in_every_game(game):
    """
{laws}
    """
    assert_laws(game)


@given(positions(GAME))
def test_the_laws_that_every_game_has_hold_at_every_position(position):
    assert_position_laws(position)


@given(st.data())
def test_a_legal_move_can_be_made(data):
    position = data.draw(positions(GAME).filter(lambda one: one.pending.kind == "decision"))
    seat, move = data.draw(moves(position))
    assert position.why_not(seat, move) == ()
    position.apply(seat, move)
{more}'''
SCENES = """

@pytest.mark.parametrize("scene", scenes(GAME), ids=str)
def test_a_scene_comes_true(scene):
    scene.assert_true()
"""


def property_tests(game: Game, named: str, tables: Iterable[tuple[str, str]] = ()) -> str:
    """The whole file; `named` is what the game was asked for by, `tables` are tables of one's own."""
    tests = list(rule_tests(game))
    laws = "\n".join(line for test in tests if test.sort in (LAW, TEXT) for line in _law(game, test.clause))
    more = SCENES if any(test.sort == SCENE for test in tests) else ""
    load = _load_statement(named, dict(tables))
    found = FILE.format(title=game.name, name=named, game=load, laws=laws or "    None yet.", more=more)
    if "load(" in found:
        found = found.replace("\nfrom rulekit.testing", "\nfrom rulekit import load\nfrom rulekit.testing", 1)
    return found if more else found.replace(", scenes\n", "\n").replace("import pytest\n", "")


def _load_statement(named: str, tables: dict[str, str]) -> str:
    """How the file gets at its game."""
    text = json.dumps(named, ensure_ascii=False)
    return f"load({text}, {json.dumps(tables, ensure_ascii=False)})" if tables else text


def _law(game: Game, clause: str) -> Iterator[str]:
    """Its line, and the sentences of the rulebook it rests on."""
    reason = game.clause(clause)
    kind = next((f"{law.kind} " for law in game.checked.laws if law.id == clause), "")
    texts = [f"[{clause}] {kind}{reason.line}", *(f"    {name}: {text}" for name, text in reason.sentences)]
    for text in texts:
        safe = "".join(one if one.isprintable() else " " for one in text.replace("\\", "/").replace('"""', "'''"))
        yield from wrap(safe, WIDE, initial_indent="    ", subsequent_indent="        ", break_long_words=False)
