"""The checks of an adapter: each fails on the adapter that needs it, with its cure; what rests on it is skipped."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from rulekit.pipeline import load
from rulekit.play.games.game_config import choose
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import EngineFailure
from rulekit.tests.protocol.stones import Adapter
from rulekit.verify.model import Check
from rulekit.verify.smoke import CHECKS, CURES, smoke


def tried(game: Path, adapter: Any, seats: int | None = None) -> tuple[Check, ...]:
    loaded = load(game)
    return smoke(loaded, (choose(loaded.checked, seats, {}, None),), lambda: InProcess(adapter), "0.1.0")


class Hello(Adapter):
    def __init__(self, **changes: Any) -> None:
        self.changes = changes

    def hello(self) -> dict[str, Any]:
        return {**super().hello(), **self.changes}


class Draws(Adapter):
    def start(self, config: dict[str, Any]) -> None:
        raise ValueError("I shuffle myself")


class Asks(Adapter):
    def pending(self) -> dict[str, Any]:
        return {"kind": "decision", "seats": [self.turn + 2]}


class Over(Adapter):
    def pending(self) -> dict[str, Any]:
        return {"kind": "end"}


class Shapeless(Adapter):
    def legal(self, seat: int) -> Any:
        return {"moves": super().legal(seat)}


class Others(Adapter):
    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [{"do": "take", "count": n} for n in (1, 2, 3)]


class Remembers(Adapter):
    games = 12

    def start(self, config: dict[str, Any]) -> None:
        super().start(config)
        self.left, self.games = self.games, self.games - 1


class TakesAll(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        if move["do"] == "grab":
            super().move(seat, move)


class CostlyRefusal(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        self.turn = 1 - self.turn if move["do"] != "grab" else self.turn
        super().move(seat, move)


WRONG = {
    "says hello": Hello(engine="stones"),
    "names the game": Hello(games=[{"game": "thirteen-stones", "seats": [2]}]),
    "plays what was asked for": Hello(
        games=[{"game": "twelve-stones", "seats": [2], "options": {"last-stone": ["unlucky"]}}]
    ),
    "takes what chance says": Draws(),
    "asks somebody": Over(),
    "answers in the right shape": Shapeless(),
    "begins anew": Remembers(),
    "refuses nonsense and stays as it was": TakesAll(),
}


def test_a_right_adapter_passes_all_ten(game: Path) -> None:
    found = tried(game, Adapter())
    assert len(found) == 10 and {one.state for one in found} == {"passed"}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_adapter_fails_in_its_own_check_and_is_told_the_cure(name: str, game: Path) -> None:
    found = tried(game, copy.deepcopy(WRONG[name]))
    at = [one.name for one in found].index(name)
    assert [one.state for one in found] == ["passed"] * at + ["failed"] + ["skipped"] * (9 - at), found
    assert found[at].said and found[at].cure == next(cure for each, _, cure in CHECKS if each == name)


def test_an_engine_that_does_not_start_fails_the_first(game: Path) -> None:
    def never() -> InProcess:
        raise EngineFailure("there is no such program", "start")

    loaded = load(game)
    found = smoke(loaded, (choose(loaded.checked, None, {}, None),), never, "0.1.0")
    assert [one.state for one in found] == ["failed"] + ["skipped"] * 9 and "no such program" in found[0].said


@pytest.mark.parametrize(
    ("adapter", "said"),
    [
        (Asks(), "in a game for 2"),
        (Others(), 'the rules write {"do":"grab"'),
        (CostlyRefusal(), "`pending` has changed"),
    ],
)
def test_what_was_seen_is_told(adapter: Adapter, said: str, game: Path) -> None:
    assert said in next(one.said for one in tried(game, adapter) if one.state == "failed")


def test_a_first_seat_that_breaks_a_rule_is_left_to_the_rules(game: Path) -> None:
    class Second(Adapter):
        def start(self, config: dict[str, Any]) -> None:
            super().start(config)
            self.turn = 1

    assert {one.state for one in tried(game, Second())} == {"passed"}


class Prints(InProcess):
    """A session in which something was printed where an answer to a move was to stand."""

    def ask(self, op: str, **arguments: Any) -> Any:
        if op == "move":
            raise EngineFailure("to move it answered what cannot be read: 'playing'", "not-json")
        return super().ask(op, **arguments)


def test_what_is_no_answer_has_its_own_cure_whatever_was_being_checked(game: Path) -> None:
    """Who prints while a move is played is not told to forget the game before."""
    loaded = load(game)
    found = smoke(loaded, (choose(loaded.checked, None, {}, None),), lambda: Prints(Adapter()), "0.1.0")
    failed = next(one for one in found if one.state == "failed")
    assert failed.name == "begins anew" and failed.cure == CURES["not-json"]
