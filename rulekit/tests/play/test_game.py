"""The API: games, configurations, positions, and the one error for whatever comes from outside."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulekit
from rulekit import Fault, Refused
from rulekit.data import bundled_games
from rulekit.play.games.players import playout, random_player, scripted_player
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import starter, toy
from rulekit.tests.scale import examples

GRAB = {"do": "grab", "n": 1}
EVERY_GAME = pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["do", "grab", "n"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def test_the_public_names_are_there_and_no_others() -> None:
    """Fetched when asked for, and offered for completion before that."""
    listed = subprocess.run(
        [sys.executable, "-c", "import rulekit; print(*dir(rulekit))"], capture_output=True, text=True, check=True
    )
    assert set(rulekit.__all__) <= set(listed.stdout.split())
    assert all(getattr(rulekit, name) is not None for name in rulekit.__all__)
    with pytest.raises(AttributeError):
        _ = rulekit.nothing


def test_a_game_says_how_it_can_be_set_up() -> None:
    """Players, options with the usual value first, editions, clauses."""
    game = toy("options")
    assert list(game.players) == [2, 3]
    assert game.options == {"long": (False, True), "stake": (2, 1, 3), "style": ("plain", "fancy")}
    assert game.editions == ("club",)
    assert game.clause("work.do").line == "add stake to score of player"


def test_an_edition_sets_options_and_an_option_goes_before_it() -> None:
    """What is not said is as usual."""
    config = toy("options").start(edition="club", options={"stake": 1}).to_json()["config"]
    assert config == {"game": "toy-options", "options": {"long": True, "stake": 1, "style": "fancy"}, "seats": 2}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"players": 3, "options": {"long": True}}, "[opt.long]"),
        ({"players": 9}, "this game is for 2 to 3 players, not for 9"),
        ({"players": True}, "true is no number of players"),
        ({"options": {"lnog": True}}, "there is no option `lnog`; did you mean `long`?"),
        ({"options": {"stake": True}}, "option `stake` cannot be true; it is one of: 1, 2, 3"),
        ({"options": 7}, "options are an object of names and values"),
        ({"edition": "clib"}, "there is no edition `clib`; there are: club"),
        ({"engine": "steam"}, "there is no engine `steam`; there are: python, reference"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_its_reason(asked: dict[str, Any], reason: str) -> None:
    """A demand by its clause id, everything else in words."""
    with pytest.raises(Refused) as caught:
        toy("options").start(**asked)
    assert caught.value.reasons == (reason,)


def test_a_demand_that_is_not_met_is_quoted_for_people() -> None:
    with pytest.raises(Refused) as caught:
        toy("options").start(players=3, options={"long": True})
    assert caught.value.words.startswith(
        "this cannot be played by 3 with these options: [opt.long] demands `long is no or "
    )


def test_a_position_never_changes() -> None:
    """Neither by going on from it, nor through what it has handed out."""
    start = starter().start()
    before = start.hash()
    start.legal(0)[0]["n"] = 99
    start.to_json()["states"]["stones"] = 0
    start.view(0)["states"].clear()
    assert start.apply(0, GRAB) != start
    assert start.hash() == before and start.legal(0)[0] == GRAB


def test_equal_positions_are_equal_however_they_were_reached() -> None:
    """The way there is no part of a position, nor is the engine."""
    start = starter().start()
    one = start.apply(0, {"do": "grab", "n": 1}).apply(1, {"do": "grab", "n": 2})
    other = starter().start(engine="reference").apply(0, {"do": "grab", "n": 2}).apply(1, {"do": "grab", "n": 1})
    assert one == other and hash(one) == hash(other) and one.hash() == other.hash()


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_a_position_that_was_written_down_goes_on(engine: str) -> None:
    """To the same end."""
    here = toy("chance-roll-lot").start(chance=3, engine=engine)
    again = toy("chance-roll-lot").position(json.loads(json.dumps(here.to_json())), chance=7, engine=engine)
    assert again == here and again.legal() == here.legal() and again.pending == here.pending
    assert playout(again, random_player(1)).is_over


@EVERY_GAME
def test_positions_of_every_game_come_back(game: Any) -> None:
    """At some steps of a random game, chance included."""
    loaded = bundled(game)
    here = loaded.start(chance=1)
    for _ in range(examples(6, 60)):
        assert loaded.position(here.to_json()).hash() == here.hash()
        here = playout(here, random_player(here.hash()), 3)


def test_why_not_names_every_clause_with_its_sentence() -> None:
    """The line of the rules, and what the ledger says."""
    (reason, *_) = starter().start().why_not(0, {"do": "grab", "n": 4})
    assert (reason.clause, reason.line) == ("grab.count", "n in 1 to 3")
    assert reason.sentences == (("grab.one-to-three", "A player takes one, two or three stones."),)


def test_why_not_names_all_of_them_in_the_order_written() -> None:
    """And nothing against a legal move."""
    here = toy("reasons-all").start()
    moves = [move for move in _tries(here) if len(here.why_not(0, move)) > 1]
    assert moves and all(here.why_not(0, move) == () for move in here.legal(0))


def _tries(here: rulekit.Position) -> list[dict[str, Any]]:
    """Legal moves with other numbers in them."""
    numbers = range(-1, 12)
    return [{**move, name: n} for move in here.legal(0) for name in move if name != "do" for n in numbers]


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, GRAB, "not-your-turn"),
        (7, GRAB, "not-your-turn"),
        (0, {"do": "grab", "n": 4}, "refused"),
        (0, {"do": "grab", "n": "1"}, "malformed"),
        (0, {"do": "grab"}, "malformed"),
        (0, {"do": "grab", "n": 1, "more": 2}, "malformed"),
        (0, {"do": "steal"}, "no-such-decision"),
        (0, [], "malformed"),
    ],
)
def test_a_refused_move_has_a_code_and_reasons(seat: int, move: Any, code: str) -> None:
    """The position is the same as before."""
    start = starter().start()
    before = start.hash()
    with pytest.raises(Refused) as caught:
        start.apply(seat, move)
    assert (start.hash() == before) and caught.value.reasons and caught.value.code in (code, "malformed", "refused")


@given(seat=JSON, move=JSON)
@settings(max_examples=examples(200, 5000))
def test_whatever_is_handed_in_only_the_one_error_comes_out(seat: Any, move: Any) -> None:
    """As a move, a seat, an outcome, a position."""
    start = toy("chance-roll-lot").start()
    for handed in (
        lambda: start.apply(seat, move),
        lambda: start.draw(move),
        lambda: toy("chance-roll-lot").position(move),
        lambda: starter().start().apply(0, move),
    ):
        try:
            handed()  # type: ignore[no-untyped-call]
        except Refused as refused:
            assert refused.code and str(refused)


def test_after_the_end_nobody_can_answer() -> None:
    """There is a result, and nothing is legal."""
    end = playout(starter().start(), random_player(1))
    assert end.is_over and end.pending.to_json() == {"kind": "end"} and end.legal(0) == []
    assert end.result()["outcome"] == "win"
    with pytest.raises(Refused):
        end.apply(0, GRAB)


def test_there_is_no_result_before_the_end() -> None:
    """Asking is refused."""
    with pytest.raises(Refused):
        starter().start().result()


def test_sealed_answers_may_come_in_any_order() -> None:
    """The position waits for whoever has not answered."""
    start = toy("together").start()
    assert start.pending.to_json() == {"actors": [0, 1], "kind": "decision", "line": "[play.pledge]", "sealed": True}
    one = start.apply(1, {"do": "pledge", "n": 2})
    assert one.pending.seats == (0,) and one.view(0)["states"] == start.view(0)["states"]
    with pytest.raises(Refused, match="sealed-already"):
        one.apply(1, {"do": "pledge", "n": 2})
    assert one.apply(0, {"do": "pledge", "n": 1}).result()["winners"] == [1]


def test_events_tell_what_each_seat_saw_happen() -> None:
    """Since the game began; `news` of the last step alone."""
    end = playout(toy("chance-roll-lot").start(chance=2), random_player(2))
    assert [event for one in end.line() for event in one.news(0)] == end.events(0)
    assert [event["answered"] for event in end.events(1) if "answered" in event] == [
        one.step["seat"] for one in end.line()[1:] if "move" in one.step
    ]


def test_a_step_tells_which_guards_held_and_which_lines_ran() -> None:
    """By their ids, on either engine."""
    for engine in ("python", "reference"):
        after = starter().start(engine=engine).apply(0, GRAB)
        assert after.clauses_held == ("grab.count", "grab.enough") and "grab.do" in after.lines_run
        assert starter().start().clauses_held == ()


def test_a_fault_of_the_rules_is_told_apart_from_a_refusal() -> None:
    """It names the clause; no player has done anything wrong."""
    start = toy("ask-must-stuck").start()
    with pytest.raises(Fault, match=r"stuck at \[turn.take\]"):
        start.apply(0, start.legal(0)[0])


def test_a_scripted_player_follows_its_script() -> None:
    """And is refused when there is none left."""
    start = starter().start()
    assert playout(start, scripted_player([GRAB] * 12)).is_over
    with pytest.raises(Refused, match="script"):
        playout(start, scripted_player([GRAB]))


def test_random_players_of_one_seed_play_the_same() -> None:
    """Each seat may have its own player."""
    start = starter().start()
    ends = [playout(start, {0: random_player("a"), 1: random_player("b")}).trace().text() for _ in range(2)]
    assert ends[0] == ends[1]
