"""A recorded game, complete in itself: the rules it was played on, and every answer of players and of chance in order.

It replays without a seed. conformance/protocol/trace.json is its schema; `parsed` tests the same and more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from rulekit.play.games.engines import PYTHON
from rulekit.play.machine.chance import Tape
from rulekit.play.machine.game_result import GameResult
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.refusals import Refused, short_text
from rulekit.play.position.strict_json import dumps, loads

if TYPE_CHECKING:
    from rulekit.play.games.game import Game
    from rulekit.play.position.public_position import Position

FORMAT = "rulekit-trace/1"
KEYS = {"format": str, "spec": str, "config": dict, "setup": list, "steps": list, "final": dict}
CHANCE, MOVE = {"chance": str, "outcome": object}, {"move": dict, "seat": int}
Json = Any


@attrs.frozen(eq=False)
class Trace:
    """`setup` holds what chance said before anybody was asked, `steps` the rest; `final` the hash and the result.

    A game in which the rules run into a fault ends with the step that leads there: `final` has the text of the fault,
    and the hash of the position before that step.
    """

    spec: str
    config: dict[str, Json]  # game, options, seats: as in a position
    setup: tuple[Json, ...]
    steps: tuple[Json, ...]
    final: dict[str, Json]
    tables: Mapping[str, str] = attrs.field(factory=dict)  # tables of one's own it was played with, by their hashes

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.config["game"])

    @property
    def moves(self) -> list[Json]:
        """The answers of players, in order."""
        return [step for step in self.steps if "move" in step]

    @property
    def fault(self) -> str | None:
        """The fault that the rules run into at the last step."""
        return self.final.get("fault")

    # -------------------------------------------------------------- written down

    def to_json(self) -> dict[str, Json]:
        """As a trace file holds it."""
        return {
            "format": FORMAT,
            "spec": self.spec,
            "config": self.config,
            "setup": list(self.setup),
            "steps": list(self.steps),
            "final": self.final,
            **({"tables": dict(self.tables)} if self.tables else {}),
        }

    def text(self) -> str:
        """The same game gives the same bytes: keys sorted, one answer on each line."""
        data = self.to_json()
        parts = [
            f'"{key}":{_listed(data[key]) if isinstance(data[key], list) else dumps(data[key])}' for key in sorted(data)
        ]
        return "{" + ",\n".join(parts) + "}\n"

    # -------------------------------------------------------------- played again

    def replay(self, game: Game, engine: str = PYTHON, any_spec: bool = False, upto: int | None = None) -> Position:
        """The last position, or that after `upto` steps; refused where the record does not fit the rules.

        Every move is looked up in the legal list, every outcome in its domain, every label compared; at the end the
        hash and the result. Of a game that ends in a fault it is the position before the step that faults.
        `any_spec` lets a game be replayed on rules that have changed since.
        """
        if game.name != self.game:
            raise Refused("trace", f"this is a game of {short_text(self.game)}, not of {game.name}")
        if game.spec != self.spec and not any_spec:
            raise Refused("trace", self._changed(game), f"recorded {self.spec}", f"now {game.spec}")
        here = game.start(self.config["seats"], self.config["options"], engine=engine)
        every = [*self.setup, *self.steps]
        wanted = every[: None if upto is None else len(self.setup) + upto]
        found: Fault | None = None
        for number, step in enumerate(wanted, 1):
            try:
                here = _taken(here, step, number)
            except Fault as fault:
                found = fault
                if number < len(every) or self.fault is None:
                    raise Refused(
                        "trace", f"step {number}: {dumps(step)}", f"the rules run into a fault: {fault}"
                    ) from None
        if len(wanted) == len(every):
            _compare(here, self.final, found)
        return here

    def _changed(self, game: Game) -> str:
        """Why the hash of the rules is another one, as far as tables of one's own are the reason."""
        missing = [name for name, found in self.tables.items() if game.tables.get(name) != found]
        if missing:
            name = short_text(missing[0])[1:-1]
            return f"it was recorded with another `{name}`: --table {name}=FILE puts it in place"
        more = [name for name in game.tables if name not in self.tables]
        return (
            f"it was recorded without a {more[0]} of one's own"
            if more
            else "the rules have changed since it was recorded"
        )


def record(position: Position) -> Trace:
    """The trace of a game so far."""
    return _record(position, [], final_of(position))


def record_fault(position: Position, answer: tuple[Any, ...], fault: Fault) -> Trace:
    """The trace of a game in which the rules run into a fault while this answer is taken up."""
    return _record(position, [position.step_for(answer)], final_of(position, fault))


