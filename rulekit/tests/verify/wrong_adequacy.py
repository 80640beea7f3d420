"""How many wrong engines of conformance/mutants a verification finds and blames, with vectors alone and with games.

`python -m rulekit.tests.verify.wrong_adequacy GAME [--vectors FOLDER] [--first | --every] [NAME..]`; half an hour for a
game with all its vectors. Engines in Python are asked in this process, others through a pipe. Vectors that the right
engine fails are false alarms: they are printed, and count for nothing. With `--first` an engine is left after the first
vector that it fails, and no games are played; with `--every` all vectors are replayed, so that the figures by sort are
whole.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from rulekit.adequacy.wrong_engines import EngineOutcome, FaultyEngine, adequacy, outcome
from rulekit.data import conformance_root
from rulekit.play.games.game import Game
from rulekit.tests.bundled import bundled
from rulekit.tests.verify import wrong
from rulekit.vectorgen.folder import folder_of
from rulekit.vectors import manifest
from rulekit.verify.work_order import Material, sample_configurations


def material(folder: Path) -> Material:
    """The standard vectors of a folder; those that are advice accuse nobody."""
    index = manifest.read_manifest(folder)
    vectors = manifest.vectors_of(folder, index, manifest.STANDARD)
    return Material(tuple(one for one in vectors if not one.advice), dict(index.sets))


def rows(game: Game, vectors: Material, names: list[str], **effort: int) -> Iterator[EngineOutcome]:
    """One wrong engine after the other, each verified."""
    for planted in wrong.read_changes(game.name)["wrong"]:
        if names and planted["name"] not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            change = wrong.change(game.name, planted["name"])
            file = Path(wrong.build_engine(change, Path(folder)).text)
            sample = wrong.configurations(game, change)
            yield outcome(
                game,
                FaultyEngine(change["name"], wrong.engine(file), wrong.right_clauses(change), sample),
                vectors,
                **effort,
            )


def main() -> None:
    """The table of one game."""
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--vectors", type=Path)
    asked.add_argument("--first", action="store_true")
    asked.add_argument("--every", action="store_true")
    asked.add_argument("names", nargs="*")
    told = asked.parse_intermixed_args()
    game = bundled(told.game)
    vectors = material(told.vectors or folder_of(game.name))
    adapter = conformance_root() / wrong.read_changes(game.name)["adapter"]
    right = FaultyEngine("the right engine", wrong.engine(adapter), (), sample_configurations(game))
    alarm = outcome(game, right, vectors, games=0, enough=len(vectors.vectors))
    vectors = attrs.evolve(vectors, vectors=tuple(one for one in vectors.vectors if one.id not in alarm.vectors))
    print(f"the right engine fails: {', '.join(alarm.vectors) or 'none'}", flush=True)
    effort = {"enough": 1 if told.first else len(vectors.vectors), "games": 0} if told.first or told.every else {}
    found = []
    for row in rows(game, vectors, told.names, **effort):
        found.append(row)
        print(row, flush=True)
    print(*adequacy(found).lines(), sep="\n")


if __name__ == "__main__":
    main()
