"""Random games under the eyes of the laws: what broke, where a game got stuck, which fault the rules ran into."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import attrs

from rulekit.check.configurations_of import Configuration, configurations
from rulekit.check.examined import Checked
from rulekit.play import answer, lawful
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Machine
from rulekit.play.outcomes import drawn
from rulekit.play.random_bits import Bits, stream
from rulekit.play.setting import Setting, Settings
from rulekit.table.table import Table

LONGEST = 100_000  # answers
SECONDS = 2.0  # of random games, where nobody says how many
MOST = 200  # of them then


@attrs.frozen
class Trial:
    """One random game: how long it was, whether it came to its end, and what was wrong with it."""

    configuration: Configuration
    number: int
    answers: int
    ended: bool
    wrong: tuple[str, ...]
    decisions: int = 0  # answers of players

    @property
    def good(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        options = "".join(f", {name} {_told(value)}" for name, value in self.configuration.options)
        return f"game {self.number}, {self.configuration.seats} players{options}"


def _told(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def trials(
    checked: Checked,
    games: int | None,
    seed: str,
    longest: int = LONGEST,
    clock: Callable[[], float] = time.process_time,
) -> Iterator[Trial]:
    """So many random games, or as many as there is time for, in one configuration of the sample after the other."""
    settings = Settings(checked)
    sample = configurations(checked, 0)
    end = clock() + SECONDS
    for number in range(MOST if games is None else games):
        if games is None and number and clock() >= end:
            return
        yield trial(settings, sample[number % len(sample)], seed, number, longest)


def trial(settings: Settings, configuration: Configuration, seed: str, number: int, longest: int = LONGEST) -> Trial:
    """Play one game at random, at most so far; it stops at the first thing that is wrong."""
    setting = settings.of(configuration.chosen, configuration.seats)
    wrong: list[str] = []
    answers, decisions, ended = 0, 0, False
    try:
        for answers, seen in enumerate(_steps(setting, stream(seed, number))):
            decisions, ended, broken = seen
            wrong += broken
            if wrong or answers >= longest:
                break
    except Fault as fault:
        wrong.append(str(fault))
    if not wrong and not ended and answers >= LONGEST:
        wrong.append(f"no end after {LONGEST} answers")
    return Trial(configuration, number, answers, ended, tuple(dict.fromkeys(wrong)), decisions)


def _steps(setting: Setting, bits: Bits) -> Iterator[tuple[int, bool, list[str]]]:
    """Answer after answer: how many were of players, is the game over, and which laws are broken?"""
    m = setting.machine()
    m.lawful = True
    m = answer.begin(m)
    before: Table | None = None
    decisions = 0
    late: list[str] = []  # laws broken in mid-step, told at the next law point
    while True:
        late += [f"the law {breach} is broken" for breach in m.breaches]
        if lawful.law_point(m) and m.started:
            found = [f"the law {breach} is broken" for breach in lawful.breaches(m, before)]
            before = m.table
            yield decisions, isinstance(m.pending, Over), late + found
            late = []
        if isinstance(m.pending, Over):
            return
        decisions += not isinstance(m.pending, ChancePoint)
        m = random_answer(m, bits)


def random_answer(m: Machine, bits: Bits) -> Machine:
    """One answer, or one outcome of fate."""
    pending = m.pending
    if isinstance(pending, ChancePoint):
        return answer.draw(m, drawn(pending, bits))
    if isinstance(pending, Sealed):
        seat = next(s for s in pending.asked if s not in pending.answers)
        return answer.decide(m, seat, bits.pick(pending.moves[seat]))
    assert isinstance(pending, Decision)
    return answer.decide(m, pending.seat, bits.pick(pending.moves))
