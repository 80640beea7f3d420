"""Engines that play, show or remember something wrong are found in lockstep; the rules themselves never are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulekit.check import configuration_space
from rulekit.cli.commands.new import STARTER
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.tests.zoo import players
from rulekit.verify.lockstep.lockstep_game import play

GAMES = 80


@cache
def named(name: str) -> Game:
    """A small game of these tests, or the starter."""
    return load(STARTER if name == players.STONES else Path(__file__).parent / "games" / name)


def told(made: Callable[[Game], players.Engine], name: str) -> str:
    """The kind of the first difference."""
    game = named(name)
    chosen = list(configuration_space.configurations(game.checked))
    session = InProcess(made(game))
    agreed = greet(session, game, "1")
    for number in range(GAMES):
        found = play(game, chosen[number % len(chosen)], session, agreed, "0", number)
        if found.parting is not None:
            return found.parting.what
    return ""


@pytest.mark.parametrize(("made", "name", "kinds"), players.WRONG, ids=lambda one: getattr(one, "__name__", one))
def test_what_is_wrong_is_told(made: Callable[[Game], players.Engine], name: str, kinds: str) -> None:
    assert told(made, name) in kinds.split()


@pytest.mark.parametrize("name", [players.CARDS, players.BOARD, players.STONES])
def test_the_rules_themselves_agree_with_the_rules(name: str) -> None:
    assert not told(players.Engine, name)
