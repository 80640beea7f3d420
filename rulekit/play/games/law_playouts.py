"""Random games under the eyes of the laws: what broke, where a game got stuck, which fault the rules ran into."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import attrs

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen.engine_variants import VARIANTS
from rulekit.play.engines import legal_of
from rulekit.play.games.variant_agreement import (
    Answer,
    VariantDifference,
    VariantRunner,
    fault_or_result,
    random_answer,
    variants,
)
from rulekit.play.machine.frames import ChancePoint, Over
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame, PreparedGames
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault

LONGEST = 100_000  # answers
SECONDS = 2.0  # of random games, where nobody says how many
MOST = 200  # of them then


@attrs.frozen
class LawPlayout:
    """One random game: how long it was, whether it came to its end, and what was wrong with it."""

    configuration: GameConfig
    number: int
    answers: int
    ended: bool
    wrong: tuple[str, ...]
    decisions: int = 0  # answers of players

    @property
    def is_good(self) -> bool:
        """Whether nothing was found."""
        return not self.wrong

    def __str__(self) -> str:
        options = "".join(f", {name} {_value_text(value)}" for name, value in self.configuration.options)
        return f"game {self.number}, {self.configuration.seats} players{options}"


def _value_text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def trials(
    checked: CheckedRulebook,
    games: int | None,
    seed: str,
    longest: int = LONGEST,
    clock: Callable[[], float] = time.process_time,
) -> Iterator[LawPlayout]:
    """So many random games, or as many as there is time for, in one configuration of the sample after the other."""
    settings = PreparedGames(checked)
    sample = configurations(checked, 0)
    end = clock() + SECONDS
    for number in range(MOST if games is None else games):
        if games is None and number and clock() >= end:
            return
        beside = tuple(VARIANTS) if number < len(sample) else in_turn(number)
        yield trial(settings, sample[number % len(sample)], seed, number, longest, beside)


def in_turn(number: int) -> tuple[str, ...]:
    """Where all variants of generated code have played a configuration, later games are played by one in turn."""
    names = tuple(VARIANTS)
    return (names[number % len(names)],)


def trial(
    settings: PreparedGames,
    configuration: GameConfig,
    seed: str,
    number: int,
    longest: int = LONGEST,
    beside: tuple[str, ...] = tuple(VARIANTS),
) -> LawPlayout:
    """Play one game at random, at most so far; it stops at the first thing that is wrong.

    It is played on the reference engine, with some variants of generated code beside it: what users run is tested.
    """
    setting = settings.prepare(configuration.chosen, configuration.seats)
    alongside = VariantRunner(variants(setting, beside))
    wrong: list[str] = []
    answers, decisions, ended = 0, 0, False
    try:
        for answers, seen in enumerate(_steps(setting, stream(seed, number), alongside)):
            decisions, ended, broken = seen
            wrong += broken
            if wrong or answers >= longest:
                break
    except Fault as fault:
        wrong.append(str(fault))
    except EnginesDiffer as apart:
        wrong.append(f"rulekit plays this game in two ways, which is a fault of rulekit: {apart}")
    if not wrong and not ended and answers >= LONGEST:
        wrong.append(f"no end after {LONGEST} answers")
    return LawPlayout(configuration, number, answers, ended, tuple(dict.fromkeys(wrong)), decisions)


class EnginesDiffer(Exception):
    """The reference and some generated code part."""


def _steps(setting: PreparedGame, bits: Bits, alongside: VariantRunner) -> Iterator[tuple[int, bool, list[str]]]:
    """Answer after answer: how many were of players, is the game over, and which laws are broken?"""
    m = setting.machine()
    m.lawful = True
    m = _agreed_state(alongside.begin, fault_or_result(m.begin))
    before: GameState | None = None
    decisions = 0
    late: list[str] = []  # laws broken in mid-step, told at the next law point
    while True:
        late += [f"the law {breach} is broken" for breach in m.breaches]
        if LawEvaluation(m).law_point() and m.started:
            found = [f"the law {breach} is broken" for breach in LawEvaluation(m).breaches(before)]
            before = m.table
            yield decisions, isinstance(m.pending, Over), late + found
            late = []
        if m.pending is None or isinstance(m.pending, Over):
            return
        decisions += not isinstance(m.pending, ChancePoint)
        given = random_answer(m.pending, bits)
        m = _agreed_state(partial(alongside.answer, given), fault_or_result(partial(machine_after, m, given)))


def machine_after(m: Machine, given: Answer) -> Machine:
    """The reference engine after an answer of somebody, or of chance."""
    if len(given) == 1:
        return m.draw(given[0])
    assert m.pending is not None
    return m.decide(given[0], legal_of(m.pending, given[0])[given[1]])


def _agreed_state(told: Callable[[Machine | Fault], VariantDifference | None], found: Machine | Fault) -> Machine:
    """What came of a step, if all say the same of it; else `EnginesDiffer`."""
    parting = told(found)
    if parting is not None:
        raise EnginesDiffer(str(parting))
    if isinstance(found, Fault):
        raise found
    return found
