"""Whole games as generators: asked the same, at the same positions, as the engine that can wait anywhere."""

from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.check.configurations_of import configurations
from rulekit.data import bundled_games
from rulekit.play import outcomes
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, DECISION, END
from rulekit.play.faults import Fault
from rulekit.play.frames import Pending
from rulekit.play.game import Game
from rulekit.play.generated import Generated
from rulekit.play.playout import bits_of, play, point_of
from rulekit.play.random_bits import Bits
from rulekit.tests.play.toys import TOYS, toy
from rulekit.tests.scale import examples

EVERY_TOY = pytest.mark.parametrize("name", sorted(file.stem for file in TOYS.glob("*.rules")))
CUT = 400  # decisions, then two long games are alike enough


def alike(game: Game, chosen: Chosen, number: int) -> bool:
    """One random game on both, looked at after every answer."""
    usual = game.engine(chosen).for_playouts()
    one, other = (usual, game.engine(chosen).for_games())
    told, heard = (walked(engine, bits_of("whole", number)) for engine in (one, other))
    for step, (left, right) in enumerate(zip(told, heard, strict=True)):
        assert left == right, step
    return True


def walked(engine: Any, bits: Bits) -> Any:
    """What is asked and where everything lies, answer by answer; a fault is told as such."""
    try:
        state = engine.start()
        for _ in range(CUT):
            kind, line, seat, count = engine.asked(state)
            table = state.table()
            yield kind, line, seat, written(engine.pending(state)), table.states, table.zones, table.where
            if kind == END:
                return
            if kind == CHANCE:
                state = engine.draw(state, outcomes.drawn(point_of(engine, state), bits))
            elif kind == DECISION:
                state = engine.advance(state, seat, bits.below(count))
    except Fault as found:
        yield str(found)


def written(pending: Pending) -> Any:
    """Moves by what they say; what else is asked by its words."""
    found = getattr(pending, "moves", None)
    return found if found is not None else getattr(pending, "domain", None)


@EVERY_TOY
def test_every_small_game_is_played_alike(name: str) -> None:
    """Every form of the language, waits and all."""
    game = toy(name)
    assert all(alike(game, game.start().chosen, number) for number in range(examples(3, 60)))


@pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
def test_every_bundled_game_is_played_alike(folder: Path) -> None:
    """Under some of its options."""
    game = load(folder)
    sample = configurations(game.checked)[: examples(2, 100)]
    assert all(alike(game, Chosen(one.options, one.seats), 0) for one in sample)


def test_what_is_under_way_is_looked_at_only_where_it_can_wait_anywhere() -> None:
    """Games with reactions instead of others are written with frames."""
    kinds = {name: type(engine_of(toy(name)).driver).__name__ for name in ("together", "recursion", "react-instead")}
    assert kinds == {"together": "Runner", "recursion": "Runner", "react-instead": "Driver"}


def engine_of(game: Game) -> Generated:
    """For whole games, in the usual configuration."""
    found = game.start().engine.for_games()
    assert isinstance(found, Generated)
    return found


def test_a_game_of_a_number_ends_the_same() -> None:
    """Lengths, kinds of decisions, results."""
    for name in ("menu-groups", "together", "copies"):
        engine = toy(name).start().engine
        for number in range(5):
            left, right = play(engine.for_playouts(), 1, number), play(engine.for_games(), 1, number)
            assert (left.kinds, left.draws, left.result) == (right.kinds, right.draws, right.result)
