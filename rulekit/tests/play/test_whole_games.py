"""Whole games as generators: asked the same, at the same positions, as the engine that can wait anywhere."""

from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import play
from rulekit.tests.play.toys import toy


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
