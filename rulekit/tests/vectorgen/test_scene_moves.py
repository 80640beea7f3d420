"""A move that a scene writes otherwise than the list has it is sent as the scene writes it."""

from typing import Any

from rulekit.play.games.game import Game
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.tests.play.toys import toy
from rulekit.vectorgen import from_scenes
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectors.replay import FAILED, PASSED, Replayer
from rulekit.vectors.sets import trees


class OnlyTheList(RulesEngine):
    """The rules, but of turns that look the same only the one in the list is taken."""

    def move(self, seat: int, move: dict[str, Any]) -> None:
        if move not in self.legal(seat):
            raise ValueError("it does not stand in the list")
        super().move(seat, move)


def turned() -> tuple[Game, MadeVector]:
    """A tile of two equal looks is laid in the turn that is not in the list."""
    game = toy("tiles-turned")
    (made,) = from_scenes.scene_vectors(game)
    return game, made


def verdict(engine: RulesEngine, made: MadeVector) -> str:
    session = InProcess(engine)
    return Replayer(session, greet(session, engine.game, "0"), trees(engine.game.checked)).replay(made.vector).kind


def test_an_equal_turn_is_sent_as_the_scene_has_it() -> None:
    _, made = turned()
    moves = [step["move"] for step in made.vector.steps if "move" in step]
    offered = next(step["see"]["legal"]["0"] for step in made.vector.steps if "see" in step)
    assert moves == [[0, {"do": "lay", "t": "rail", "q": 3, "c": [1, 1]}]] and moves[0][1] not in offered
    assert ("told otherwise", "lay", ("c", "do", "q", "t")) in made.covers


def test_an_engine_that_takes_no_equal_turn_is_found() -> None:
    game, made = turned()
    assert verdict(RulesEngine(game, "0"), made) == PASSED
    assert verdict(OnlyTheList(game, "0"), made) == FAILED


def refused(name: str) -> list[tuple[dict[str, Any], list[str]]]:
    """The refusals in the vectors of a toy's scenes, each with its reasons."""
    steps = [step for made in from_scenes.scene_vectors(toy(name)) for step in made.vector.steps]
    return [(step["not"][1], step["because"]) for step in steps if "not" in step]


def test_a_refused_label_is_that_of_the_row_told_beside_it() -> None:
    assert [move for move, _ in refused("effects")] == [{"do": "employ", "tool": "loom", "how": "a"}]


def test_a_refused_label_is_that_of_the_row_whose_other_effects_are_offered() -> None:
    assert refused("effects-of-one-row") == [({"do": "use", "how": "shop.a"}, ["turn.use", "pay.enough"])]
