"""What is demanded by a sentence of the rulebook alone: the order of a list, and positions that must be refused."""

from __future__ import annotations

from pathlib import Path

import attrs

from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.tests.vectors.stones import Adapter, agreed_with
from rulekit.vectorgen import covering, from_scenes
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectorgen.games import games
from rulekit.vectors.replay import ADVICE, FAILED, PASSED, Replayer
from rulekit.vectors.sets import trees

LAW = "always\n  [law.even]  not stones = 11  @public:toy\n"
SCENES = """scene [{name}] "Eleven stones are never there"
  given stones is 11
  refused because [law.even]
"""


def verdict(game: Game, engine: Adapter, made: MadeVector) -> str:
    return Replayer(InProcess(engine), agreed_with(engine), trees(game.checked)).replay(made.vector).kind


class Backwards(Adapter):
    """Names the moves of a list in another order."""

    def legal(self, seat: int) -> list[dict[str, object]]:
        return super().legal(seat)[::-1]


def test_an_order_is_compared_where_a_sentence_gives_it(game: Path) -> None:
    file = game / "ledger.toml"
    assert not covering.order_vectors(list(games(load(game), "0", 2)), 2)
    head, name, after = file.read_text(encoding="utf-8").partition("grab.one-to-three")
    file.write_text(head + name + after.replace('"action"', '"order"', 1), encoding="utf-8")
    loaded = load(game)
    found = covering.order_vectors(list(games(loaded, "0", 2)), 2)
    assert found and all(one.vector.about == ("grab.one-to-three",) for one in found)
    assert {verdict(loaded, Adapter(), one) for one in found} == {PASSED}
    assert {verdict(loaded, Backwards(), one) for one in found} == {FAILED}


def impossible(game: Path, name: str) -> tuple[Game, list[MadeVector]]:
    (game / "4-even.rules").write_text(LAW, encoding="utf-8")
    (game / "scenes" / "even.rules").write_text(SCENES.format(name=name), encoding="utf-8")
    loaded = load(game)
    return loaded, [one for one in from_scenes.scene_vectors(loaded) if one.vector.sort == "impossible"]


def test_a_position_that_the_rulebook_refuses_must_not_be_loaded(game: Path) -> None:
    loaded, (found,) = impossible(game, "heap.twelve")
    assert not found.vector.advice and verdict(loaded, Adapter(), found) == FAILED

    class Strict(Adapter):
        def load(self, position: dict[str, dict[str, object]]) -> None:
            if position["states"]["stones"] == 11:
                raise ValueError("eleven stones")
            super().load(position)

    assert verdict(loaded, Strict(), found) == PASSED


def test_a_position_that_only_a_law_of_ours_refuses_is_advice(game: Path) -> None:
    loaded, (found,) = impossible(game, "law.even")
    assert found.vector.advice and verdict(loaded, Adapter(), found) == ADVICE
    assert verdict(loaded, Adapter(), attrs.evolve(found, vector=attrs.evolve(found.vector, advice=False))) == FAILED
