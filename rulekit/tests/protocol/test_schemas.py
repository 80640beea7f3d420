"""JSON Schemas: of every message as they lie in conformance/protocol, and of every game, against random games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulekit.data import bundled_games, conformance_root
from rulekit.play.games.game_config import choose
from rulekit.protocol import codec
from rulekit.protocol.game_schema import GameShapes, configurations, schema
from rulekit.protocol.operations import OPERATIONS
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.schemas import messages
from rulekit.protocol.talk import talk
from rulekit.tests.bundled import bundled
from rulekit.tests.calling import Call
from rulekit.tests.scale import examples
from rulekit.vectors.sets import trees

GAMES = [path.name for path in bundled_games()]
FOLDER = conformance_root() / "protocol"
rules = bundled
Json = Any


@cache
def of(name: str) -> dict[str, Json]:
    return schema(rules(name))


def part(name: str, *path: str) -> Draft202012Validator:
    found = of(name)["$defs"]
    for key in path:
        found = found[key]
    return Draft202012Validator(found)


def conversation(name: str, number: int) -> list[tuple[str, list[Json], Json]]:
    """A random game: the operation, its arguments, what was answered."""
    game = rules(name)
    sample = configurations(game)
    lines = list(talk(RulesEngine(game, "0"), sample[number % len(sample)], number, longest=10))
    found = []
    for asked, said in zip(lines[::2], lines[1::2], strict=True):
        _, op, arguments = codec.read_request(asked[2:].encode())
        found.append((op.name, arguments, json.loads(said[2:])))
    return found


@pytest.mark.parametrize("op", OPERATIONS)
def test_schemas_of_messages_are_as_they_are_made(op: str) -> None:
    """`rulekit schema --out conformance/protocol` writes them anew."""
    assert json.loads((FOLDER / f"{op}.json").read_text(encoding="utf-8")) == messages()[op]
    Draft202012Validator.check_schema(messages()[op])


def test_every_message_of_a_conversation_is_valid() -> None:
    name = min(GAMES, key=lambda one: len(rules(one).checked.bodies))
    game, schemas = rules(name), messages()
    lines = list(talk(RulesEngine(game, "0"), choose(game.checked, None, {}, None), 3, longest=15))
    for asked, said in zip(lines[::2], lines[1::2], strict=True):
        valid = Draft202012Validator(schemas[json.loads(asked[2:])["op"]])
        valid.validate(json.loads(asked[2:]))
        valid.validate(json.loads(said[2:]))


@pytest.mark.parametrize(
    ("op", "message"),
    [
        ("legal", {"id": 1, "ok": [], "error": "x"}),
        ("legal", {"id": 1, "refused": "x"}),
        ("legal", {"id": 1, "ok": [{"n": 1}]}),
        ("legal", {"id": 1, "op": "legal"}),
        ("pending", {"id": 1, "ok": {"kind": "chance"}}),
        ("move", {"id": 1, "ok": 1}),
    ],
)
def test_what_is_no_message_is_invalid(op: str, message: Json) -> None:
    assert not Draft202012Validator(messages()[op]).is_valid(message)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_that_random_games_say_is_valid(name: str) -> None:
    moves = of(name)["$defs"]["moves"]
    for number in range(examples(1, 40)):
        for op, arguments, said in conversation(name, number):
            if op in ("position", "view", "result"):
                part(name, op).validate(said["ok"])
            if op == "legal":
                for move in said["ok"]:
                    part(name, "moves", move["do"]).validate(move)
            if op == "pending" and said["ok"]["kind"] == "chance":
                line = said["ok"]["label"].partition("#")[0]
                assert of(name)["$defs"]["chance"][line]["draw"] == said["ok"]["draw"]
            assert op != "move" or "refused" in said or arguments[1]["do"] in moves


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_examples_are_valid_and_there_are_some(name: str) -> None:
    parts = of(name)["$defs"]
    Draft202012Validator.check_schema(of(name))
    for one in (parts["position"], parts["view"], *parts["moves"].values()):
        for example in one.get("examples", ()):
            Draft202012Validator(one).validate(example)
    assert "examples" in parts["position"] and "examples" in parts["view"]
    assert any("examples" in one for one in parts["moves"].values())


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_what_is_a_set_in_the_schema_is_compared_as_one(name: str) -> None:
    sets = trees(rules(name).checked)["position"]
    for side in ("states", "zones"):
        for called, one in of(name)["$defs"]["position"]["properties"][side]["properties"].items():
            assert outer(one, sets.get(side, {}).get(called, {})), (called, one)


def outer(one: Json, tree: Json) -> bool:
    """Every list that the schema calls a set or pairs is one in the tree, and no other is, but a place for one."""
    if one.get("type") != "array" or "items" not in one:
        return True
    unordered = one["x-order"] == "set" or one["x-order"].startswith("pairs")
    same = unordered == bool(tree.get("set")) or not tree.get("set")
    return same and outer(one["items"], tree.get("*", {}))


def test_a_game_is_told_in_words(rulekit: Call) -> None:
    shown = rulekit("schema", GAMES[0])
    assert shown.code == 0 and "Moves" in shown.out and "Position, states" in shown.out
    assert json.loads(rulekit("schema", GAMES[0], "--format", "json").out) == of(GAMES[0])
    assert json.loads(rulekit("schema").out) == messages()
    assert rulekit("schema", GAMES[0], "--out", "x").code == 2


@pytest.mark.parametrize("name", GAMES[:6])
def test_a_place_has_a_form_wherever_a_move_has_one(name: str) -> None:
    """So that a cell told in another way is a slip of the adapter, and a stranger can list all moves."""
    forms = GameShapes(rules(name))
    for params in (params for _, params in forms._moves_with_parameters()):
        for kind in (param.type for param in params if param.type.place and not forms._has_form(param.type)):
            assert forms.value(kind, True).problem_in({"no": "place"}), kind
