"""What is the same and what is a difference: types, order, keys too many, names left out, chance that is wanted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import EngineFailure
from rulekit.tests.bundled import bundled
from rulekit.tests.protocol.stones import Adapter
from rulekit.tests.verify.side_by_side import Found, side_by_side
from rulekit.verify.lockstep.played_game import LookPlan
from rulekit.verify.work_order import sample_configurations

OFTEN = LookPlan(views=1, refusals=2, enough=25)
SOME = LookPlan(views=3, enough=10)
GAMES = [path.name for path in bundled_games()]
rules = bundled
Json = Any


def compared(folder: Path, adapter: Callable[[], Any], games: int = 12) -> Found:
    game = load(folder)
    return side_by_side(game, lambda: InProcess(adapter()), sample_configurations(game), games, OFTEN)


def parts(folder: Path, adapter: Callable[[], Any]) -> tuple[str, tuple[Any, ...]]:
    """In what the first difference is, and at which place."""
    found = compared(folder, adapter).differences[0].parting
    return found.what, found.where


def answering(op: str, change: Callable[[Json], Json], **hello: Json) -> Callable[[], Any]:
    """The good engine with one answer changed."""

    class Changed(Adapter):
        def hello(self) -> dict[str, Any]:
            return {**super().hello(), **hello}

    good = getattr(Adapter, op)
    setattr(Changed, op, lambda self, *asked: change(good(self, *asked)))
    return Changed


def in_states(**more: Json) -> Callable[[Json], Json]:
    return lambda said: {**said, "states": {**said["states"], **more}}


@pytest.mark.parametrize("wrong", [lambda turn: bool(turn), lambda turn: float(turn), lambda turn: str(turn)])
def test_a_number_is_no_other_type(game: Path, wrong: Callable[[int], Json]) -> None:
    """`true` for 1, `false` for 0 and 1.0 for 1 are told apart in positions."""
    adapter = answering("position", lambda said: in_states(active=wrong(said["states"]["active"]))(said))
    assert parts(game, adapter)[0] in ("position", "failure")


def test_a_yes_in_a_move_is_no_number(game: Path) -> None:
    adapter = answering("legal", lambda said: [{**move, "n": True if move["n"] == 1 else move["n"]} for move in said])
    assert parts(game, adapter)[0] == "legal"


def test_a_state_too_many_is_a_difference_even_if_it_is_null(game: Path) -> None:
    assert parts(game, answering("position", in_states(secret=None))) == ("position", ("states", "secret"))


def test_a_key_too_many_is_a_difference(game: Path) -> None:
    assert parts(game, answering("view", lambda said: {**said, "debug": {"deck": []}})) == ("view", ("debug",))
    assert parts(game, answering("result", lambda said: {**said, "points": 3})) == ("result", ("points",))


def test_a_result_that_changes_when_it_is_asked_again_is_found(game: Path) -> None:
    asked: list[int] = []

    def change(said: Json) -> Json:
        asked.append(1)
        return {**said, "outcome": "win" if len(asked) % 2 else "drawn"}

    assert parts(game, answering("result", change)) == ("result", ("outcome",))


def test_what_is_unsaid_is_left_out_of_both_sides(game: Path) -> None:
    found = compared(game, answering("position", in_states(active=None), unsaid=["active"]))
    assert found.agrees and found.unsaid == ("active",)
    found = compared(game, answering("result", lambda said: {}, unsaid=["winners", "leaders", "outcome"]))
    assert found.agrees


def test_views_can_be_left_out_and_it_is_told(game: Path) -> None:
    asked: list[int] = []
    found = compared(game, answering("view", asked.append, features=["position", "strict"]))
    assert found.agrees and not asked and found.left_out == ("views",) and not found.counts["views"]
    found = compared(game, answering("position", asked.append, features=[]))
    assert found.agrees and not asked and not found.counts["positions"] and found.counts["moves"]


def test_only_what_an_engine_plays_is_played(game: Path) -> None:
    plays = [{"game": "twelve-stones", "seats": [2], "options": {"last-stone": ["unlucky"]}}]
    found = compared(game, answering("hello", lambda said: {**said, "games": plays}))
    assert found.agrees and len(found.configurations) == found.not_played == 1


def test_an_engine_may_not_say_something_else_when_it_is_greeted_again(game: Path) -> None:
    """What is left out is fixed by the first handshake."""
    times: list[int] = []

    class Creeping(Adapter):
        def hello(self) -> dict[str, Any]:
            times.append(1)
            return {**super().hello(), "unsaid": [] if len(times) == 1 else ["stones"]}

        def move(self, seat: int, move: dict[str, Any]) -> None:
            raise RuntimeError("broken")

    found = compared(game, Creeping)
    assert found.failures and "something else than before" in str(found.differences[1].parting.engine)
    with pytest.raises(EngineFailure, match=r"leaves \*, asked unsaid"):
        compared(game, answering("hello", lambda said: {**said, "unsaid": ["*", "asked"]}))


# ------------------------------------------------------------------ order, and chance that is asked


def shuffled(value: Json, sets: Json, bits: random.Random) -> Json:
    """The same with every set in another order."""
    if isinstance(value, dict):
        return {key: shuffled(one, (sets or {}).get(key, (sets or {}).get("*")), bits) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    found = [shuffled(one, (sets or {}).get(str(n), (sets or {}).get("*")), bits) for n, one in enumerate(value)]
    return bits.sample(found, len(found)) if (sets or {}).get("set") else found


class Shuffling(RulesEngine):
    """The rules, with everything that is a set in an order of its own."""

    def _other(self, what: str, value: Json) -> Json:
        from rulekit.vectors.sets import trees

        return shuffled(value, trees(self.game.checked)[what], random.Random(1))

    def position(self) -> dict[str, Json]:
        return dict(self._other("position", super().position()))

    def view(self, seat: int | None) -> dict[str, Json]:
        return dict(self._other("view", super().view(seat)))

    def legal(self, seat: int) -> list[dict[str, Json]]:
        return super().legal(seat)[::-1]

    def pending(self) -> dict[str, Json]:
        found = super().pending()
        return {**found, "of": found["of"][::-1]} if "of" in found else found


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_sets_may_stand_in_any_order(name: str) -> None:
    game = rules(name)
    found = side_by_side(game, lambda: InProcess(Shuffling(game, "0")), sample_configurations(game)[:2], 2, SOME)
    assert found.agrees, found.differences[0].story()
    assert found.counts["views"]


def served(engine: Any, game: Game) -> InProcess:
    return InProcess(engine(game, "0"))


def drawing(**change: Json) -> Callable[[RulesEngine], dict[str, Json]]:
    """What is wanted of chance, changed."""

    def pending(self: RulesEngine) -> dict[str, Json]:
        found = RulesEngine.pending(self)
        changes = {key: one(found[key]) for key, one in change.items() if key in found}
        return {**found, **changes} if found["kind"] == "chance" else found

    return pending


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        (drawing(label=lambda label: label.replace("#1", "#2")), "label"),
        (drawing(of=lambda of: of[:-1]), "of"),
        (drawing(draw=lambda draw: "pick" if draw == "order" else "order"), "draw"),
    ],
    ids=["label", "of", "draw"],
)
def test_chance_that_is_wanted_otherwise_is_a_difference(wrong: Any, key: str) -> None:
    drawn = 0
    for name in GAMES:
        game = rules(name)
        engine = type("Wanting", (RulesEngine,), {"pending": wrong})
        found = side_by_side(game, partial(served, engine, game), sample_configurations(game)[:1], 1, OFTEN)
        if found.agrees:  # nothing is drawn in it
            continue
        drawn += 1
        parting = found.differences[0].parting
        assert parting.what == "chance" and parting.where[1] == key
        assert found.differences[0].clauses, name
    assert drawn > 3


def test_an_outcome_that_is_refused_is_a_difference() -> None:
    def refuse(self: RulesEngine, label: str, outcome: Json) -> None:
        raise ValueError("not that one")

    for name in GAMES:
        game = rules(name)
        engine = type("Refusing", (RulesEngine,), {"chance": refuse})
        found = side_by_side(game, partial(served, engine, game), sample_configurations(game)[:1], 1, OFTEN)
        if not found.agrees:
            parting = found.differences[0].parting
            assert parting.what == "chance" and "not that one" in str(parting.engine)
            return
    raise AssertionError("no game draws")
