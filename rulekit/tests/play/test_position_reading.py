"""What was read of a position and kept: it stays as it is, whatever is played, read or changed meanwhile."""

from __future__ import annotations

import copy
import gc
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from rulekit import Fault, Refused
from rulekit.data import bundled_games
from rulekit.play import json_api
from rulekit.play.engines import ENGINES, PYTHON
from rulekit.play.games.game import Position
from rulekit.play.games.position_reading import KEPT, lately_read
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_decoder import MoveReader
from rulekit.play.position.position_reader import from_json
from rulekit.play.position.strict_json import dumps
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import starter, toy
from rulekit.tests.play.walking import FAULTY, TOY_NAMES

NAMES = [folder.name for folder in bundled_games()]
EVERY_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_TOY = pytest.mark.parametrize("name", sorted(set(TOY_NAMES) - FAULTY))


def wandering(name: str, steps: int, engine: str = PYTHON) -> Iterator[Position]:
    """Positions of one game, played on at random; now and then from one that was met long ago, or from a new start."""
    game, rng = bundled(name) if name in NAMES else toy(name), random.Random(name)
    here = game.start(chance=1, engine=engine)
    met = [here]
    for _ in range(steps):
        yield here
        if here.is_over or rng.random() < 0.1:
            here = rng.choice(met)
        if here.is_over:
            here = game.start(chance=rng.randrange(1000), engine=engine)
        if here.is_over:  # a game in which nobody is ever asked
            return
        seat = rng.choice(here.pending.seats)
        try:
            here = here.take(seat, rng.randrange(len(here.legal(seat))))
        except Fault:  # what a seat may do and the rules cannot
            here = game.start(chance=rng.randrange(1000), engine=engine)
        met.append(here)


def everything(m: Machine) -> str:
    """All that outsiders are told of a position."""
    seats = range(m.plan.seats)
    return dumps(
        [
            json_api.to_json(m),
            [json_api.legal(m, seat) for seat in seats],
            [json_api.view(m, seat) for seat in (*seats, None)],
        ]
    )


def shown(here: Position) -> str:
    """The same by the methods of a position."""
    seats = range(here.seats)
    return dumps([here.to_json(), [here.legal(seat) for seat in seats], [here.view(seat) for seat in (*seats, None)]])


def lying(m: Machine) -> tuple[Any, ...]:
    """The whole table."""
    return m.table.states, m.table.zones, m.table.where


@EVERY_TOY
def test_a_machine_made_from_a_near_one_is_that_of_the_position(name: str) -> None:
    same_as_anew(name, 30)


@EVERY_GAME
def test_a_machine_made_from_a_near_one_is_that_of_the_position_in_a_bundled_game(name: str) -> None:
    same_as_anew(name, 12)


@pytest.mark.long
@EVERY_GAME
@pytest.mark.long
def test_a_machine_made_from_a_near_one_is_that_of_the_position_in_long_games(name: str) -> None:
    same_as_anew(name, 150)


def same_as_anew(name: str, steps: int) -> None:
    """Each position read from the one that was read before, and laid out with nothing known."""
    for here in wandering(name, steps):
        anew = here.engine.machine(here.state)
        assert lying(here.machine) == lying(anew)
        assert everything(here.machine) == everything(anew) == shown(here)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["copies-noted", "map-grows", "known-by", "laws", NAMES[0]])
def test_a_position_read_and_played_on_gives_what_it_gave(name: str, engine: str) -> None:
    """Read again at once, when all else that is kept is younger, and after whoever read it has changed what he got."""
    steps = list(wandering(name, 2 * KEPT, engine))
    before = [shown(here) for here in steps]
    assert [shown(here) for here in steps] == before
    assert [shown(here) for here in reversed(steps)] == before[::-1]


def test_what_is_given_is_the_readers_own() -> None:
    """Moves, positions and views may be changed by whoever asked for them."""
    here = toy("known-by").start(chance=1)
    seat = here.pending.seats[0]
    before = copy.deepcopy((here.legal(seat), here.to_json(), here.view(seat)))
    given = (here.legal(seat), here.to_json(), here.view(seat))
    given[0][0]["do"] = "nonsense"
    given[0].clear()
    for table in given[1:]:
        table["zones"].clear()
        table["states"].clear()
    there = here.take(seat, 0)
    there.step["move"]["do"] = "nonsense"
    assert (here.legal(seat), here.to_json(), here.view(seat)) == before
    assert here.take(seat, 0).step["move"] == before[0][0]


