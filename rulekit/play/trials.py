"""Random games under the eyes of the laws: what broke, where a game got stuck, which fault the rules ran into."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.check.configurations_of import Configuration
from rulekit.play import answer, lawful
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Machine
from rulekit.play.outcomes import drawn
from rulekit.play.random_bits import Bits, stream
from rulekit.play.setting import Setting, Settings
from rulekit.table.table import Table

LONGEST = 20_000  # answers


@attrs.frozen
class Trial:
    """One random game: how long it was and what was wrong with it."""

    configuration: Configuration
    number: int
    answers: int
    wrong: tuple[str, ...]

    @property
    def good(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        options = ", ".join(f"{name} {value}" for name, value in self.configuration.options)
        return f"game {self.number}, {self.configuration.seats} players{', ' if options else ''}{options}"


def trial(settings: Settings, configuration: Configuration, seed: str, number: int, longest: int = LONGEST) -> Trial:
    """Play one game at random; it stops at the first thing that is wrong."""
    setting = settings.of(configuration.chosen, configuration.seats)
    wrong: list[str] = []
    answers = 0
    try:
        for answers, found in enumerate(_steps(setting, stream(seed, number))):
            wrong += found
            if wrong or answers >= longest:
                break
    except Fault as fault:
        wrong.append(str(fault))
    if not wrong and answers >= longest:
        wrong.append(f"no end after {longest} answers")
    return Trial(configuration, number, answers, tuple(dict.fromkeys(wrong)))


def _steps(setting: Setting, bits: Bits) -> Iterator[list[str]]:
    """Answer after answer; each time the laws that are broken."""
    m = setting.machine()
    m.lawful = True
    m = answer.begin(m)
    before: Table | None = None
    late: list[str] = []  # laws broken in mid-step, told at the next law point
    while True:
        late += [f"the law {breach} is broken" for breach in m.breaches]
        if lawful.law_point(m) and m.started:
            found = [f"the law {breach} is broken" for breach in lawful.breaches(m, before)]
            before = m.table
            yield late + found
            late = []
        if isinstance(m.pending, Over):
            return
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
