"""All rungs of the ladder for one game and one folder of vectors."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import attrs

from rulekit.adequacy import mutants, rules, wrong_engines
from rulekit.adequacy import rules as clauses
from rulekit.adequacy import rules as situations
from rulekit.adequacy import wrong_engines as planted
from rulekit.adequacy.ladder import Ladder, Rung
from rulekit.adequacy.noting import NotedVectors, replay_and_note
from rulekit.check.sources.ledger_report import ledger_report
from rulekit.files import reading
from rulekit.fuzz.coverage_goals import read_excuses
from rulekit.mutate.judging import Effort
from rulekit.mutate.mutation_campaign import MutationWork, prepare_judge
from rulekit.pipeline import LEDGER, paths
from rulekit.play.games.game import Game
from rulekit.play.games.rows_read import printed_rows
from rulekit.play.refusals import Refused
from rulekit.vectors import manifest
from rulekit.vectors.form import Vector
from rulekit.vectors.manifest import STANDARD, TINY, Manifest
from rulekit.verify.work_order import Material

Said = Callable[[str], None]


@attrs.frozen
class MeasurePlan:
    """How much is measured."""

    seconds: float = 60.0  # for the mutants
    mutants: int | None = None  # at most so many
    engines: bool = False  # whether wrong engines are put to the vectors as well, for as many seconds again
    seed: str = "0"
    jobs: int = 1
    tables: tuple[tuple[str, str], ...] = ()  # of one's own, by the names of those they stand for


def read_vectors(game: Game, folder: Path, tier: str | None) -> tuple[Manifest, list[Vector]]:
    """The vectors of a folder; `Refused` if they were made from other rules."""
    found = manifest.read_manifest(folder)
    if (found.game, found.spec) != (game.name, game.spec):
        raise Refused(
            "refused",
            f"{folder}: these vectors were made from other rules of {found.game}",
            f"`rulekit vectors {game.origin} --out DIR` makes them from these, and --vectors DIR measures them",
        )
    return found, manifest.vectors_of(folder, found, tier or (STANDARD if STANDARD in found.tiers else TINY))


def measure_vectors(
    game: Game, place: Path, index: Manifest, vectors: list[Vector], plan: MeasurePlan, said: Said
) -> Ladder:
    """The whole ladder. `place` is the folder of the rules."""
    said("the vectors are replayed by the rules")
    found = replay_and_note(game, index.sets, vectors, rules.guards_of(game))
    return Ladder(game.name, game.spec, len(vectors), found.failed, tuple(rungs(game, place, index, found, plan, said)))


def rungs(game: Game, place: Path, index: Manifest, found: NotedVectors, plan: MeasurePlan, said: Said) -> list[Rung]:
    """One after the other, the cheap ones first."""
    notes, excuses = found.all, read_excuses(place)
    made = [clauses.clauses(game, notes, holders(place, plan))] if game.clauses.ledger else []
    said("lines and guards that nobody meets are looked into")
    made += [rules.lines(game, notes, excuses), rules.guards(game, notes, excuses)]
    said("fresh games are played")
    fresh = situations.notes_of_new_games(game, plan.seed)
    made += [rules.rows(game, notes)] if any(printed_rows(game.checked)) else []
    made += [situations.pairs(notes, fresh), situations.situations(notes, fresh)]
    if plan.seconds:
        said("mutants are put to the vectors")
        made.append(of_mutants(place, index, found, plan))
    if plan.engines and planted.file_of(game.name).is_file():
        said("wrong engines are put to the vectors")
        made += of_engines(game, index, found, plan)
    return made


def holders(place: Path, plan: MeasurePlan) -> clauses.Holders:
    """By what each sentence is held, as `rulekit ledger` says."""
    if not (place.is_dir() and reading.is_there(place / LEDGER)):
        return {}
    by: clauses.Holders = ledger_report(place, paths(dict(plan.tables)))["by"]
    return by


def of_mutants(place: Path, index: Manifest, found: NotedVectors, plan: MeasurePlan) -> Rung:
    """As many as there is time for."""
    end = time.monotonic() + plan.seconds
    effort = Effort(seed=plan.seed)
    judge, all_ = prepare_judge(place, effort, plan.tables)
    trial = mutants.VectorTrial(judge, found, index.sets)
    shared = mutants.SharedWork(plan.jobs, MutationWork(place, effort, (), plan.tables), found, index.sets)
    verdicts, stopped = mutants.judge_mutants(trial, all_, plan.seed, end, plan.mutants, shared)
    return mutants.rung(verdicts, len(all_), stopped)


def of_engines(game: Game, index: Manifest, found: NotedVectors, plan: MeasurePlan) -> list[Rung]:
    """As many as there is time for."""
    material = Material(tuple(vector for vector, _ in found.each), dict(index.sets))
    return wrong_engines.rungs(game, material, plan.seed, time.monotonic() + plan.seconds)


__all__ = ["MeasurePlan", "measure_vectors", "read_vectors"]
