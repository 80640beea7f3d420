"""Random games to look at: machines at every position of one, with everything noted."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekit.data import bundled_games
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.play.machine.frames import ChancePoint, Decision, Move, Over, Sealed
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.program_index import program_index
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_recording import Recorder
from rulekit.play.refusals import Refused
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy
from rulekit.typesystem import types as t

TOYS = Path(__file__).parent.parent / "games"
GAMES = tuple(game.name for game in bundled_games())
TOY_NAMES = tuple(file.stem for file in sorted(TOYS.glob("*.rules")))
FAULTY = {"ask-must-stuck", "ids-like-code", "zone-capacity"}  # toys with moves that end in a fault on purpose


@functools.cache
def program(name: str, seats: int | None = None) -> Program:
    """A bundled game or a toy, ready to run; as many play as can where nothing is said."""
    checked = (bundled(name) if name in GAMES else toy(name)).checked
    symbols = checked.symbols
    options = {key: _default(info.type, info.default) for key, info in symbols.options.items()}
    return Program(checked, ConfigIndex(symbols, options, seats or min(3, symbols.seats[1])))


def _default(kind: t.Type, value: Any) -> Any:
    return kind.members.index(value) if isinstance(kind, t.Choice) and isinstance(value, str) else value


def start(name: str, seats: int | None = None) -> Machine:
    """The first thing that must be answered."""
    ready = program(name, seats)
    m = Machine(ready, program_index(ready).start.copy())
    m.recorder = Recorder()
    return m.begin()


def walk(name: str, seed: int = 1, answers: int = 60, seats: int | None = None) -> Iterator[Machine]:
    """The positions of one random game, one after another; a toy that is about a fault ends before it."""
    m, rng = start(name, seats), random.Random(seed)
    yield m
    while not isinstance(m.pending, Over) and (answers > 0 or isinstance(m.pending, ChancePoint)):
        try:
            m = answered(m, *pick(m, rng))
        except Fault:
            if name in FAULTY:
                return
            raise
        answers -= not isinstance(m.pending, ChancePoint)
        yield m


def pick(m: Machine, rng: random.Random) -> tuple[int | None, Any]:
    """Who answers, and what: a seat and a move, or nobody and an outcome."""
    pending = m.pending
    if isinstance(pending, Decision):
        return pending.seat, rng.choice(pending.moves)
    if isinstance(pending, Sealed):
        seat = rng.choice([s for s in pending.asked if s not in pending.answers])
        return seat, rng.choice(pending.moves[seat])
    assert isinstance(pending, ChancePoint)
    if pending.kind == "dice":
        return None, tuple(rng.choice(pending.domain) for _ in range(pending.count))
    if pending.kind == "order":
        return None, tuple(rng.sample(pending.domain, len(pending.domain)))
    return None, rng.choice(pending.domain)


def answered(m: Machine, seat: int | None, what: Any) -> Machine:
    """The position after an answer."""
    return m.draw(what) if seat is None else m.decide(seat, what)


def asked(m: Machine) -> list[tuple[int, tuple[Move, ...]]]:
    """Who must answer now, each with the legal list."""
    pending = m.pending
    if isinstance(pending, Decision):
        return [(pending.seat, pending.moves)]
    if isinstance(pending, Sealed):
        return [(seat, pending.moves[seat]) for seat in pending.asked if seat not in pending.answers]
    return []


def position(name: str, answers: int, seats: int | None = None) -> Machine:
    """The last position of a short random game that somebody is still asked in."""
    return [m for m in walk(name, 7, answers, seats) if asked(m)][-1]


def reasons(call: Any) -> tuple[str, ...]:
    """Why something is refused: the code and all reasons; nothing if it is taken."""
    try:
        call()
    except Refused as refused:
        return (refused.code, *refused.reasons)
    return ()
