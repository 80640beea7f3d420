"""Why a move is refused: an engine that names lines is held to them, in vectors and in games."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from rulekit.play.games.game import Game
from rulekit.protocol.session import Json
from rulekit.tests.verify.test_one_story import cards, work
from rulekit.tests.zoo.players import Engine
from rulekit.verify import model
from rulekit.verify.conductor import verify
from rulekit.verify.work_order import Material


class NamesTheFirst(Engine):
    """Of several reasons one is enough."""

    def explain(self, seat: int, move: Json) -> dict[str, Json]:
        return {"clauses": super().explain(seat, move)["clauses"][:1]}


class NamesNothing(Engine):
    def explain(self, seat: int, move: Json) -> dict[str, Json]:
        return {"clauses": []}


class NamesTooMuch(Engine):
    """A line that does not refuse the move stands among those that do."""

    def explain(self, seat: int, move: Json) -> dict[str, Json]:
        return {"clauses": [*super().explain(seat, move)["clauses"], "line.of-none"]}


def verified(made: Callable[[Game], Engine], stage: str) -> model.Verification:
    """By vectors alone, or by games alone."""
    order = work(made)
    return verify(
        cards(),
        attrs.evolve(order, games=0) if stage == "vectors" else attrs.evolve(order, games=80, material=Material()),
    )


@pytest.mark.parametrize("stage", ["vectors", "games"])
@pytest.mark.parametrize("made", [Engine, NamesTheFirst])
def test_some_of_the_lines_that_refuse_are_enough(made: Callable[[Game], Engine], stage: str) -> None:
    found = verified(made, stage)
    assert not found.causes
    assert [one.number > 3 for one in found.compared if one.kind == "explanation"] == [True]


@pytest.mark.parametrize("stage", ["vectors", "games"])
@pytest.mark.parametrize(("made", "said"), [(NamesNothing, "names no line"), (NamesTooMuch, "It names line.of-none")])
def test_a_line_that_does_not_refuse_and_none_at_all_are_told(
    made: Callable[[Game], Engine], said: str, stage: str
) -> None:
    found = verified(made, stage)
    (cause,) = found.causes
    assert cause.kind == "explanation" and said in cause.engine and cause.clause