def _record(position: Position, more: list[Json], final: dict[str, Json]) -> Trace:
    line = position.line()
    if not line[0].fresh:
        raise Refused("trace", "only a game that was played from its start can be recorded")
    answers = [*(one.step for one in line[1:]), *more]
    first = next((n for n, step in enumerate(answers) if "move" in step), len(answers))
    config = {"game": position.game.name, **position.chosen.to_json()}
    steps = tuple(answers[:first]), tuple(answers[first:])
    return Trace(position.game.spec, config, *steps, final, position.game.tables)


def final_of(position: Position, fault: Fault | None = None) -> dict[str, Json]:
    """The hash, and the result if the game is over, or the fault that comes next."""
    more: dict[str, Json] = {}
    try:
        if fault is None and position.over:
            more = {"result": GameResult(position.machine).shown()}
    except Fault as found:  # the game is over, and the rules cannot tell its result
        fault = found
    return {"hash": position.hash(), **more, **({"fault": str(fault)} if fault is not None else {})}


def _listed(steps: list[Json]) -> str:
    """A list with one member on each line."""
    return "[" + "".join(f"\n{dumps(step)}," for step in steps)[:-1] + "]"


# ------------------------------------------------------------------ replaying


def _taken(here: Position, step: Json, number: int) -> Position:
    """One step on; the error says which step it was."""
    pending = here.pending
    try:
        if "move" in step:
            if pending.kind == "chance":
                raise Refused("chance-missing", f"the game asks for {pending.label}")
            return here.apply(step["seat"], step["move"])
        if pending.kind != "chance":
            raise Refused("chance-leftover", f"nothing is drawn here, the trace has {step['chance']}")
        return attrs.evolve(attrs.evolve(here, chance=Tape((step,))).once(), chance=None)
    except Refused as refused:
        raise Refused(refused.code, f"step {number}: {dumps(step)}", *refused.reasons) from None


def _compare(here: Position, final: dict[str, Json], fault: Fault | None) -> None:
    """The end of the record must be where the replay stands."""
    found = final_of(here, fault)
    if dumps(found) == dumps(final):
        return
    differs = sorted(key for key in {*found, *final} if found.get(key) != final.get(key))
    raise Refused(
        "trace", *(f"{key}: recorded {dumps(final.get(key))}, now {dumps(found.get(key))}" for key in differs)
    )


# ------------------------------------------------------------------ read back


def read(text: str | bytes) -> Trace:
    """A trace from its text; refused if it is none."""
    return parse_trace(loads(text))


def parse_trace(data: Any) -> Trace:
    """A trace from its data, every part of the right shape; whether the game can go so, only a replay tells."""
    tables = _tables(data)
    _shaped(data, KEYS | {"tables": dict} if tables else KEYS, "a trace")
    if data["format"] != FORMAT:
        raise Refused("malformed", f"this is {short_text(data['format'])}, not {FORMAT}")
    _shaped(data["config"], {"game": str, "options": dict, "seats": int}, "config")
    for name in ("setup", "steps"):
        for step in data[name]:
            moved = isinstance(step, dict) and "move" in step and name == "steps"
            _shaped(step, MOVE if moved else CHANCE, f"an entry of {name}")
    more = {name: kind for name, kind in (("result", dict), ("fault", str)) if name in data["final"]}
    _shaped(data["final"], {"hash": str, **dict(list(more.items())[:1])}, "final")
    return Trace(data["spec"], data["config"], tuple(data["setup"]), tuple(data["steps"]), data["final"], tables)


def _tables(data: Any) -> dict[str, str]:
    """Names and hashes of tables of one's own; most traces have none."""
    found = data.get("tables", {}) if isinstance(data, dict) else {}
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise Refused("malformed", "tables must be an object of names and hashes")
    return found


def _shaped(data: Any, wanted: Mapping[str, type], what: str) -> None:
    """Exactly these entries of these types."""
    if not isinstance(data, dict):
        raise Refused("malformed", f"{what} must be an object, not {short_text(data)}")
    if set(data) != set(wanted):
        raise Refused("malformed", f"{what} must have just these entries: {', '.join(wanted)}")
    for name, kind in wanted.items():
        if not isinstance(data[name], kind) or (kind is int and isinstance(data[name], bool)):
            raise Refused("malformed", f"{what}: {name} cannot be {short_text(data[name])}")
