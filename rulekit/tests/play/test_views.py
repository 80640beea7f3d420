"""What a seat sees: no more than the zones and states say, and all of that."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.seat_events import events
from rulekit.play.views.seat_view import view
from rulekit.tests.play.toys import toy
from rulekit.tests.play.walking import GAMES, TOY_NAMES, position, start, walk


def told(name: str, seat: int | None, seed: int = 1) -> list[dict[str, Any]]:
    """All events of one random game for one reader."""
    return [event for m in walk(name, seed) for event in events(m, seat)]


@pytest.mark.parametrize("name", [*GAMES, *TOY_NAMES])
def test_everyone_has_a_view_and_a_stream_at_every_step(name: str) -> None:
    for m in walk(name, answers=15):
        for seat in (None, *range(m.plan.seats)):
            assert dumps(view(m, seat)) and dumps(events(m, seat)) is not None


def test_only_the_one_who_is_asked_has_a_legal_list() -> None:
    m = position("copies", 0)
    assert "legal" in view(m, 0)["asks"] and "legal" not in view(m, 1)["asks"] and "legal" not in view(m, None)["asks"]


def test_a_hand_is_named_to_its_owner_and_counted_for_others() -> None:
    m = position("show-event", 0)
    assert view(m, 0)["zones"]["hand"][0] == {"count": 1, "pieces": ["ash"]}
    assert view(m, 1)["zones"]["hand"][0] == {"count": 1, "pieces": [{"at": ["hand", 0]}]}


def test_of_a_pile_seen_from_above_only_the_top_is_told() -> None:
    stack = view(position("two-sides", 0), None)["zones"]["stack"]
    assert stack["count"] == 2 and len(stack["pieces"]) == 1 and stack["pieces"][0]["at"] == ["stack", 2]


def test_of_a_pile_seen_from_below_only_the_bottom_is_told(tmp_path: Path) -> None:
    """The last one of an order, which is drawn from the top down."""
    file = tmp_path / "well.rules"
    file.write_text(
        "game well for 1 player\npiece Bead, 3 in all\n  face names it: worth 1 to 3\nrows of Bead\n"
        "  [bead.one]  one: worth 1  @public:toy\n  [bead.two]  two: worth 2  @public:toy\n"
        "  [bead.six]  six: worth 3  @public:toy\n"
        "zone stack  pile of Bead  everyone sees face of bottom\nzone bowl  set of Bead  everyone sees face\n"
        "setup\n  [setup.mix]  shuffle Bead into stack  @public:toy\n"
        "action lift\n  [lift.one]  move top of stack to bowl  @public:toy\n"
        "turn\n  [turn.go]  player must lift  @public:toy\n"
        "end\n  [end.none]  at end of turn when stack is empty  @public:toy\n"
        "result\n  [result.one]  winner is active  @public:toy\n",
        encoding="utf-8",
    )
    here = load(file).start(1)
    for order in permutations(("one", "two", "six")):
        stack = view(here.drawn_so(here.outcome_of(list(order))).machine, None)["zones"]["stack"]
        assert stack["count"] == 3 and stack["pieces"] == [order[-1]]


def test_an_index_that_is_a_piece_is_told_inside_the_piece() -> None:
    shown = view(position("known-by", 0), 0)
    assert [piece["slot-number"] for piece in shown["zones"]["line-up"]["pieces"]] == [1, 2, 3]
    assert "slot-number" not in shown["states"]


def test_where_nobody_may_count_there_is_no_count() -> None:
    last = list(walk("views-conditions", seed=2))[-2]
    assert view(last, 0)["zones"]["secret"] == {}


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_state_is_seen_by_those_it_names_and_by_nobody_else(seat: int | None) -> None:
    """By its owner, by the others, by all, or by all when the game is over."""
    *_, last = games = list(walk("views-readers", seed=3))
    for m in (games[3], last):
        states = view(m, seat)["states"]
        assert [entry[0] for entry in states.get("purse", [])] == [p for p in range(3) if p == seat]
        assert [entry[0] for entry in states.get("debt", [])] == [p for p in range(3) if seat not in (None, p)]
        assert len(states["fame"]) == 3 and ("luck" in states) == (m is last)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_piece_is_named_to_those_who_see_the_side_that_names_it(seat: int | None) -> None:
    """Of a hat its owner sees the back alone, the others the front alone, a spectator neither."""
    for m in list(walk("views-readers", seed=3))[3:]:
        for owner, hat in enumerate(view(m, seat)["zones"]["hat"]):
            back = {"at": ["hat", owner], **({"shade": hat["pieces"][0].get("shade")} if owner == seat else {})}
            named = seat not in (None, owner)
            assert hat["count"] == 1 and (hat["pieces"] == [back]) != named
            assert isinstance(hat["pieces"][0], str) == named


def test_a_sealed_answer_is_in_no_view() -> None:
    half = next(m for m in walk("together") if getattr(m.pending, "answers", None))
    views = [view(half, seat)["asks"] for seat in (None, 0, 1)]
    assert "due" not in views[0] and sorted(one["due"] for one in views[1:]) == [False, True]
    assert all("answers" not in one for one in views)


def test_sealed_answers_are_told_in_the_order_of_seats_when_all_are_in() -> None:
    assert [event["answered"] for event in told("together", None) if "answered" in event] == [0, 1]


def test_what_is_shown_is_named_to_all_and_the_view_stays_as_it_was() -> None:
    shown = [event for seed in range(6) for event in told("show-event", 1, seed) if "shown" in event]
    assert shown and all(event["shown"] in (["ash"], ["elm"]) for event in shown)


def test_a_piece_drawn_by_lot_is_named_only_to_who_sees_where_it_goes() -> None:
    streams = [[event["outcome"] for event in told("chance-lot-piece", seat) if "outcome" in event] for seat in (0, 1)]
    assert len(streams[0]) == 1 and streams[0] != streams[1]


def test_what_goes_out_of_sight_is_told_by_the_side_that_was_seen() -> None:
    """Of ben's leaf anna saw the back, ben and his partner the front; nobody sees where it goes."""
    hidden = toy("views-conditions").start(4, {"backs": "open"}, chance=1).take(0, 1).after_chance()
    (leaf,) = [event["moved"][0]["pieces"][0] for event in hidden.news(0) if "moved" in event]
    assert leaf == {"at": ["hand", 1], "shade": "dark"}
    pieces = [[event["moved"][0]["pieces"] for event in hidden.news(seat) if "moved" in event] for seat in (1, 3)]
    assert pieces == [[["ash"]], [["ash"]]]


def test_one_verb_is_one_event() -> None:
    kept = [event for event in told("choose-subset-parameter", None) if "moved" in event]
    assert [group["count"] for event in kept for group in event["moved"]] == [3, 2]


def test_the_last_event_is_the_result() -> None:
    assert told("finish-won-by", None)[-1] == {"over": {"outcome": "win", "winners": told_winner()}}


def told_winner() -> list[int]:
    """Who answered last in that game."""
    return [[event["answered"] for event in told("finish-won-by", None) if "answered" in event][-1]]


def test_set_up_has_events_too() -> None:
    assert any("moved" in event for event in events(start("zone-kinds"), None))
