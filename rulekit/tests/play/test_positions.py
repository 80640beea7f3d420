"""A position saved and loaded again is the same position."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.play.position.position_reader import from_json
from rulekit.play.position.position_writer import PositionWriter, hash_of
from rulekit.play.position.seat_json import to_move
from rulekit.play.position.strict_json import dumps, loads
from rulekit.play.refusals import Refused
from rulekit.tests.play.walking import (
    FAULTY,
    GAMES,
    TOY_NAMES,
    answered,
    asked,
    pick,
    position,
    program,
    reasons,
    start,
    walk,
)
from rulekit.tests.scale import examples

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(["", "ash", "[turn.go]", "play", "deck", "at"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abk[]", max_size=3), inner, max_size=3),
    max_leaves=6,
)


def again(m: Any) -> Any:
    """Out to text and in again."""
    return from_json(m.program, loads(dumps(PositionWriter(m).to_json())), laws=False)


def legal(m: Any) -> list[Any]:
    """Everyone's legal list, as written; copies of a row are the same to everyone."""
    return [to_move(m, seat, move) for seat, moves in asked(m) for move in moves]


@pytest.mark.parametrize("name", TOY_NAMES)
def test_a_toy_saved_and_loaded_at_every_step_is_equal(name: str) -> None:
    for m in walk(name, answers=25):
        loaded = again(m)
        assert PositionWriter(loaded).to_json() == PositionWriter(m).to_json()
        assert legal(loaded) == legal(m)


@pytest.mark.parametrize("name", sorted(FAULTY))
def test_a_toy_about_a_fault_runs_into_it_in_some_game(name: str) -> None:
    """Only these may: in any other game a fault is an error of every test that plays it."""
    ends = [list(walk(name, number, answers=1000))[-1] for number in range(9)]
    assert any(asked(m) for m in ends)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_game_saved_and_loaded_goes_on_as_before(name: str) -> None:
    for n, m in enumerate(walk(name, answers=24)):
        if n % 4 == 0 and m.frames:
            ours, theirs = (answered(x, *pick(x, random.Random(n))) for x in (m, again(m)))
            assert PositionWriter(ours).hash() == PositionWriter(theirs).hash()


def test_the_hash_of_the_data_is_the_hash_of_the_position() -> None:
    m = position("copies", 2)
    assert hash_of(json.loads(dumps(PositionWriter(m).to_json()))) == PositionWriter(m).hash()
    assert len({PositionWriter(x).hash() for x in walk("copies")}) == len(list(walk("copies")))


def test_what_is_no_longer_read_is_no_part_of_a_position() -> None:
    frames = [f for m in walk("old-values") for f in PositionWriter(m).to_json()["frames"]]
    assert frames and not any("locals" in f or "old" in f for f in frames)


def test_a_let_that_was_changed_is_loaded_with_its_new_value() -> None:
    """Its first value is 1 or 2; somebody waits for a roll when it has become more."""
    positions = [again(m) for seed in range(20) for m in walk("ids-like-code", seed)]
    kept = [f["locals"] for m in positions for f in PositionWriter(m).to_json()["frames"] if "k" in f.get("locals", {})]
    assert any(names["k"] > 2 for names in kept)


def test_an_open_menu_keeps_what_is_used_up() -> None:
    menus = [f["menu"] for m in walk("menu-groups") for f in PositionWriter(m).to_json()["frames"] if "menu" in f]
    assert any(menu["used"] for menu in menus)


def test_a_position_of_another_configuration_is_refused() -> None:
    data = PositionWriter(start("options")).to_json()
    data["config"]["seats"] = 9
    assert reasons(lambda: from_json(program("options").checked, data))[0] == "impossible"


def test_a_configuration_is_made_once_for_all_positions_of_it() -> None:
    checked, data = program("options").checked, PositionWriter(start("options")).to_json()
    assert from_json(checked, data).program is from_json(checked, data).program


def test_a_piece_in_two_zones_is_refused_by_name() -> None:
    data = PositionWriter(position("zone-kinds", 0)).to_json()
    data["zones"]["own"][0] = ["oak"]
    assert reasons(lambda: from_json(program("zone-kinds"), data)) == ("impossible", "`oak` lies in two zones")


def test_a_broken_law_is_refused_by_its_id() -> None:
    data = PositionWriter(position("laws", 1)).to_json()
    found = [
        reasons(lambda v=v: from_json(program("laws"), {**data, "states": {**data["states"], **v}})) for v in bent(data)
    ]
    assert any(reason.startswith("[law.") for one in found for reason in one)


def bent(data: Any) -> list[dict[str, Any]]:
    """Each state with another value."""
    return [{name: _other(value)} for name, value in data["states"].items()]


def _other(value: Any) -> Any:
    if isinstance(value, list):
        return [_other(one) for one in value]
    return value + 1 if type(value) is int else value


@pytest.mark.parametrize("entry", ["block", "at"])
def test_a_frame_that_is_nowhere_is_refused(entry: str) -> None:
    data = PositionWriter(position("nested-asks", 2)).to_json()
    data["frames"][-1][entry] = "nowhere"
    assert reasons(lambda: from_json(program("nested-asks"), data))[0] == "impossible"


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a tree."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(spot for key, inner in entries for spot in spots(inner, (*path, key)))]


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A tree with one place changed."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {**data, head: put(data[head], rest, value)}
    return [put(one, rest, value) if n == head else one for n, one in enumerate(data)]


@settings(max_examples=examples(300, 5000))
@given(st.sampled_from(["menu-groups", "together", "react-asks", "effects", "parts", "scene-frames"]), st.data())
def test_a_position_with_one_place_changed_is_refused_or_taken_and_never_breaks(name: str, draw: st.DataObject) -> None:
    positions = [m for m in walk(name, answers=6) if m.frames]
    data = PositionWriter(draw.draw(st.sampled_from(positions), label="position")).to_json()
    changed = put(data, draw.draw(st.sampled_from(spots(data))), draw.draw(JSON))
    try:
        loaded = from_json(program(name), changed)
    except Refused as refused:
        assert refused.reasons
    else:
        assert PositionWriter(again(loaded)).to_json() == PositionWriter(loaded).to_json()


@settings(max_examples=examples(200, 5000))
@given(st.text() | st.binary())
def test_text_that_is_no_position_is_refused(text: str | bytes) -> None:
    with pytest.raises(Refused):
        from_json(program("copies"), loads(text))


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', "1.0", "NaN", "[" * 90 + "]" * 90, '"\\ud800"', "9" * 30, "{]"])
def test_json_that_can_be_read_in_two_ways_is_refused(text: str) -> None:
    assert reasons(lambda: loads(text))[0] == "malformed"


@pytest.mark.parametrize("part", ["config", "states", "zones", "frames", "asks"])
def test_every_part_of_a_position_is_in_its_hash(part: str) -> None:
    """Also what is under way, which no state shows."""
    data = PositionWriter(position("chance-lot-piece", 0)).to_json()
    assert data[part] and hash_of({**data, part: type(data[part])()}) != hash_of(data)
