"""The rules that remember every way answer as those that do not, and go each way once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.pipeline import load
from rulekit.play.games.game import Game, Position
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.remembering_engine import RememberingEngine
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.tests.play.toys import toy
from rulekit.vectors.replay import count_ways

GAMES = ("chance-roll-lot", "views-readers", "space-square")
Call = tuple[str, dict[str, Any]]


def begin_call(game: Game) -> Call:
    options = {option: values[0] for option, values in game.options.items()}
    return "start", {"config": {"game": game.name, "options": options, "seats": game.players[0]}}


def following_call(engine: RulesEngine, dice: random.Random) -> Call | None:
    """An answer to what is asked, now and then a wrong one, a copy, or a save and its return."""
    asked = engine.pending()
    if asked["kind"] == "end":
        return None
    if dice.random() < 0.3:
        saved = ("restore", {"saved": engine.save()})
        return dice.choice([("fork", {}), ("back", {}), saved, ("move", {"seat": 0, "move": {"do": "nonsense"}})])
    if asked["kind"] == "chance":
        outcomes = list(engine.current_position.outcomes())
        return "chance", {"label": asked["label"], "outcome": dice.choice(outcomes)}
    seat = asked["seats"][0]
    return "move", {"seat": seat, "move": dice.choice(engine.legal(seat))}


def seen(engine: RulesEngine) -> Any:
    views = [engine.view(seat) for seat in (*range(engine.current_position.seats), None)]
    return engine.pending(), engine.position(), views, dict(engine.current_position.drawn)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_asked_in_whatever_order_the_answers_are_the_same(name: str) -> None:
    game = toy(name)
    plain, remembering = RulesEngine(game, "0"), RememberingEngine(game, "0")
    sessions, dice = [InProcess(plain), InProcess(remembering)], random.Random(name)
    for _ in range(8):
        call: Call | None = begin_call(game)
        for _ in range(8):
            if call is None:
                break
            told = [_answer(session, call) for session in sessions]
            assert told[0] == told[1] and seen(plain) == seen(remembering)
            call = following_call(plain, dice)


def _answer(session: InProcess, call: Call) -> str:
    """What is answered, or how it fails."""
    try:
        return repr(session.ask_all([call]))
    except Exception as wrong:
        return repr(wrong)


@pytest.mark.parametrize("by_loading", [False, True])
def test_counting_all_ways_plays_each_of_them_once(by_loading: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(STARTER)
    begun = begin_call(game)
    begin = ("load", {"position": game.start().to_json()}) if by_loading else begun
    played: list[Any] = []
    real = Position.apply

    def noted(here: Position, seat: int, move: Any) -> Position:
        played.append(move)
        return real(here, seat, move)

    monkeypatch.setattr(Position, "apply", noted)
    found = count_ways(InProcess(RememberingEngine(game, "0")), [begin], 2, None)
    assert len(played) == sum(found[depth]["leaves"] for depth in (1, 2)) == 3 + 9
    assert found == count_ways(InProcess(RulesEngine(game, "0")), [begin], 2, None)


def test_a_beginning_that_is_refused_leaves_the_game_as_it_was() -> None:
    game = load(STARTER)
    engine = RememberingEngine(game, "0")
    engine.start(begin_call(game)[1]["config"])
    engine.move(0, engine.legal(0)[0])
    engine.fork()
    before = engine.position()
    with pytest.raises(ValueError):
        engine.load({"config": {}})
    assert engine.position() == before
    engine.move(1, engine.legal(1)[0])
    engine.back()
    assert engine.position() == before


def test_what_is_forgotten_is_played_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.protocol.remembering_engine.MOST", 3)
    game = load(STARTER)
    engine = RememberingEngine(game, "0")
    for _ in range(2):
        engine.start(begin_call(game)[1]["config"])
        for seat in (0, 1, 0):
            engine.move(seat, engine.legal(seat)[0])
    assert engine.count == 4 and len(engine.beginnings) == 1


@pytest.mark.parametrize("returning", ["back", "restore"])
def test_what_follows_a_return_is_no_way_from_the_beginning(returning: str) -> None:
    """A move that follows a return would be taken for one behind the moves that were taken back."""
    game = load(STARTER)
    engine, config = RememberingEngine(game, "0"), begin_call(game)[1]["config"]
    engine.start(config)
    saved, first = engine.save(), engine.legal(0)[0]
    engine.fork()
    engine.move(0, first)
    second = engine.legal(1)[-1]
    engine.move(1, second)
    wanted = engine.position()
    engine.start(config)
    engine.fork()
    engine.move(0, first)
    engine.restore(saved) if returning == "restore" else engine.back()
    with pytest.raises(ValueError):
        engine.move(1, second)
    engine.move(0, second)
    engine.start(config)
    engine.move(0, first)
    engine.move(1, second)
    assert engine.position() == wanted
