"""How many wrong engines of conformance/mutants a verification finds and blames, with vectors alone and with games.

`python -m rulekit.tests.verify.wrong_adequacy GAME [--vectors FOLDER] [NAME..]`; half an hour for a game with all its
vectors. Engines in Python are asked in this process, others through a pipe.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from rulekit.adequacy.wrong_engines import Outcome, Wrong, adequacy, outcome
from rulekit.data import conformance_root
from rulekit.play.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import Session
from rulekit.runner import host
from rulekit.runner.source import Source
from rulekit.tests.bundled import bundled
from rulekit.tests.verify import wrong
from rulekit.vectorgen.folder import folder_of
from rulekit.vectors import manifest
from rulekit.verify.campaign import sampled
from rulekit.verify.work import Material, Opener


@attrs.frozen
class Here:
    """A file of Python, asked in this process."""

    file: Path

    def open(self) -> Session:
        """A new game of the engine."""
        return InProcess(host.made(self.file))


def engine(file: Path) -> Opener:
    """How an adapter is opened; nothing hostile stands in this repository, and a box costs time."""
    return Here(file) if file.suffix == ".py" else Source(str(file), sandbox="none")


def material(folder: Path) -> Material:
    """The standard vectors of a folder; those that are advice accuse nobody."""
    index = manifest.read(folder)
    vectors = manifest.vectors_of(folder, index, manifest.STANDARD)
    return Material(tuple(one for one in vectors if not one.advice), dict(index.sets))


def rows(game: Game, vectors: Material, names: list[str]) -> Iterator[Outcome]:
    """One wrong engine after the other, each verified."""
    for planted in wrong.read(game.name)["wrong"]:
        if names and planted["name"] not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            change = wrong.change(game.name, planted["name"])
            file = Path(wrong.made(change, Path(folder)).text)
            sample = wrong.configurations(game, change)
            yield outcome(game, Wrong(change["name"], engine(file), wrong.right_clauses(change), sample), vectors)


def main() -> None:
    """The table of one game."""
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--vectors", type=Path)
    asked.add_argument("names", nargs="*")
    told = asked.parse_intermixed_args()
    game = bundled(told.game)
    vectors = material(told.vectors or folder_of(game.name))
    right = Wrong("the right engine", engine(conformance_root() / wrong.read(game.name)["adapter"]), (), sampled(game))
    alarm = outcome(game, right, vectors, games=0)
    vectors = attrs.evolve(vectors, vectors=tuple(one for one in vectors.vectors if one.id not in alarm.vectors))
    print(f"the right engine fails: {', '.join(alarm.vectors) or 'none'}", flush=True)
    found = []
    for row in rows(game, vectors, told.names):
        found.append(row)
        print(row, flush=True)
    print(*adequacy(found).lines(), sep="\n")


if __name__ == "__main__":
    main()
