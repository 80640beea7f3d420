"""Engines written by hand agree with the rules: the same moves at every decision, the same end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulekit.bench import playing
from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import dumps
from rulekit.tests.bundled import bundled
from rulekit.tests.scale import examples

pytestmark = pytest.mark.peers

MODULES = {name: playing.handwritten(name) for name in playing.games_with_engines()}
CASES = [(game, kind) for game, made in MODULES.items() for kind in made if playing.plays_whole_games(made[kind])]
WITH_OPTIONS = [(game, kind) for game, kind in CASES if hasattr(MODULES[game][kind], "sample")]
loaded: dict[str, Game] = {}


def game_of(name: str) -> Game:
    """Read once."""
    return loaded.setdefault(name, bundled(name))


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_an_engine_by_hand_plays_by_the_rules(name: str, kind: str) -> None:
    games = examples(6, 500) if kind != "independent" else examples(1, 20)
    for number in range(games):
        agree(game_of(name), MODULES[name][kind], Random(number))


@pytest.mark.parametrize(("name", "kind"), WITH_OPTIONS)
def test_an_engine_by_hand_knows_every_option(name: str, kind: str) -> None:
    made = MODULES[name][kind]
    for number in range(examples(12, 2000)):
        source = Random(number)
        sample = made.sample(source)
        together(game_of(name).start(**sample["start"]), made, made.new(**sample["new"]), source)


def agree(game: Game, made: Any, source: Random) -> None:
    """One random game on both, in the usual configuration."""
    dealt = made.prepare(source)
    together(drawn(game.start(), made.outcomes(dealt)), made, made.new(dealt), source)


def drawn(here: Position, outcomes: Any) -> Position:
    """What chance has said to an engine."""
    for outcome in outcomes:
        here = here.draw(outcome)
    return here


def together(here: Position, made: Any, state: Any, source: Random) -> None:
    """The same moves on both, to the end, or for so many decisions that a long game is alike enough."""
    for _ in range(examples(400, 100_000)):
        if here.is_over:
            break
        assert not made.over(state) and made.seat(state) in here.pending.seats
        ours = {dumps(move): move for move in here.legal(made.seat(state))}
        theirs = {dumps(said(made, state, move)): move for move in made.legal(state)}
        assert ours.keys() == theirs.keys() and len(theirs) == len(made.legal(state))
        chosen = source.choice(sorted(ours))
        here = here.apply(made.seat(state), ours[chosen])
        made.apply(state, theirs[chosen])
        here = drawn(here, made.told(state) if hasattr(made, "told") else ())
    assert here.is_over == made.over(state)
    assert not here.is_over or made.result(state) in (here.result().get("winners"), here.result().get("scores"))


def said(made: Any, state: Any, move: Any) -> Any:
    """A move as the rules files write it; some engines must look at the position for that."""
    return made.said(state, move) if hasattr(made, "said") else made.written(move)
