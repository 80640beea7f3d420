"""Traces: complete in themselves, the same bytes wherever they are replayed, refused where they do not fit."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulekit import Refused, Trace, load
from rulekit.data import PACKAGE, bundled_games, conformance_root
from rulekit.play.games.game import parse_trace, read_trace
from rulekit.play.games.players import playout, random_player
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import starter, toy

SCHEMA = conformance_root() / "protocol" / "trace.json"
REPLAY = "import sys, rulekit; from rulekit import read_trace; \
trace = read_trace(open(sys.argv[1], 'rb').read()); \
sys.stdout.write(trace.replay(rulekit.load(sys.argv[2]), sys.argv[3]).trace().text())"
EVERY_GAME = pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)


def recorded(seed: int = 1) -> Trace:
    """A game with dice in it."""
    return playout(toy("chance-roll-lot").start(chance=seed), random_player(seed)).trace()


@EVERY_GAME
def test_a_game_replays_to_the_same_bytes(game: Path) -> None:
    """Without a seed, on the other engine too, and from its text alone."""
    end = playout(bundled(game).start(chance=1), random_player(1), 25)
    text = end.trace().text()
    for engine in ("python", "reference"):
        assert read_trace(text).replay(bundled(game), engine).trace().text() == text


@pytest.mark.parametrize("seed", ["0", "12345"])
def test_it_replays_to_the_same_bytes_in_another_process(seed: str, tmp_path: Path) -> None:
    """With another hash seed."""
    file, rules = tmp_path / "game.json", PACKAGE / "tests" / "games" / "chance-roll-lot.rules"
    file.write_text(recorded().text(), encoding="utf-8")
    call = [sys.executable, "-c", REPLAY, str(file), str(rules), "python"]
    ran = subprocess.run(
        call, capture_output=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}, check=True
    )
    assert ran.stdout == file.read_bytes()


@pytest.mark.long
@EVERY_GAME
def test_traces_fit_the_published_schema(game: Path) -> None:
    """conformance/protocol/trace.json."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    trace = playout(load(game).start(chance=2), random_player(2), 10).trace()
    jsonschema.validate(json.loads(trace.text()), schema)


def test_a_trace_holds_set_up_and_steps_apart() -> None:
    """What chance said before anybody was asked, then everything in order."""
    trace = recorded()
    assert [one["chance"] for one in trace.setup] == ["setup.first#1"]
    assert "move" in trace.steps[0] and len(trace.moves) == 2 and trace.game == "toy-chance-roll-lot"
    assert set(trace.final) == {"hash", "result"}


def test_a_trace_can_be_replayed_in_part() -> None:
    """Up to a step; the game stops there."""
    half = recorded().replay(toy("chance-roll-lot"), upto=1)
    assert half.pending.kind in ("chance", "decision") and not half.is_over


CHANGES: dict[str, Any] = {
    "another format": lambda data: data.update(format="rulekit-trace/2"),
    "an entry too many": lambda data: data.update(seed=1),
    "an entry too few": lambda data: data.pop("final"),
    "no configuration": lambda data: data.update(config=[]),
    "seats that are no number": lambda data: data["config"].update(seats=True),
    "a step that is none": lambda data: data["steps"].append({"do": "throw"}),
    "a move during set-up": lambda data: data["setup"].append({"move": {"do": "throw"}, "seat": 0}),
    "a result that is none": lambda data: data["final"].update(result=1),
    "other options": lambda data: data["config"].update(options={"fast": True}),
    "more seats": lambda data: data["config"].update(seats=5),
    "another game": lambda data: data["config"].update(game="toy"),
    "other rules": lambda data: data.update(spec="sha256:" + "0" * 64),
    "another end": lambda data: data["final"].update(hash="0" * 64),
    "an outcome too many": lambda data: data["setup"].append({"chance": "setup.first#2", "outcome": 0}),
    "an outcome too few": lambda data: data["setup"].pop(),
    "another label": lambda data: data["setup"][0].update(chance="setup.first#2"),
    "another outcome": lambda data: data["setup"][0].update(outcome=9),
    "a move of somebody else": lambda data: data["steps"][0].update(seat=1 - data["steps"][0]["seat"]),
    "another move": lambda data: data["steps"][0].update(move={"do": "rest"}),
    "a move too few": lambda data: data["steps"].pop(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_trace_is_refused(change: Any) -> None:
    """When it is read, or when it is replayed."""
    data = recorded().to_json()
    data = json.loads(json.dumps(data))
    change(data)
    with pytest.raises(Refused):
        parse_trace(data).replay(toy("chance-roll-lot"))


def test_rules_that_have_changed_can_be_tried_on_purpose() -> None:
    """Every move is tested all the same."""
    data = {**recorded().to_json(), "spec": "sha256:" + "0" * 64}
    assert parse_trace(data).replay(toy("chance-roll-lot"), any_spec=True).is_over


def test_only_a_game_from_its_start_can_be_recorded() -> None:
    """What happened before a position was written down is not known."""
    later = starter().position(starter().start().to_json())
    with pytest.raises(Refused, match="from its start"):
        later.trace()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a":1,"a":2}', b"\xff", "1" * 40, "[" * 5000, '{"format":1.5}'])
def test_what_is_no_trace_is_refused(text: str | bytes) -> None:
    """Never anything worse."""
    with pytest.raises(Refused):
        read_trace(text)
