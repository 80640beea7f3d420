"""A game as a page plays it: requests and answers in JSON, on the bundled games as they are found."""

from __future__ import annotations

import html
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.pipeline import load
from rulekit.play.position.strict_json import dumps, loads
from rulekit.tests.bundled import bundled
from rulekit.webplay.page_session import REQUESTS, PageSession

GAMES = [folder.name for folder in bundled_games()]
STEPS = 60


def begun(name: str, **asked: Any) -> tuple[PageSession, dict[str, Any]]:
    """A session of a bundled game, and what its page is told first."""
    session = PageSession(bundled(name))
    return session, session.ask({"ask": "begin", "seed": "1", "people": [0], **asked})


def on_picture(state: dict[str, Any]) -> list[str]:
    """The keys that a click can find."""
    return [key for key in state["question"]["keys"] if f'data-key="{html.escape(key)}"' in state["picture"]]


def clicked(session: PageSession, state: dict[str, Any], bits: random.Random) -> dict[str, Any]:
    """What follows after somebody has clicked on the picture where that answers, else on a button."""
    keys = on_picture(state)
    picks = [state["question"]["keys"][key] for key in keys] or [one["pick"] for one in state["question"]["options"]]
    return session.ask({"ask": "pick", "pick": bits.choice(picks), "count": state["count"]})


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_bundled_game_is_played_by_clicks_and_buttons(name: str) -> None:
    session, state = begun(name)
    bits = random.Random(1)
    for _ in range(STEPS):
        if state["result"]:
            break
        assert state["question"]["options"] and state["picture"].startswith("<svg") and state["words"]
        state = clicked(session, state, bits)
        assert "problem" not in state


def test_most_games_are_answered_on_the_picture() -> None:
    """Cards, tiles and places can be clicked; numbers and words need a button."""
    answered = [name for name in GAMES if on_picture(begun(name)[1])]
    assert len(answered) >= len(GAMES) // 2


@pytest.mark.parametrize("name", GAMES)
def test_a_click_leaves_exactly_the_moves_that_name_what_was_clicked(name: str) -> None:
    session, state = begun(name)
    for key in on_picture(state)[:5]:
        pick = state["question"]["keys"][key]
        left = [one for one in session._answers(0) if key in keys_of(one.fields.get(pick["field"]))]
        told = PageSession(session.game, session.here, session.seed, session.people).ask({"ask": "pick", "pick": pick})
        assert left
        assert told["question"] is None or told["picked"] == [] or told["question"]["left"] == len(left)


def keys_of(value: Any) -> set[str]:
    return {*value.keys, *(key for one in value.members or () for key in one.keys)} if value is not None else set()


def test_the_same_seed_gives_the_same_game_and_a_step_back_is_the_position_before() -> None:
    session, state = begun(GAMES[0])
    first = session.ask({"ask": "position"})["text"]
    state = session.ask({"ask": "any", "count": state["count"]})
    moved = session.ask({"ask": "position"})["text"]
    assert moved != first and state["back"]
    assert not session.ask({"ask": "back"})["back"]
    assert session.ask({"ask": "position"})["text"] == first
    session.ask({"ask": "any"})
    assert session.ask({"ask": "position"})["text"] == moved
    assert begun(GAMES[0])[0].ask({"ask": "position"})["text"] == first


def test_a_step_back_from_the_first_decision_is_refused_in_words() -> None:
    session, _ = begun(GAMES[0])
    assert session.ask({"ask": "back"}) == {"problem": "this is the first decision"}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_and_a_recorded_game_are_taken_and_put_in_again(name: str) -> None:
    session, _ = begun(name)
    session.ask({"ask": "any"})
    for game in (False, True):
        text = session.ask({"ask": "position", "game": game})["text"]
        other = PageSession(bundled(name))
        state = other.ask({"ask": "put", "text": text, "people": [0]})
        assert "problem" not in state
        assert other.ask({"ask": "position"})["text"] == session.ask({"ask": "position"})["text"]


def test_a_click_that_comes_late_changes_nothing() -> None:
    session, state = begun(GAMES[0])
    pick = state["question"]["options"][0]["pick"]
    session.ask({"ask": "any"})
    before = session.ask({"ask": "position"})
    session.ask({"ask": "pick", "pick": pick, "count": state["count"]})
    assert session.ask({"ask": "position"}) == before


def hidden_game() -> str:
    """A bundled game in which two seats see different things."""
    for name in GAMES:
        session, _ = begun(name)
        if len({session.ask({"ask": "look", "eyes": eyes})["words"] for eyes in (0, 1, "all")}) == 3:
            return name
    raise AssertionError("no bundled game hides anything")


def test_whoever_looks_with_other_eyes_is_shown_what_they_see_and_answers_for_nobody() -> None:
    session, own = begun(hidden_game())
    seat = own["asked"]["seat"]
    other = session.ask({"ask": "look", "eyes": 1 - seat})
    assert other["words"] != own["words"] and other["question"] is None
    assert "see as seat" in session.ask({"ask": "pick", "pick": 0})["problem"]
    assert session.ask({"ask": "look", "eyes": seat})["question"]


def test_the_picture_of_a_seat_names_no_card_that_it_does_not_see() -> None:
    name = hidden_game()
    session, own = begun(name)
    everything = session.ask({"ask": "look", "eyes": "all"})
    shown, all_shown = names_on(own["picture"]), names_on(everything["picture"])
    assert len(all_shown - shown) > 0
    seen = dumps(session.here.view(own["eyes"])) if session.here is not None else ""
    assert all(f'"{one}"' in seen for one in shown)


