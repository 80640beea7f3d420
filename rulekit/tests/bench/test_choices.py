"""Engines by hand that list choices deep in a game list what the rules allow, and the bench that asks them runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.bench.benches import choices as deep
from rulekit.bench.playing import shortest
from rulekit.pipeline import load
from rulekit.play.games.game import Position
from rulekit.play.position.strict_json import dumps
from rulekit.tests.calling import Call
from rulekit.tests.scale import examples

pytestmark = pytest.mark.peers

TINY = ("--repeat", "1", "--max-time", "0.001", "--format", "json")
LISTERS = [(game, kind) for game in deep.games_with_listers() for kind in deep.listers(game)]


@pytest.mark.parametrize(("name", "kind"), LISTERS)
def test_an_engine_lists_what_the_rules_allow(name: str, kind: str) -> None:
    made = deep.listers(name)[kind]
    found = deep.positions(load(name), made.ASKED, examples(2, 60), seed=5)
    assert all(alike(made, here) for some in found.values() for here in some)


def alike(made: Any, here: Position) -> bool:
    """The same moves, each once."""
    state = made.laid_out(here.to_json())
    moves = made.legal(state)
    theirs = {dumps(made.said(state, move)) for move in moves}
    return len(theirs) == len(moves) and theirs == {dumps(move) for move in here.legal()}


def test_lists_are_compared_by_kind_and_all_together(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "FEW", 1)
    monkeypatch.setattr(deep, "DEEP", 20)
    monkeypatch.setattr(deep, "MUCH", 2)
    (told,) = json.loads(rulekit("dev", "bench", "choices", *TINY).out)["benches"]
    assert len(told["ratios"]) == len(told["figures"]) / 2 + 1 and told["ratios"][-1]["bar"] == 0.8


def test_a_game_nobody_lists_by_hand_is_told_of(rulekit: Call) -> None:
    (told,) = json.loads(rulekit("dev", "bench", "choices", "--game", shortest(), *TINY).out)["benches"]
    assert not told["ratios"] and "conformance/engines" in told["notes"][0]
