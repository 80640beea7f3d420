"""Engines written by hand agree with the rules: the same moves at every decision, the same end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulekit.bench import playing
from rulekit.pipeline import load
from rulekit.play.game import Game
from rulekit.play.strict_json import dumps
from rulekit.tests.scale import examples

CASES = [(game, kind) for game in playing.games_with_engines() for kind in playing.HANDS]
loaded: dict[str, Game] = {}


def game_of(name: str) -> Game:
    """Read once."""
    return loaded.setdefault(name, load(name))


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_an_engine_by_hand_plays_by_the_rules(name: str, kind: str) -> None:
    for number in range(examples(6, 500)):
        agree(game_of(name), playing.handwritten(name)[kind], Random(number))


def agree(game: Game, made: Any, source: Random) -> None:
    """One random game on both."""
    dealt = made.prepare(source)
    here, state = game.start(chance=made.outcomes(dealt)), made.new(dealt)
    while not here.over:
        assert not made.over(state) and here.pending.seats == (made.seat(state),)
        ours = {dumps(move): move for move in here.legal(made.seat(state))}
        theirs = {dumps(made.written(move)): move for move in made.legal(state)}
        assert ours.keys() == theirs.keys() and len(theirs) == len(made.legal(state))
        chosen = source.choice(sorted(ours))
        here = here.apply(made.seat(state), ours[chosen])
        made.apply(state, theirs[chosen])
    assert made.over(state)
    assert made.result(state) in (here.result().get("winners"), here.result().get("scores"))
