"""The reference engine answers a word again only while all that the word read is as it was."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.data import bundled_games
from rulekit.gamestate.game_state import Part
from rulekit.play.engines import legal_of
from rulekit.play.games.game import Game
from rulekit.play.machine.frames import ChancePoint, Over, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import stream
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy

EVERY_GAME = pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
DECISIONS = 40


def played(game: Game, forgets: bool) -> list[Any]:
    """What is asked at each step of one random game."""
    setting = game.settings.prepare({}, game.players[-1])
    m, bits, random = setting.machine().begin(), stream("again", 1), Random(1)
    kept, seen = setting.program.pure, []
    setting.program.pure = frozenset() if forgets else kept
    for _ in range(DECISIONS):
        seen.append(m.pending)
        m = one_on(m, bits, random)
    setting.program.pure = kept
    return [getattr(pending, "moves", pending) for pending in seen]


def one_on(m: Machine, bits: Any, random: Random) -> Machine:
    pending = m.pending
    if isinstance(pending, Over) or pending is None:
        return m
    if isinstance(pending, ChancePoint):
        return m.draw(pending.draw_one(bits))
    seat = next(s for s in pending.asked if s not in pending.answers) if isinstance(pending, Sealed) else pending.seat
    return m.decide(seat, random.choice(legal_of(pending, seat)))


@pytest.mark.long
@EVERY_GAME
def test_a_game_is_the_same_with_answers_kept_and_with_every_word_asked_anew(folder: Path) -> None:
    kept, anew = (played(bundled(folder), forgets=forgets) for forgets in (False, True))
    assert [str(one) for one in kept] == [str(one) for one in anew]


# ------------------------------------------------------------------ one word


class Asker:
    """Counts how often a word is really asked; it reads what it is told to read."""

    def __init__(self) -> None:
        self.m = toy("map-grows").settings.prepare({}, 2).machine()
        self.name = next(iter(self.m.program.pure))
        self.times = 0
        self.state = next(iter(self.m.table.states))
        self.args = next(iter(self.m.table.states[self.state]))

    def ask(self, m: Machine) -> Any:
        e = m.evaluator()
        return e.answer(self.name, {"it": self}, lambda _, __: self.read(e))

    def read(self, e: Evaluator) -> Any:
        self.times += 1
        return e.table.read(self.state, self.args)


def test_a_word_is_not_asked_twice_of_one_table_or_its_copy() -> None:
    asker = Asker()
    first = asker.ask(asker.m)
    assert (asker.ask(asker.m.fork()), asker.times) == (first, 1)


def test_a_word_is_asked_again_when_what_it_read_was_written() -> None:
    asker = Asker()
    asker.ask(asker.m)
    asker.m.table.write(asker.state, asker.args, 1)
    assert (asker.ask(asker.m), asker.times) == (1, 2)


def test_a_word_is_not_asked_again_when_something_else_was_written() -> None:
    asker = Asker()
    asker.ask(asker.m)
    asker.m.table.note_change("another", ("another", ()))
    assert (asker.ask(asker.m), asker.times) == (asker.m.table.read(asker.state, asker.args), 1)


def test_a_word_asked_in_turn_of_two_tables_is_asked_once_of_each() -> None:
    """As a law does that compares a position with one that it supposes; of a third the oldest answer makes room."""
    asker = Asker()
    tables = [asker.m, asker.m.fork(), asker.m.fork()]
    for value, m in enumerate(tables):
        m.table.write(asker.state, asker.args, value)
    assert [asker.ask(tables[n]) for n in (0, 1, 0, 1, 1, 0)] == [0, 1, 0, 1, 1, 0]
    assert asker.times == 2
    assert [asker.ask(tables[n]) for n in (2, 0, 2, 1)] == [2, 0, 2, 1]
    assert asker.times == 4


def test_what_is_supposed_on_a_copy_is_not_believed_of_the_table() -> None:
    asker = Asker()
    before = asker.ask(asker.m)
    supposed = asker.m.fork()
    supposed.table.write(asker.state, asker.args, 1)
    assert (asker.ask(supposed), asker.ask(asker.m)) == (1, before)


def test_a_word_rests_on_what_the_words_in_it_read() -> None:
    asker, told = Asker(), []

    def outer(_: str, env: Env) -> Any:
        told.append(asker.ask(asker.m))
        return told[-1]

    for value in (1, 2):
        asker.m.table.write(asker.state, asker.args, value)
        for _ in range(2):
            asker.m.evaluator().answer(asker.name, {"it": id(told)}, outer)
    assert told == [1, 2]


def test_a_fault_in_a_word_has_read_as_well() -> None:
    asker = Asker()
    e = asker.m.evaluator()
    outer: set[Part] = set()
    asker.m.table.seen = outer
    with pytest.raises(ZeroDivisionError):
        e.answer(asker.name, {"it": "a fault"}, lambda _, __: asker.read(e) / 0)
    assert outer == {(asker.state, asker.args)}


def test_many_may_look_at_one_position_at_the_same_time() -> None:
    here = toy("map-grows").start(chance=1, engine="reference")
    alone = here.view(0)
    with ThreadPoolExecutor(4) as pool:
        assert all(view == alone for view in pool.map(lambda _: here.view(0), range(40)))
