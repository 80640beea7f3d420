"""How many of the wrong engines of conformance/mutants vectors alone find, by sort and by tier.

`python -m rulekit.tests.vectorgen.wrong_table GAME [--folder DIR] [--first] [NAME..]`

Engines in Python are asked in this process, others through a pipe. Vectors that the right engine fails are false
alarms: they are printed, and count for nothing. With `--first` an engine is left after the first vector that it fails,
those of the tier tiny first: a tenth of the time, without the figures by sort.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekit.data import conformance_root
from rulekit.pipeline import load
from rulekit.play.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.runner import host
from rulekit.runner.source import Source
from rulekit.tests.verify import wrong
from rulekit.vectorgen.folder import folder_of
from rulekit.vectorgen.power import Met, Opened, met, power, reach
from rulekit.vectors import manifest
from rulekit.vectors.form import Vector


def opened(adapter: Path) -> Opened:
    """How sessions with an engine begin."""
    if adapter.suffix == ".py":
        return lambda: InProcess(host.made(adapter))
    return Source(str(adapter), sandbox="none").open


def right(name: str) -> Opened:
    return opened(conformance_root() / wrong.read(name)["adapter"])


def false_alarms(game: Game, name: str, vectors: list[Vector]) -> Met:
    """What the right engine fails."""
    return met(game, f"{name}, right", right(name), vectors)


def rows(game: Game, name: str, vectors: list[Vector], only: list[str], until: int | None) -> Iterator[Met]:
    """Every wrong engine on all vectors."""
    for planted in wrong.read(name)["wrong"]:
        if only and planted["name"] not in only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source: Any = wrong.made(wrong.change(name, planted["name"]), Path(folder))
            yield met(game, planted["name"], opened(Path(source.text)), vectors, until)


def main() -> None:
    """The table of one game."""
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--first", action="store_true")
    asked.add_argument("names", nargs="*")
    told = asked.parse_args()
    game, place = load(told.game), told.folder or folder_of(told.game)
    index = manifest.read(place)
    tiny = manifest.vectors_of(place, index, manifest.TINY)
    vectors = manifest.vectors_of(place, index, manifest.STANDARD)
    first = false_alarms(game, told.game, vectors)
    print(f"right engine: {dict(first.verdicts)}; false alarms: {', '.join(first.failed) or 'none'}", flush=True)
    good = [one for one in vectors if one.id not in first.failed]
    found = []
    for row in rows(game, told.game, good, told.names, 1 if told.first else None):
        found.append(row)
        print(f"{row.engine:40} {len(row.failed):5} {' '.join(sorted(row.sorts)) or 'NOT FOUND'}", flush=True)
    tiers = {"tiny": frozenset(one.id for one in tiny), "standard": frozenset(one.id for one in good)}
    print(*power(found, tiers).lines(), sep="\n")
    for one in reach(game, good):
        print(f"{one.what}: {one.reached} of {one.of}; missing: {', '.join(one.missing[:12]) or 'none'}")


if __name__ == "__main__":
    main()
