"""Outcomes that chance cannot have: the rules refuse them; advice, unless a sentence of the ledger demands it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol.game_schema import configurations
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.tests.vectorgen.test_making import smallest
from rulekit.tests.zoo.test_verified import Here
from rulekit.vectorgen import making
from rulekit.vectorgen.chance_domain import chance_domain_vectors, outcomes_outside
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectorgen.games import games
from rulekit.vectors.form import DOMAIN
from rulekit.vectors.replay import ADVICE, FAILED, PASSED, SKIPPED, Replayer
from rulekit.vectors.sets import trees
from rulekit.verify import model
from rulekit.verify.conductor import verify
from rulekit.verify.work_order import Material, WorkOrder

Json = Any
DECK = ["a", "b", "b"]


@pytest.fixture(scope="module")
def cards() -> Game:
    return load(smallest("cards.toml"))


class TakesAnything(RulesEngine):
    """What cannot come is taken for what can."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "1")

    def chance(self, label: str, outcome: Json) -> None:
        try:
            super().chance(label, outcome)
        except ValueError:
            super().chance(label, self.pending()["of"][0])


class BreaksDown(TakesAnything):
    def chance(self, label: str, outcome: Json) -> None:
        if outcome not in self.pending()["of"]:
            raise RuntimeError(f"no such card: {outcome}")
        super().chance(label, outcome)


def made(game: Game) -> list[MadeVector]:
    return list(chance_domain_vectors(list(games(game, "0", 4)), 3))


def verdicts(game: Game, engine: RulesEngine, without: str = "") -> set[str]:
    session = InProcess(engine)
    agreed = greet(session, game, "0")
    agreed = attrs.evolve(agreed, features=agreed.features - {without})
    return {Replayer(session, agreed, trees(game.checked)).replay(one.vector).kind for one in made(game)}


def verified(game: Game, engine: Any) -> model.Verification:
    told = Material(tuple(one.vector for one in made(game)), trees(game.checked))
    work = WorkOrder(game.name, Here(engine, game), tuple(configurations(game)), games=2, material=told, version="1")
    return verify(game, work)


def test_the_rules_refuse_what_cannot_come_and_are_not_asked_if_they_keep_outcomes_for_later(cards: Game) -> None:
    assert made(cards) and all(one.vector.advice for one in made(cards))
    assert verdicts(cards, RulesEngine(cards, "0")) == {PASSED}
    assert verdicts(cards, TakesAnything(cards)) == {ADVICE}
    assert verdicts(cards, TakesAnything(cards), "chance.asked") == {SKIPPED}


@pytest.mark.parametrize(("engine", "said"), [(TakesAnything, "and is taken"), (BreaksDown, "no such card")])
def test_it_is_told_as_advice_and_no_engine_fails_because_of_it(cards: Game, engine: Any, said: str) -> None:
    found = verified(cards, engine)
    assert (found.verdict.code, found.causes, found.failures) == (0, (), ())
    assert any(said in one.what for one in found.advice)


def test_a_sentence_that_demands_it_makes_it_a_fault(cards: Game, tmp_path: Path) -> None:
    folder = next(one for one in bundled_games() if one.name == cards.name)
    own = shutil.copytree(folder, tmp_path / cards.name)
    ledger = own / "ledger.toml"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace('"setup"', '"outcome"'), encoding="utf-8")
    strict = load(str(own))
    assert made(strict) and not any(one.vector.advice for one in made(strict))
    assert verdicts(strict, RulesEngine(strict, "0")) == {PASSED}
    assert verdicts(strict, TakesAnything(strict)) == {FAILED}
    found = verified(strict, TakesAnything)
    assert found.verdict.code == 1
    assert {
        (cause.kind, cause.clause in strict.clauses.ledger or cause.clause in strict.clauses.lines)
        for cause in found.causes
    } == {(model.DifferenceKind.CHANCE, True)}


def test_every_way_of_drawing_has_outcomes_that_cannot_come() -> None:
    dice = dict(outcomes_outside({"draw": "dice", "of": [1, 2, 3], "outcome": [3, 3]}))
    assert dice == {"foreign": [4, 3], "short": [3], "long": [3, 3, 3]}
    assert dict(outcomes_outside({"draw": "order", "of": DECK, "outcome": DECK})) == {"twice": ["b", "b", "b"]}
    assert dict(outcomes_outside({"draw": "order", "of": ["b", "b"], "outcome": ["b", "b"]})) == {"short": ["b"]}
    assert dict(outcomes_outside({"draw": "pick", "of": DECK, "outcome": "a"})) == {"foreign": "no-such-thing"}


def test_they_take_no_room_of_others_and_stand_in_the_standard_tier(cards: Game) -> None:
    all_ = list(making.make_vectors(cards, making.VectorAmounts(4, 2, 1, 4, 4, 4, 4, 2, 2, 2)))
    smallest_ = making.tiny_tier(all_)
    with_, without = (
        making.standard_tier([one for one in all_ if wanted or one.vector.sort != DOMAIN], smallest_)
        for wanted in (True, False)
    )
    assert [one for one in with_ if one.vector.sort != DOMAIN] == without
    assert {one.vector.sort for one in with_} - {one.vector.sort for one in without} == {DOMAIN}
