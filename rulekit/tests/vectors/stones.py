"""Vectors of the starter game, written by hand, and an engine that replays them."""

from typing import Any

from rulekit.protocol.handshake import Agreement
from rulekit.protocol.in_process import InProcess
from rulekit.tests.protocol.stones import Adapter
from rulekit.vectors.form import Vector, form_problem, of_json
from rulekit.vectors.replay import Replayer, VectorVerdict
from rulekit.vectors.sets import RESULT

CONFIG = {"game": "twelve-stones", "options": {"last-stone": "lucky"}, "seats": 2}
SETS = {"position": {}, "view": {}, "moves": {}, "result": RESULT}


def grab(n: int) -> dict[str, Any]:
    return {"do": "grab", "n": n}


def see(seat: int, **told: Any) -> dict[str, Any]:
    return {"see": {"pending": {"kind": "decision", "seats": [seat]}, **told}}


def vector(*steps: Any, **more: Any) -> Vector:
    """A vector of these steps; its form is right."""
    begin = {} if "from" in more else {"config": CONFIG}
    data = {"id": "game/1", "sort": "game", "about": [], "steps": list(steps), **begin, **more}
    assert form_problem(data) == ""
    return of_json(data)


def position(left: int, seat: int) -> dict[str, Any]:
    """A written position."""
    asks = {"decide": "[turn.grab]", "seat": seat}
    return {"config": CONFIG, "states": {"stones": left, "active": seat}, "zones": {}, "frames": [], "asks": asks}


BEGUN = {"states": {"stones": 12, "active": 0}, "zones": {}}
FIRST = see(0, **BEGUN, legal={"0": [grab(3), grab(1), grab(2)]})
WHOLE = vector(
    FIRST,
    {"not": [1, grab(1)], "kind": "other-seat"},
    {"not": [0, grab(4)], "kind": "range"},
    {"move": [0, grab(3)]},
    see(1, states={"stones": 9, "active": 1}, views={"-": {"states": {"stones": 9, "active": 1}, "zones": {}}}),
    {"fork": [{"move": [1, grab(2)]}, see(0, states={"stones": 7, "active": 0})]},
    see(1),
    {"save": True},
    see(1, legal={"1": [grab(1), grab(2), grab(3)]}),
    {"load": {"frames": [], "asks": {"decide": "[turn.grab]"}}},
    *({"move": [seat, grab(3)]} for seat in (1, 0, 1)),
    {
        "see": {
            "pending": {"kind": "end"},
            "states": {"stones": 0},
            "views": {"-": {"states": {"stones": 0}}},
            "result": {"winners": [1], "leaders": [1], "outcome": "win"},
        }
    },
)


def agreed_with(adapter: Any, *without: str) -> Agreement:
    """What is agreed with an engine that lacks some features."""
    said = adapter.hello()
    features = frozenset(said["features"]) - set(without)
    return Agreement(said["engine"], features, (2,), {}, frozenset(said["unsaid"]))


def replayed(one: Vector, adapter: Any = None, *without: str) -> VectorVerdict:
    """The verdict of one vector on an engine."""
    engine = Adapter() if adapter is None else adapter
    return Replayer(InProcess(engine), agreed_with(engine, *without), SETS).replay(one)


__all__ = ["FIRST", "WHOLE", "Adapter", "grab", "position", "replayed", "see", "vector"]