def names_on(picture: str) -> set[str]:
    """The names of pieces in the keys of a picture."""
    keys = (html.unescape(part.split('"')[0]) for part in picture.split('data-key="')[1:])
    pieces = [parts for key in keys if (parts := json.loads(key))[0] == "piece"]
    return {parts[3] for parts in pieces if not parts[3].startswith("{")}


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_refused_move_that_can_be_tried_is_told_its_reasons(name: str) -> None:
    session, _ = begun(name)
    picks: list[Any] = []
    found = session.ask({"ask": "why", "picks": picks})
    while found["question"]:
        picks.append(found["question"]["options"][-1]["pick"])
        found = session.ask({"ask": "why", "picks": picks})
    assert not found["picked"] or found["reasons"], found
    assert all(one["line"] or one["sentences"] for one in found["reasons"])


def test_one_of_the_bundled_games_tells_a_refusal_with_a_sentence_of_its_ledger() -> None:
    told = []
    for name in GAMES:
        session, _ = begun(name)
        found: dict[str, Any] = {"question": {"options": [{"pick": None}]}}
        picks: list[Any] = []
        while found["question"]:
            found = session.ask({"ask": "why", "picks": picks})
            picks.append(found["question"]["options"][0]["pick"] if found["question"] else None)
        told += [one["id"] for reason in found["reasons"] for one in reason["sentences"]]
    assert len(told) > len(GAMES) // 2


WRONG: list[Any] = [
    None,
    [],
    {},
    {"ask": "fly"},
    {"ask": ["begin"]},
    {"ask": "begin", "people": "all"},
    {"ask": "begin", "people": [99]},
    {"ask": "begin", "people": [True]},
    {"ask": "begin", "players": 99},
    {"ask": "begin", "players": "two"},
    {"ask": "begin", "options": []},
    {"ask": "begin", "options": {"no-such": 1}},
    {"ask": "begin", "edition": "no-such"},
    {"ask": "begin", "edition": 7},
    {"ask": "begin", "seed": 7},
    {"ask": "pick"},
    {"ask": "pick", "pick": -1},
    {"ask": "pick", "pick": 10**9},
    {"ask": "pick", "pick": True},
    {"ask": "pick", "pick": {"field": "do", "how": "is", "text": "no-such"}},
    {"ask": "pick", "pick": {"field": [], "how": "is", "text": ""}},
    {"ask": "pick", "pick": {"field": "do", "how": "eval", "text": ""}},
    {"ask": "look", "eyes": 99},
    {"ask": "look", "eyes": True},
    {"ask": "look", "room": "wide"},
    {"ask": "why", "picks": None},
    {"ask": "why", "picks": [{}]},
    {"ask": "put", "text": "{"},
    {"ask": "put", "text": "{}"},
    {"ask": "put", "text": "[]"},
    {"ask": "put", "text": '{"format": "rulekit-trace/1"}'},
    {"ask": "put", "text": 5},
]


@pytest.mark.parametrize("request_", WRONG, ids=repr)
def test_a_request_that_cannot_be_done_is_told_in_words_and_changes_nothing(request_: Any) -> None:
    session, _ = begun(GAMES[0])
    before = session.ask({"ask": "position"})
    told = session.ask(request_)
    assert [*told] == ["problem"] and told["problem"] and "Traceback" not in told["problem"]
    assert session.ask({"ask": "position"}) == before


@pytest.mark.parametrize("name", sorted({*REQUESTS} - {"about", "begin", "put", "look"}))
def test_before_a_game_has_begun_there_is_nothing_to_answer(name: str) -> None:
    asked = {"ask": name, "pick": 0, "picks": [], "count": 0}
    assert "no game has begun" in PageSession(bundled(GAMES[0])).ask(asked)["problem"]


def test_what_a_session_says_is_json_and_the_same_each_time() -> None:
    one, other = begun(GAMES[0])[1], begun(GAMES[0])[1]
    assert dumps(one) == dumps(other) and loads(dumps(one)) == one


@pytest.mark.long
def test_what_stands_on_no_picture_is_in_no_story() -> None:
    for name in GAMES:
        session, state = begun(name)
        for _ in range(6):
            state = session.ask({"ask": "any"}) if not state["result"] else state
        hidden = session._looks_of(session.here).hidden_names if session.here is not None else frozenset()
        lines = [line for step in session.ask({"ask": "tell"})["story"] for line in step["lines"]]
        assert lines
        assert not [line for line in lines for one in hidden if line.startswith(f"{one} is now")]


def test_games_that_nobody_plays_are_watched_step_by_step() -> None:
    session, state = begun(GAMES[0], people=[])
    assert state["people"] == [] and state["eyes"] == "all"
    after = session.ask({"ask": "any", "count": state["count"]})
    answered = [step for step in session.ask({"ask": "tell"})["story"] if step["seat"] is not None]
    assert len(answered) == 1 or after["result"]


def test_a_looks_file_that_cannot_be_read_leaves_plain_pictures(tmp_path: Path) -> None:
    shutil.copytree(bundled_games()[0], tmp_path / "game")
    (tmp_path / "game" / "looks.toml").write_text("not = [toml")
    state = PageSession(load(tmp_path / "game")).ask({"ask": "begin", "seed": "1"})
    assert state["picture"].startswith("<svg")


CALLED = [folder.name for folder in bundled_games() if "seats" in read_looks(folder / NAME)]


@pytest.mark.parametrize("name", CALLED)
def test_seats_are_called_on_the_page_as_in_the_pictures(name: str) -> None:
    session, state = begun(name)
    seats = session.ask({"ask": "about"})["about"]["seats"]
    assert all("(" in one for one in seats)
    assert any(one in html.unescape(state["picture"]) for one in seats)
