"""What the table asks, offers and tells is said in words of players: no name of the rules, no bracket, no code."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy
from rulekit.webplay.event_words import news
from rulekit.webplay.page_session import PageSession
from rulekit.webplay.value_words import value_words

ANSWERS = 40  # of one game
ASKED = [one.name for one in bundled_games() if "asks" in read_looks(one / NAME)]
CODE = re.compile(r"[\[\]{}_#]|\bthe the\b|\bnode\b|\b[a-z]+-[a-z0-9-]*\d")


def at_the_table(name: str, seed: int = 1) -> list[dict[str, Any]]:
    """What the page is told at each step of a game that two people play some way at random."""
    session, bits, found = PageSession(bundled(name)), random.Random(seed), list[dict[str, Any]]()
    told = session.ask({"ask": "begin", "seed": str(seed), "people": [0, 1]})
    while told["question"] and len(found) < ANSWERS:
        found.append(told)
        option = bits.choice(told["question"]["options"])
        told = session.ask({"ask": "pick", "pick": option["pick"], "count": told["count"]})
    return found


@pytest.mark.parametrize("name", ASKED)
def test_a_game_is_asked_and_told_in_words_of_the_looks_file(name: str) -> None:
    """The usual `play: which unit?` is for games that say nothing; what others did is told without codes."""
    steps = at_the_table(name)
    for told in steps:
        ask = told["question"]["ask"]
        assert ask.endswith(("?", ".")) and ": which" not in ask, ask
        for option in told["question"]["options"]:
            assert not CODE.search(option["words"]), option["words"]
    lines = [line for told in steps for step in told["news"] for line in step["lines"]]
    assert len(lines) > 5 and not [line for line in lines if CODE.search(line)]


def test_a_way_of_a_tile_is_called_as_the_rules_call_it() -> None:
    """Where no table is at hand that tells which tile lies there, by its kind, its place and its sides."""
    told = []
    for name in ASKED:
        looks = PictureModel(bundled(name), bundled(name).start(chance=1).chosen)
        kinds = {state.type.bare.kind: state.type for state in looks.symbols.states.values() if state.type.bare.table}
        ways = {kind: typed for kind, typed in kinds.items() if looks.kind(kind).whole}
        told += [(noun(kind).lower(), value_words(looks, typed, [[1, 0], ["n", "e"]])) for kind, typed in ways.items()]
    assert told and all(said.startswith(f"{kind} at ") and said.endswith("(north and east)") for kind, said in told)


def test_there_are_questions_to_test() -> None:
    assert len(ASKED) > 8


def test_without_a_looks_file_a_short_name_is_asked_by_its_type() -> None:
    session = PageSession(toy("space-graph-named"))
    told = session.ask({"ask": "begin", "seed": "1", "people": [0, 1]})
    assert not re.search(r"which \w\?", told["question"]["ask"])


def test_no_event_is_left_out_that_names_a_state_or_a_zone() -> None:
    """A move in which pieces go and a number changes is told by both, each in the words of the picture."""
    of = toy("verbs-numbers")
    looks = PictureModel(of, of.start(chance=1).chosen)
    state = next(info for info in looks.symbols.states.values() if info.type.bare.numeric)
    told = news(
        looks, [{"changed": {state.name: [[*(0 for _ in state.indexes), 3]]}}, {"over": True}, {"began": "turn"}]
    )
    assert len(told) == 2 and told[0].endswith(": 3") and told[1] == "the game is over"
    for name in ASKED:
        looks = PictureModel(bundled(name), bundled(name).start(chance=1).chosen)
        for zone in (one for one in looks.symbols.zones.values() if [kind.player for kind in one.indexes] == [True]):
            (line,) = news(looks, [{"moved": [{"from": [zone.name, 1], "count": 2}]}])
            assert line.startswith("2 ") and "face down from" in line and "of seat 1" in line
