"""The rung of the mutants: changed rules that vectors alone notice, and what the evidence says of the others."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulekit.adequacy.ladder import LadderEntry, Rung
from rulekit.adequacy.noting import VERSION, NotedVectors
from rulekit.mutate import by_play
from rulekit.mutate.chance_bias import favour_of
from rulekit.mutate.judging import MutantJudge, TimedOut, at_most, examine, timed_numbers
from rulekit.mutate.mutant_generation import Mutant, mutants
from rulekit.mutate.mutation_campaign import MutationWork
from rulekit.play.games.game import Game
from rulekit.processes import interrupt_flag, processes
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.remembering_engine import RememberingEngine
from rulekit.protocol.session import EngineFailure
from rulekit.vectors.form import Vector
from rulekit.vectors.normal import Tree
from rulekit.vectors.replay import PASSED, Replayer

BAR = 90.0
OWN = 12  # vectors that meet the changed line, before all others
LIMIT = 120.0  # seconds of a processor for one mutant; who needs more is not judged

NOTICED, TRIVIAL, LATE = "noticed", "trivial", "timed out"
MISSING, UNMET, EQUIVALENT, SILENT = "missing vector", "unmet", "equivalent", "silent"
MEANINGS = {
    NOTICED: "noticed by a vector",
    TRIVIAL: "refused by the checker",
    LATE: "took too long to be judged",
    MISSING: "games tell it apart, and no vector does",
    UNMET: "no vector comes to the changed line, and no game tells it apart",
    EQUIVALENT: "equivalent as far as games were compared",
    SILENT: "shows only in what the protocol does not tell",
}
COUNTED = (NOTICED, MISSING, UNMET, LATE)  # the others say nothing of vectors


@attrs.frozen
class MutantOutcome:
    """What became of one mutant."""

    mutant: Mutant
    fate: str
    why: str = ""  # the vector that noticed it, or the evidence

    @property
    def entry(self) -> LadderEntry:
        """For people: where, what, which class, on what evidence."""
        where = f"{self.mutant.span.file.rpartition('/')[2]}:{self.mutant.span.line}"
        evidence = f" ({self.why})" if self.why else ""
        return LadderEntry(self.mutant.id, f"{where}: {self.mutant.sentence}; {MEANINGS[self.fate]}{evidence}")


@attrs.define(eq=False)
class VectorTrial:
    """The vectors of a game, put to one mutant after the other. Those that noticed most so far come first."""

    judge: MutantJudge
    noted: NotedVectors
    sets: Mapping[str, Tree]
    noticed: Counter[str] = attrs.field(factory=Counter)

    def verdict(self, mutant: Mutant) -> MutantOutcome:
        """What becomes of it."""
        examined = examine(mutant.apply(self.judge.rulebook), self.judge.ids)
        if examined.errors:
            return MutantOutcome(mutant, TRIVIAL)
        game = Game(examined.checked, self.judge.spec, own=self.judge.own)
        by, late = self._by(mutant, game)
        if by:
            return MutantOutcome(mutant, NOTICED, by)
        return MutantOutcome(mutant, LATE) if late else self.survivor(mutant, game)

    def _by(self, mutant: Mutant, game: Game) -> tuple[str, bool]:
        """The first vector that it does not pass; none, and whether there was no time for all."""
        end = time.process_time() + LIMIT
        session = InProcess(RememberingEngine(game, VERSION))
        try:
            replayer = Replayer(session, greet(session, self.judge.original, VERSION), self.sets)
        except EngineFailure:
            return "the handshake", False
        for vector in self.vectors_in_order(mutant):
            if replayer.replay(vector).kind != PASSED:
                self.noticed[vector.id] += 1
                return vector.id, False
            if time.process_time() > end:
                return "", True
        return "", False

    def vectors_in_order(self, mutant: Mutant) -> Iterator[Vector]:
        """Some that meet the changed line, then those that notice most, short ones first; no verdict rests on it."""
        own = [vector for vector, notes in self.noted.each if mutant.clause in notes.lines | notes.about]
        first = {vector.id: vector for vector in sorted(own, key=lambda one: len(one.steps))[:OWN]}
        yield from first.values()
        rest = [vector for vector, _ in self.noted.each if vector.id not in first]
        yield from sorted(rest, key=lambda one: (-self.noticed[one.id], len(one.steps)))

    def survivor(self, mutant: Mutant, game: Game) -> MutantOutcome:
        """Games against the original: what can be seen through the protocol, and nothing else, is compared."""
        judge, effort = self.judge, self.judge.effort
        played, favour = by_play.PlayComparison(), favour_of(judge.rulebook, game.checked, mutant)
        for looks, games in ((by_play.GLANCE, effort.games), (by_play.CompareIntervals(1), effort.close_games)):
            numbers = timed_numbers(range(games), effort.play_seconds)
            try:
                with at_most(effort.limit):
                    found = by_play.duel(
                        judge.original, game, judge.sample, numbers, effort.steps, effort.seed, looks, favour
                    )
            except TimedOut:
                return MutantOutcome(mutant, LATE)
            played = played.and_then(found)
            if found.difference is not None:
                return MutantOutcome(mutant, MISSING if found.games else SILENT, found.difference)
        evidence = f"{played.games} games, {played.decisions:,} answers, {played.configurations} configurations"
        unmet = mutant.clause in self.judge.original.clauses.lines and mutant.clause not in self.noted.all.lines
        return MutantOutcome(mutant, UNMET if unmet else EQUIVALENT, evidence)


def judge_mutants(
    trial: VectorTrial,
    all_: Sequence[Mutant],
    seed: str,
    end: float,
    most: int | None,
    shared: SharedWork | None = None,
) -> tuple[list[MutantOutcome], bool]:
    """As many as there is time for, in an order drawn by the seed, and whether Ctrl-C ended it."""
    order = list(all_)
    random.Random(f"adequacy {seed}").shuffle(order)
    found: list[MutantOutcome] = []
    try:
        for one in _each(trial, order[:most], end, shared):
            found.append(one)
    except KeyboardInterrupt:
        return found, True
    return found, False


@attrs.frozen
class SharedWork:
    """Work that several processes share: what each of them must know, plain enough to be sent there."""

    jobs: int
    work: MutationWork
    noted: NotedVectors
    sets: Mapping[str, Tree]


def _each(
    trial: VectorTrial, order: Sequence[Mutant], end: float, shared: SharedWork | None
) -> Iterator[MutantOutcome]:
    """One after the other while there is time; what is under way when the time is over is still judged."""
    if shared is None or shared.jobs == 1:
        for mutant in order:
            if time.monotonic() > end:
                return
            yield trial.verdict(mutant)
        return
    with interrupt_flag() as interrupt, processes(shared.jobs, _begin, shared) as pool:
        told = interrupt.results_in_order(pool.submit(_one, mutant.id, end) for mutant in order)
        yield from (MutantOutcome(mutant, *found) for mutant, found in zip(order, told, strict=True) if found)


HERE: list[tuple[VectorTrial, dict[str, Mutant]]] = []  # of a process that judges some of them


def _begin(shared: SharedWork) -> None:
    judge = shared.work.judge()
    HERE.append((VectorTrial(judge, shared.noted, shared.sets), {one.id: one for one in mutants(judge.rulebook)}))


def _one(name: str, end: float) -> tuple[str, str] | None:
    """Its fate and why, which is all that can be sent back; nothing if the time is over."""
    trial, known = HERE[-1]
    if time.monotonic() > end:
        return None
    found = trial.verdict(known[name])
    return found.fate, found.why


def rung(found: Sequence[MutantOutcome], of: int, stopped: bool = False) -> Rung:
    """Trivial, equivalent and silent ones are not counted; what was not judged in time is, as not noticed."""
    fates = Counter(one.fate for one in found)
    survivors = [one for one in found if one.fate not in (NOTICED, TRIVIAL)]
    families = Counter(one.mutant.family for one in survivors if one.fate in COUNTED)
    notes = [f"{len(found):,} of {of:,} mutants were judged" + (" before it was stopped" if stopped else "")]
    notes += [f"survivors by family: {', '.join(f'{name} {n}' for name, n in families.most_common())}"] * bool(families)
    return Rung(
        "mutants",
        "mutants of the rules are noticed by vectors alone",
        fates[NOTICED],
        sum(fates[fate] for fate in COUNTED),
        tuple(one.entry for one in survivors if one.fate in COUNTED),
        tuple(one.entry for one in survivors if one.fate not in COUNTED),
        BAR,
        tuple(notes),
        {fate: fates[fate] for fate in MEANINGS if fates[fate]},
    )


__all__ = ["COUNTED", "MEANINGS", "MutantOutcome", "SharedWork", "VectorTrial", "judge_mutants", "rung"]
