"""The rules of a game as an engine behind the protocol, with every feature: to compare one's own answers with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.play.position.pending import Pending
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.strict_json import loads
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import Refused
from rulekit.protocol.json_shapes import ANYTHING, ObjectByName, ObjectShape, WholeNumber
from rulekit.protocol.operations import CONFIG, FEATURES
from rulekit.protocol.session import Json

CONFIGURED = ObjectShape({"config": CONFIG})
SAVED = ObjectShape({"saved": ObjectShape({"position": ANYTHING, "drawn": ObjectByName(WholeNumber(0))})})


class RulesEngine:
    """One game after another, played by the rules. Its methods are the operations of the protocol.

    `only` are options it is asked to hold fast: it says in the handshake that it plays nothing else.
    """

    def __init__(self, game: Game, version: str, only: Mapping[str, Json] | None = None) -> None:
        self.game = game
        self.version = version
        self.only = dict(only or {})
        self.here: Position | None = None
        self.kept: list[Position] = []

    # -------------------------------------------------------------- the game

    def hello(self) -> dict[str, Json]:
        """Answer the greeting: the game, its hash, what this engine can do."""
        values = {name: [self.only[name]] if name in self.only else list(all) for name, all in self.options()}
        plays = {"game": self.game.name, "seats": list(self.game.players), **({"options": values} if values else {})}
        assumed = {"assumed": self.game.assumed_rows_note} if self.game.assumed_rows_note else {}
        engine = {"name": "rulekit", "version": self.version, "language": "Python", **assumed}
        return {"engine": engine, "games": [plays], "features": list(FEATURES), "unsaid": []}

    def options(self) -> list[tuple[str, tuple[Json, ...]]]:
        """Every option with its values, the usual one first."""
        return list(self.game.options.items())

    def start(self, config: dict[str, Json]) -> None:
        """Begin a game of this configuration."""
        _check_shape(CONFIGURED, {"config": config})
        if config["game"] != self.game.name:
            raise ValueError(f"these are the rules of {self.game.name}")
        for name, value in self.only.items():
            if config["options"].get(name, value) != value:
                raise ValueError(f"only {name}={value} is played here")
        try:
            self.here = self.game.start(config["seats"], config["options"])
        except Refused as refused:
            raise ValueError(str(refused)) from None
        self.kept = []

    @property
    def current_position(self) -> Position:
        """The position; a failure while there is none."""
        if self.here is None:
            raise LookupError("no game has begun")
        return self.here

    def pending(self) -> dict[str, Json]:
        """Who must answer: seats, chance, or nobody at the end."""
        return pending_json(self.current_position)

    def chance(self, label: str, outcome: Json) -> None:
        """Take an outcome of chance."""
        pending = self.current_position.pending
        if pending.kind != "chance" or pending.label != label:
            wanted = pending.label if pending.kind == "chance" else "none"
            raise ValueError(f"no outcome of {label} is wanted now; wanted is {wanted}")
        self.here = without_history(_or_refused(lambda: self.current_position.draw(outcome)))

    def legal(self, seat: int) -> list[dict[str, Json]]:
        """The legal moves of a seat, in the order of the rules."""
        return self.current_position.legal(seat)

    def move(self, seat: int, move: Json) -> None:
        """Play a move; `Refused` if it is not legal."""
        self.here = without_history(_or_refused(lambda: self.current_position.apply(seat, move)))

    def result(self) -> dict[str, Json]:
        """Scores, winners and named outcomes at the end."""
        return self.current_position.result()

    # -------------------------------------------------------------- what lies on the table

    def position(self) -> dict[str, Json]:
        """All states and zones, also what is hidden from players."""
        return table(self.current_position.machine)

    def view(self, seat: int | None) -> dict[str, Json]:
        """What a seat, or a spectator (None), sees."""
        return json_api.sight(self.current_position.machine, seat)

    def load(self, position: Json) -> None:
        """Go to a position."""
        self.here = _or_refused(lambda: self.game.position(position))
        self.kept = []

    def save(self) -> Json:
        """The position in a form that `restore` takes."""
        return {"position": self.current_position.to_json(), "drawn": dict(self.current_position.drawn)}

    def restore(self, saved: Json) -> None:
        """Go to a position that `save` gave."""
        _check_shape(SAVED, {"saved": saved})
        here = _or_refused(lambda: self.game.position(saved["position"]))
        self.here = attrs.evolve(here, drawn=saved["drawn"])

    def fork(self) -> None:
        """Keep this position, so that `back` comes to it."""
        self.kept.append(self.current_position)

    def back(self) -> None:
        """Return to the position of the last `fork`."""
        if not self.kept:
            raise LookupError("nothing was kept")
        self.here = self.kept.pop()

    def explain(self, seat: int, move: Json) -> dict[str, Json]:
        """The lines that refuse a move; the rows and values that they looked at refuse nothing."""
        reasons = json_api.why_not(self.current_position.machine, seat, move)
        if not reasons:
            raise LookupError("this move is legal")
        return {"clauses": [one.strip("[]") for one in reasons if one.startswith("[")]}


def _check_shape(shape: ObjectShape, arguments: dict[str, Json]) -> None:
    """What is wrong with an argument is told with its place."""
    if what := shape.problem_in(arguments):
        raise ValueError(what.removeprefix("."))


def _or_refused(step: Any) -> Position:
    try:
        found: Position = step()
    except Refused as refused:
        raise ValueError(str(refused)) from None
    except Fault as fault:
        raise LookupError(f"the rules run into a fault: {fault}") from None
    return found


def without_history(here: Position) -> Position:
    """A position without the way to it, which would grow with every move."""
    return attrs.evolve(here, before=None, step=None, answer=None)


# ------------------------------------------------------------------ as the protocol writes it


def table(m: Machine) -> dict[str, Json]:
    """States and zones of a position, hidden things included."""
    scribe = ValueCodec.with_labels(m)
    return {"states": PositionWriter(m, scribe).states(), "zones": PositionWriter(m, scribe).zones()}


def pending_json(here: Position) -> dict[str, Json]:
    """What a position waits for."""
    pending: Pending = here.pending
    if pending.kind == "end":
        return {"kind": "end"}
    if pending.kind == "decision":
        return {"kind": "decision", "seats": list(pending.seats)}
    point = here.engine.pending(here.state)
    assert isinstance(point, ChancePoint)
    return {"kind": "chance", "label": pending.label, **draw_json(here.machine, point)}


def draw_json(m: Machine, point: ChancePoint) -> dict[str, Json]:
    """How a draw is made, and from what: `order` puts all of it in order, `pick` takes one, `dice` take one each."""
    count = {"count": point.count} if point.kind == "dice" else {}
    return {"draw": point.kind, "of": [loads(text) for text in ChanceOutcomes(m, point).member_texts()], **count}


__all__ = ["RulesEngine", "draw_json", "pending_json", "table", "without_history"]
