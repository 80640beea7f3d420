"""An engine in this process and one behind lines answer alike; the handshake fixes what is known, or names both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol import codec, host
from rulekit.protocol.handshake import agree, greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.operations import FEATURES, OPERATIONS
from rulekit.protocol.session import EngineFailure, EngineRefused
from rulekit.tests.protocol.stones import Adapter

CONFIG = {"game": "twelve-stones", "options": {"last-stone": "lucky"}, "seats": 2}
GRAB = {"do": "grab", "n": 3}
HELLO = {"rcp": 1, **Adapter().hello()}


@pytest.fixture
def stones(game: Path) -> Game:
    return load(game)


def test_a_game_is_played_through_a_session() -> None:
    session = InProcess(Adapter())
    session.ask("start", config=CONFIG)
    first, refused, left = session.ask_all(
        [("legal", {"seat": 0}), ("move", {"seat": 0, "move": {"do": "grab", "n": 4}}), ("position", {})]
    )
    assert GRAB in first and isinstance(refused, EngineRefused) and left["states"]["stones"] == 12
    with pytest.raises(EngineRefused, match="not legal"):
        session.ask("move", seat=1, move=GRAB)
    assert session.ask("ping") is None and session.ask("bye") is None


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_is_named_by_its_operations(feature: str) -> None:
    said = f"{FEATURES[feature].says}"
    ops = [op.name for op in OPERATIONS.values() if op.feature == feature]
    assert all(f"`{name}`" in said for name in ops)
    assert all(OPERATIONS[name].level == FEATURES[feature].level for name in ops)


def test_neither_side_can_change_what_the_other_holds() -> None:
    class Greedy(Adapter):
        def move(self, seat: int, move: dict[str, Any]) -> None:
            super().move(seat, move)
            move.clear()

    session, move = InProcess(Greedy()), dict(GRAB)
    session.ask("start", config=CONFIG)
    session.ask("move", seat=0, move=move)
    assert move == GRAB


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (iter([]), "cannot be written as JSON"),
        ([{"do": {1}}], "cannot be written as JSON"),
        ([{"do": float("nan")}], "cannot be written as JSON"),
        ([{"do": 1e400}], "cannot be written as JSON"),
        ({"do": "grab"}, "legal must answer a list of moves"),
        (None, "legal must answer a list of moves"),
    ],
)
def test_what_a_class_answers_must_be_plain(found: Any, said: str) -> None:
    adapter = Adapter()
    adapter.legal = lambda seat: found  # type: ignore[method-assign]
    with pytest.raises(EngineFailure, match=said):
        InProcess(adapter).ask("legal", seat=0)


class EvilError(Exception):
    """Of the sort whose words cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize("wrong", [EvilError(), SystemExit(0), RecursionError(), KeyError("x")])
def test_whatever_a_class_raises_is_its_failure(wrong: BaseException) -> None:
    adapter = Adapter()

    def legal(seat: int) -> Any:
        raise wrong

    adapter.legal = legal  # type: ignore[method-assign]
    with pytest.raises(EngineFailure, match=f"legal failed: {type(wrong).__name__}"):
        InProcess(adapter).ask("legal", seat=0)


def test_the_host_answers_line_by_line_and_ends_with_bye() -> None:
    asked = [
        codec.request(1, "start", {"config": CONFIG}),
        b"oops\n",
        codec.request(2, "move", {"seat": 0, "move": {"do": "grab", "n": 9}}),
        codec.request(3, "ping", {}).replace(b"ping", b"nonsense"),
        codec.request(4, "bye", {}),
        codec.request(5, "ping", {}),
    ]
    written: list[bytes] = []
    host.serve(Adapter(), asked, written.append)
    assert written == [
        b'{"id":1,"ok":null}\n',
        b'{"id":0,"error":"the text is not JSON"}\n',
        b'{"id":2,"refused":"not legal"}\n',
        b'{"id":0,"error":"there is no operation \\"nonsense\\""}\n',
        b'{"id":4,"ok":null}\n',
    ]


# ------------------------------------------------------------------ the handshake


def test_both_sides_agree_on_what_both_know(stones: Game) -> None:
    found = greet(InProcess(Adapter()), stones, "0")
    assert found.name == "stones" and found.seats == (2,) and found.level == 4
    assert not found.unsaid and found.features == set(FEATURES) - {"chance.asked"}
    assert found.plays(2, {"last-stone": "lucky"}) and not found.plays(3, {})
    assert agree({**HELLO, "features": ["views", "position"]}, stones).level == 2
    assert agree({**HELLO, "features": ["views"]}, stones).level == 1
    assert agree({**HELLO, "features": ["views", "load"]}, stones, ["views"]).features == {"views"}


def test_an_engine_may_play_some_values_of_an_option(stones: Game) -> None:
    plays = [{"game": "twelve-stones", "seats": [2], "options": {"last-stone": ["lucky"]}}]
    found = agree({**HELLO, "games": plays}, stones)
    assert found.plays(2, {"last-stone": "lucky"}) and not found.plays(2, {"last-stone": "unlucky"})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rcp": 2}, "stones speaks version 2 of the protocol, rulekit version 1"),
        ({"games": [{"game": "chequers", "seats": [2]}]}, "stones plays chequers, and rulekit asks for twelve-stones"),
        ({"games": []}, "stones plays no game"),
        ({"games": HELLO["games"] * 2}, "names twelve-stones twice"),
        ({"games": [{"game": "twelve-stones", "seats": [3, 4]}]}, "with 3, 4 players, the rules are for 2"),
        ({"games": [{**HELLO["games"][0], "options": {"wind": [1]}}]}, "names the option wind; the options"),
        ({"games": [{**HELLO["games"][0], "options": {"last-stone": ["x"]}}]}, 'the rules have "lucky", "unlucky"'),
        ({"features": ["telepathy"]}, "says it has telepathy; rulekit knows the features position"),
        ({"unsaid": ["*"]}, r"leaves \* unsaid; twelve-stones has the states"),
        ({"unsaid": ["stone"]}, "leaves stone unsaid; .*stones"),
    ],
)
def test_a_handshake_that_fails_names_both_sides(stones: Game, change: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineFailure, match=f"handshake fails: .*{said}") as failure:
        agree({**HELLO, **change}, stones)
    assert failure.value.kind == "handshake"
