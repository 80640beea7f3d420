"""The form of a vector, one line of a vector file: what may stand in it, and the same as a JSON Schema.

A vector is a configuration or position and a list of steps, each an object told apart by its first key: `move` and
`chance` go on, `see` asks and says what the answer must be, `not` must be refused. So a replayer needs a loop over
steps and no knowledge of the game. What is said in `ran`, `held` and `because` is for people who look for the cause
and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.play.position.strict_json import dumps
from rulekit.protocol.json_shapes import (
    ANYTHING,
    SET,
    JsonShape,
    ListOf,
    ObjectByName,
    ObjectShape,
    OneOfValues,
    TextShape,
    TupleShape,
    WholeNumber,
)
from rulekit.protocol.operations import CONFIG, MOVE, PENDING, SEAT, WRITTEN

Json = Any

FORMAT = "rulekit-vectors/1"
SPECTATOR = "-"  # the reader who is nobody, as a key
POSITION = "position"  # what a view may be like, beside a reader
DOMAIN = "chance-domain"
SORTS = {
    "scene": "a scene of the rulebook with its own moves and refusals, everything looked at after each of them",
    "game": "a whole game from its beginning, looked at after every answer",
    "opening": "the set-up of one configuration and the first answers, everything looked at",
    "end": "a whole game that is looked at only at its end, and what must be refused after it",
    "turn": "the moves of one turn in which many rules meet",
    "rare": "one answer that seldom comes, and everything that follows from it",
    "wrong": "moves that must be refused: of another time, another seat, no seat, or with a wrong value",
    "near-miss": "moves that one line of the rules alone refuses",
    "view": "what every seat and a spectator see of one position",
    "pair": "two positions that differ only in what one reader cannot see, who must see the same in both",
    "load": "a turn that is broken off and gone on with from the written position",
    "fork": "a copy that is played on while the game it was made from must stay as it was",
    "save": "a turn that is broken off and gone on with from what the engine itself has saved",
    "edge": "a turn from a position that differs by one number or one piece from one that was played",
    "impossible": "positions that no game can come to, which must be refused",
    DOMAIN: "outcomes that chance cannot have, which must be refused",
    "order": "legal lists in the order that the rules give",
    "perft": "how many ways a game can go, and a sum over the positions it comes to",
    "kept": "a difference that was found once and is tried for ever",
}

# Why a move is wrong.
KINDS = {
    "stale": "was legal a while ago",
    "not-now": "is of a kind that is legal at other times",
    "other-seat": "is legal for somebody else",
    "no-seat": "comes from a seat that is not there",
    "foreign": "has one value that was legal elsewhere",
    "near": "is refused by one line of the rules alone",
    "scene": "is refused in a scene of the rulebook",
    "verb": "has a kind that no move has",
    "missing": "lacks a value",
    "value": "has a value that is no name of the game",
    "range": "has a number out of its range",
    "type": "has a value of another type",
    "extra": "has a key too many; only engines with the feature `strict` must refuse it",
    "over": "comes after the end",
}

# Why an outcome cannot come.
OUTSIDE = {
    "foreign": "with something that cannot be drawn there",
    "short": "with one too few",
    "long": "with one too many",
    "twice": "with one thing twice",
}

LINES = ListOf(TextShape())
TABLE = ObjectShape({}, {"states": ObjectByName(ANYTHING), "zones": ObjectByName(ANYTHING)})
VIEW = ObjectShape(
    {},
    {
        "like": TextShape(),
        "states": ObjectByName(ANYTHING),
        "zones": ObjectByName(ANYTHING),
        "gone": ListOf(TextShape(), SET),
    },
)
SEE = ObjectShape(
    {},
    {
        "pending": PENDING,
        "legal": ObjectByName(ListOf(MOVE, SET)),
        "ordered": OneOfValues((True,)),
        "states": ObjectByName(ANYTHING),
        "zones": ObjectByName(ANYTHING),
        "views": ObjectByName(VIEW),
        "result": ObjectByName(ANYTHING),
    },
)
OUTCOME = ObjectShape(
    {"label": TextShape(), "outcome": ANYTHING},
    {"draw": OneOfValues(("dice", "order", "pick")), "of": ListOf(ANYTHING, SET)},
)
SAID = TupleShape((WholeNumber(), ANYTHING))  # a seat and what it says
LEVEL = ObjectShape({"depth": WholeNumber(1), "leaves": WholeNumber(0), "ends": WholeNumber(0), "sum": WholeNumber(0)})


@attrs.frozen
class OneOf(JsonShape):
    """A record that is told by its first key, of several."""

    records: tuple[tuple[str, ObjectShape], ...]

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """What is wrong with a value: it is none of the forms, or that form's own faults."""
        found = [(key, record) for key, record in self.records if isinstance(value, dict) and key in value]
        if len(found) != 1:
            yield path, f"an object with one of the keys {', '.join(key for key, _ in self.records)}", value
            return
        yield from found[0][1].faults(value, path)

    def schema(self) -> dict[str, Any]:
        """Any of the forms, as JSON Schema."""
        return {"anyOf": [record.schema() for _, record in self.records]}


