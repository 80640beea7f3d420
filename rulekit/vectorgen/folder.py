"""The folder of vectors of a game: written whole, checked against the rules, looked through for a clause."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from rulekit.data import conformance_root
from rulekit.files import reading, writing
from rulekit.play.games.game import Game, Position, Trace
from rulekit.play.refusals import Refused
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.remembering_engine import RememberingEngine
from rulekit.vectorgen import covering as lines
from rulekit.vectorgen import making
from rulekit.vectorgen.draft import EVERYBODY, MadeVector, VectorDraft
from rulekit.vectors import files, manifest
from rulekit.vectors.form import Vector, asked_of
from rulekit.vectors.manifest import FULL, KEPT_FILE, STANDARD, TIERS, TINY, Manifest
from rulekit.vectors.normal import Tree
from rulekit.vectors.replay import PASSED, Replayer
from rulekit.vectors.sets import trees

Json = Any
SAMPLE = 12  # vectors that a quick check replays
WANTED = {TINY: making.USUAL, STANDARD: making.USUAL, FULL: making.FULL}


def folder_of(name: str) -> Path:
    """Where the vectors of a bundled game lie."""
    return conformance_root() / "vectors" / name


# ------------------------------------------------------------------ written


def make_files(game: Game, tier: str, jobs: int = 1) -> dict[str, list[Vector]]:
    """The vectors of each file of a tier."""
    all_ = list(making.make_vectors(game, WANTED[tier], jobs))
    smallest = making.tiny_tier(all_)
    found = {TIERS[TINY][0]: smallest}
    if tier != TINY:
        rest = making.standard_tier(all_, smallest, making.room_for(all_) if tier == STANDARD else sys.maxsize)
        found[f"{tier}.jsonl"] = rest
    return {name: sort_vectors(one) for name, one in found.items()}


def sort_vectors(vectors: list[MadeVector]) -> list[Vector]:
    """By their ids, so that a change shows where it is."""
    return sorted((one.vector for one in vectors), key=lambda one: one.id)


def write(game: Game, tier: str, folder: Path, jobs: int = 1) -> Manifest:
    """All files of a tier; those that were kept by hand stay."""
    folder.mkdir(parents=True, exist_ok=True)
    found = make_files(game, tier, jobs)
    entries: dict[str, Json] = {}
    for name, vectors in found.items():
        text = files.text(vectors)
        writing.write(folder / name, text)
        entries[name] = manifest.entry(text, vectors)
    return _manifest_of(game, folder, entries)


def _manifest_of(game: Game, folder: Path, entries: dict[str, Json]) -> Manifest:
    """The manifest of these files and of what was kept."""
    if (folder / KEPT_FILE).exists():
        entries[KEPT_FILE] = manifest.entry(reading.text(folder / KEPT_FILE), files.read_vectors(folder / KEPT_FILE))
    found = describe_folder(game, entries)
    writing.write(folder / manifest.NAME, manifest.manifest_text(found))
    return found


def describe_folder(game: Game, entries: dict[str, Json]) -> Manifest:
    """What the manifest says of a game with these files."""
    tiers = {tier: tuple(name for name in names if name in entries) for tier, names in TIERS.items()}
    return Manifest(
        game.name,
        game.spec,
        {tier: names for tier, names in tiers.items() if set(names) - {KEPT_FILE}},
        entries,
        trees(game.checked),
        lines.lines(game),
        lines.moves(game),
        lines.names(game),
        lines.results(game),
    )


# ------------------------------------------------------------------ checked


def check_folder(game: Game, folder: Path, sample: int | None = SAMPLE) -> Iterator[str]:
    """What is wrong with a folder: files, rules, or what a sample of its vectors says of the rules.

    The hash says that the rules are those the vectors were made from, the manifest that no file was changed, the
    replay of a sample that the kit still answers so. Only making all of it again proves more.
    """
    try:
        found = manifest.read_manifest(folder)
        vectors = manifest.vectors_of(folder, found, STANDARD if STANDARD in found.tiers else TINY)
    except (Refused, OSError) as trouble:
        yield str(trouble)
        return
    if (found.game, found.spec) != (game.name, game.spec):
        yield f"made from other rules: {found.spec}, and {game.name} has {game.spec} now"
        return
    if describe_folder(game, dict(found.files)) != found:
        yield f"{manifest.NAME} says something else of the lines of the rules than the rules do"
    step = max(1, len(vectors) // sample) if sample else 1
    yield from replay_failures(game, found.sets, vectors[::step])


def replay_failures(game: Game, sets: Mapping[str, Tree], vectors: list[Vector]) -> Iterator[str]:
    """Vectors that the rules themselves do not pass."""
    session = InProcess(RememberingEngine(game, "0"))
    replayer = Replayer(session, greet(session, game, "0"), sets)
    for vector in vectors:
        verdict = replayer.replay(vector)
        if verdict.kind != PASSED and not vector.advice:
            what = verdict.why or verdict.difference
            yield f"{vector.id}, step {verdict.step}: the rules say something else: {what}"


def same_again(game: Game, folder: Path, jobs: int = 1) -> Iterator[str]:
    """Files that come out otherwise when they are made again."""
    for name, vectors in make_files(game, STANDARD, jobs).items():
        if reading.text(folder / name) != files.text(vectors):
            yield f"{name} comes out otherwise when it is made again"


# ------------------------------------------------------------------ looked through


def affected_vectors(folder: Path, clause: str) -> list[str]:
    """The vectors that rest on a clause: for which they are, by a line that ran, allowed or refused, or by a name."""
    found = manifest.read_manifest(folder)
    wanted = clause.strip("[]")
    lines_ = {line for line, told in found.lines.items() if line == wanted or wanted in told["clauses"]}
    all_ = manifest.vectors_of(folder, found, STANDARD if STANDARD in found.tiers else TINY)
    return [one.id for one in all_ if wanted in one.about or lines_ & set(one.about) or lines_ & _lines(one.steps)]


def _lines(steps: tuple[Json, ...]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        for key in ("ran", "held", "because"):
            found.update(step.get(key, ()))
        inner = step.get("fork")
        found |= _lines(tuple(inner)) if isinstance(inner, list) else set()
    return found


def keep(game: Game, folder: Path, vector: Vector) -> bool:
    """A vector kept for ever in a file of its own; false if it is there already, `Refused` if the rules fail it."""
    file = folder / KEPT_FILE
    known = files.read_vectors(file) if file.exists() else []
    if any(one.id == vector.id or asked_of(one) == asked_of(vector) for one in known):
        return False
    for wrong in replay_failures(game, trees(game.checked), [vector]):
        raise Refused("malformed", wrong)
    folder.mkdir(parents=True, exist_ok=True)
    files.write(file, sorted([*known, vector], key=lambda one: one.id))
    entries = dict(manifest.read_manifest(folder).files) if (folder / manifest.NAME).exists() else {}
    _manifest_of(game, folder, entries)
    return True


__all__ = ["affected_vectors", "check_folder", "folder_of", "keep", "make_files", "same_again", "write"]


# ------------------------------------------------------------------ a recorded game as a vector that is kept


LAST = 6  # answers before the end that are looked at


def vector(game: Game, trace: Trace, note: str = "") -> Vector:
    """The vector of a game; `Refused` if it was recorded on other rules, or ends in a fault of them."""
    if trace.fault is not None:
        raise Refused("trace", f"the rules themselves run into a fault at its end: {trace.fault}")
    positions = trace.replay(game).line()
    draft = VectorDraft("kept", attrs.evolve(positions[0], chance=None), loaded=False)  # it is told every outcome
    for number, here in enumerate(positions[1:], 1):
        _again(draft, here)
        if len(positions) - number <= LAST:
            draft.look(EVERYBODY)
    return attrs.evolve(draft.finish().vector, note=note)


def _again(draft: VectorDraft, here: Position) -> None:
    assert here.answer is not None
    if len(here.answer) == 2:
        draft.take(*here.answer)
    else:
        draft.draw(here.answer[0])