@EVERY_GAME
def test_a_move_that_stands_in_the_list_is_the_one_that_is_understood(name: str) -> None:
    """It is found by its text where the list was read, and by its meaning where it was not."""
    for here in wandering(name, 12):
        for seat in here.pending.seats:
            m = here.engine.machine(here.state)
            for number, move in list(enumerate(here.legal(seat)))[:40]:
                understood = MoveReader(m, seat).read_move(move)
                found = here._reading.move_number(seat, move)
                assert m.legal(seat)[found] is understood and json_api.move(m, seat, number) == move


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, {"do": "grab", "n": True}, "malformed"),
        (1, {"do": "grab", "n": 1.0}, "malformed"),
        (1, {"do": "grab", "n": (1,)}, "malformed"),
        (True, {"do": "grab", "n": 1}, "not-your-turn"),
        (0, {"do": "grab", "n": 1}, "not-your-turn"),
        (7, {"do": "grab", "n": 1}, "not-your-turn"),
    ],
)
def test_what_only_looks_like_a_listed_move_is_refused(listed: bool, seat: Any, move: Any, code: str) -> None:
    """Whether or not the list was read before: yes is not 1, nor is it a seat."""
    here = starter().start(chance=1).apply(0, {"do": "grab", "n": 1})
    if listed:
        assert {"do": "grab", "n": 1} in here.legal(1)
    with pytest.raises(Refused) as caught:
        here.apply(seat, move)
    assert caught.value.code == code


@pytest.mark.parametrize("listed", [False, True])
def test_what_is_no_json_is_refused_though_it_would_be_written_like_a_listed_move(listed: bool) -> None:
    """A tuple is not a list."""
    here = toy("choose-subsets").start(chance=1)
    seat = here.pending.seats[0]
    moves = json_api.legal(here.engine.machine(here.state), seat)
    move = next({**one, key: tuple(value)} for one in moves for key, value in one.items() if isinstance(value, list))
    if listed:
        assert dumps(move) in map(dumps, here.legal(seat))
    with pytest.raises(Refused) as caught:
        here.apply(seat, move)
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("engine", ENGINES)
def test_two_who_read_one_position_note_nothing_for_each_other(engine: str) -> None:
    """Several threads may read beside each other: what one has looked at is noted on a table of his own."""
    here = toy("map-grows").start(chance=1, engine=engine)
    one, other = here.machine, here.machine
    one.table.seen = set()
    everything(other)
    other.table.contents(0)
    assert one.table.seen == set() and other.table.seen is None


def test_no_more_than_the_last_readings_are_kept() -> None:
    """A game that is kept from its beginning to its end does not keep all that was read of it."""
    steps = list(wandering(NAMES[0], 3 * KEPT))
    kept = lately_read(steps[0].engine)
    first = weakref.ref(steps[0]._reading)
    assert len(kept.readings) <= KEPT and first() in kept.readings
    for here in steps[-KEPT - 1 :]:
        here.machine  # noqa: B018
        kept.of(here.state).legal(0)
    last = [here.state for here in steps[1:]][-KEPT:]
    for state in last:
        kept.of(state)
    gc.collect()
    assert len(kept.readings) == KEPT
    assert first() is None


# ------------------------------------------------------------------ positions read beside a near table


@EVERY_GAME
def test_a_position_is_read_alike_beside_any_table(name: str) -> None:
    """Taken or refused, with the same words: also one in which a number is another one, which laws may forbid."""
    rng, tables = random.Random(name), []
    for here in wandering(name, 8):
        tables.append(here.machine.table)
        program = here.machine.program
        for data in (here.to_json(), with_a_slip(here.to_json(), rng)):
            assert told(program, data, rng.choice(tables)) == told(program, data, None)


def told(program: Any, data: Any, near: Any) -> Any:
    """What becomes of a position that is read."""
    try:
        m = from_json(program, data, near=near)
    except Refused as refused:
        return refused.code, refused.reasons
    return lying(m), everything(m)


def with_a_slip(data: Any, rng: random.Random) -> Any:
    """One number of the table is one more or less, or one thing lies elsewhere."""
    spots = list(numbers(data["states"]))
    if spots:
        held, key = rng.choice(spots)
        held[key] += rng.choice((-1, 1))
    return data


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where whole numbers stand."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(pairs):
        if type(inner) is int:
            yield value, key
        yield from numbers(inner)