PLAIN = (
    ("chance", ObjectShape({"chance": OUTCOME})),
    ("see", ObjectShape({"see": SEE}, {"ran": LINES, "held": LINES})),
    ("move", ObjectShape({"move": TupleShape((SEAT, MOVE))})),
    ("not", ObjectShape({"not": SAID, "kind": OneOfValues(tuple(KINDS))}, {"because": LINES})),
)
STEP = OneOf(
    (
        *PLAIN,
        (
            "load",
            ObjectShape(
                {"load": ObjectShape({"frames": ListOf(ObjectByName(ANYTHING)), "asks": ObjectByName(ANYTHING)})}
            ),
        ),
        ("fork", ObjectShape({"fork": ListOf(OneOf(PLAIN))})),
        ("save", ObjectShape({"save": OneOfValues((True,))})),
        ("not-load", ObjectShape({"not-load": ANYTHING, "kind": TextShape()}, {"because": LINES})),
        ("not-chance", ObjectShape({"not-chance": OUTCOME, "kind": OneOfValues(tuple(OUTSIDE))}, {"because": LINES})),
        ("perft", ObjectShape({"perft": ListOf(LEVEL)})),
    )
)
PATH = ListOf(OneOf((PLAIN[0], PLAIN[2])))

VECTOR = ObjectShape(
    {"id": TextShape(), "sort": OneOfValues(tuple(SORTS)), "about": LINES, "steps": ListOf(STEP)},
    {
        "config": CONFIG,
        "from": WRITTEN,
        "path": PATH,
        "advice": OneOfValues((True,)),
        "pair": TextShape(),
        "note": TextShape(),
    },
)


@attrs.frozen
class Vector:
    """One vector. It begins with a configuration, or from a written position."""

    id: str
    sort: str
    about: tuple[str, ...]
    steps: tuple[Json, ...]
    config: Json = None
    start: Json = None  # the written position
    path: tuple[Json, ...] | None = None  # how a game comes to that position, for engines that cannot load it
    advice: bool = False  # no engine fails because of it
    pair: str = ""  # of two worlds: the same name in both
    note: str = ""

    @property
    def configuration_json(self) -> Json:
        """Game, options, seats."""
        return self.config if self.start is None else self.start["config"]

    def to_json(self) -> dict[str, Json]:
        """As a line of a vector file holds it."""
        found: dict[str, Json] = {
            "id": self.id,
            "sort": self.sort,
            "about": list(self.about),
            "steps": list(self.steps),
        }
        found |= {"config": self.config} if self.start is None else {"from": self.start}
        if self.path is not None:
            found["path"] = list(self.path)
        if self.advice:
            found["advice"] = True
        texts = {"pair": self.pair, "note": self.note}
        return found | {key: text for key, text in texts.items() if text}


def of_json(data: Json) -> Vector:
    """The vector that stands in a line whose form is right."""
    path = data.get("path")
    return Vector(
        data["id"],
        data["sort"],
        tuple(data["about"]),
        tuple(data["steps"]),
        data.get("config"),
        data.get("from"),
        None if path is None else tuple(path),
        data.get("advice", False),
        data.get("pair", ""),
        data.get("note", ""),
    )


def form_problem(data: Json) -> str:
    """What is wrong with the form of a line; empty if nothing is."""
    found = VECTOR.problem_in(data)
    if found:
        return found
    if ("config" in data) == ("from" in data):
        return "there must be either `config` or `from`"
    if "path" in data and "from" not in data:
        return "`path` belongs to `from`: it is another way to that position"
    return ""


def as_played(vector: Vector, along: bool) -> Vector:
    """The vector as an engine is asked it that was given the position, or that has come along the path."""
    return attrs.evolve(vector, steps=_after_path(vector)) if along else attrs.evolve(vector, path=None)


def _after_path(vector: Vector) -> tuple[Json, ...]:
    """The steps with labels that go on counting: what the path has drawn counts."""
    drawn = Counter(_line_of(step["chance"]) for step in vector.path or () if "chance" in step)
    found: list[Json] = []
    for step in vector.steps:
        found.append(_counted_on(step, drawn))
        drawn = Counter() if "load" in step else drawn  # who loads a position counts anew
    return tuple(found)


def _counted_on(step: Json, drawn: Counter[str]) -> Json:
    if "fork" in step:
        return {**step, "fork": [_counted_on(one, drawn) for one in step["fork"]]}
    key = next((key for key in ("chance", "not-chance") if key in step), "")
    if not key or not drawn[_line_of(step[key])]:
        return step
    line, _, number = step[key]["label"].partition("#")
    return {**step, key: {**step[key], "label": f"{line}#{int(number) + drawn[line]}"}}


def _line_of(chance: Json) -> str:
    """The line that draws, without the how-manieth time it does."""
    return str(chance["label"].partition("#")[0])


def asked_of(vector: Vector) -> str:
    """The one text of everything an engine is asked and must answer; equal texts are duplicates."""
    told = vector.to_json()
    steps = [{key: value for key, value in step.items() if key not in BLAME} for step in vector.steps]
    return dumps({key: told[key] for key in ("config", "from") if key in told} | {"steps": steps})


BLAME = ("ran", "held", "because")

__all__ = [
    "DOMAIN",
    "FORMAT",
    "KINDS",
    "OUTSIDE",
    "POSITION",
    "SORTS",
    "SPECTATOR",
    "VECTOR",
    "Vector",
    "as_played",
    "asked_of",
    "form_problem",
    "of_json",
]
