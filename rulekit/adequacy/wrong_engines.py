"""Engines with a known mistake, verified: found by vectors alone or by games after them, and blamed rightly or not."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.adequacy import planted
from rulekit.adequacy.ladder import Named, Rung
from rulekit.data import conformance_root
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.runner.engine_command import Source
from rulekit.verify import work_units
from rulekit.verify.blaming.causes import grouped
from rulekit.verify.blaming.spectrum import spectrum
from rulekit.verify.quotations import line_of
from rulekit.verify.work_order import Material, Opener, Work, sampled
from rulekit.verify.work_units import Unit
from rulekit.verify.workers import Player

GAMES = 12  # that are played where no vector has found anything
ENOUGH = 8  # vectors that differ; more of them change little in who is blamed, and cost much
FOUND_BAR, BLAME_BAR = 92.0, 70.0
EARLY = 3  # clauses among which a right one must be


@attrs.frozen
class Wrong:
    """An engine with a mistake, and the clauses that may be blamed for it; none if no rule is broken."""

    name: str
    engine: Opener
    right: tuple[str, ...]
    configurations: tuple[Chosen, ...]  # in which the mistake can show


@attrs.frozen
class Outcome:
    """What a verification says of a wrong engine."""

    name: str
    vectors: tuple[str, ...]  # that differ, or on which the engine broke down
    games: tuple[str, ...]
    named: tuple[str, ...]  # clauses of the cause met most often, the likeliest first
    rightly: tuple[bool, ...]  # of each, whether it is right to blame it
    breaks: bool  # whether the mistake breaks a clause at all

    @property
    def found(self) -> bool:
        return bool(self.vectors or self.games)

    @property
    def place(self) -> int | None:
        """At which place the first right clause is named, from 1."""
        return self.rightly.index(True) + 1 if True in self.rightly else None

    def __str__(self) -> str:
        how = (
            f"{len(self.vectors)} vectors"
            if self.vectors
            else f"{len(self.games)} games"
            if self.games
            else "NOT FOUND"
        )
        blame = "no clause is broken" if not self.breaks else f"place {self.place}" if self.place else "blamed wrongly"
        return f"{self.name:34} {how:12} {blame:20} {' '.join(self.named[:EARLY])}"


def outcome(game: Game, wrong: Wrong, material: Material, games: int = GAMES, enough: int = ENOUGH) -> Outcome:
    """Vectors until enough of them differ; where none does, games until one does."""
    player = Player(game, Work(game.name, wrong.engine, wrong.configurations, material=material))
    try:
        by_vectors = list(_until(enough, (player.done((work_units.VECTORS, one.id, -1)) for one in material.vectors)))
        most = 0 if any(map(_differs, by_vectors)) else games
        by_games = list(_until(1, (player.done((work_units.GAMES, "", number)) for number in range(most))))
    finally:
        player.close()
    named = _named(game, [*by_vectors, *by_games])
    rightly = tuple(_is_right(game, name, wrong.right) for name in named)
    return Outcome(wrong.name, _ids(by_vectors), _ids(by_games), named, rightly, bool(wrong.right))


def _until(enough: int, every: Iterable[Unit]) -> Iterator[Unit]:
    """Units up to the last that is needed. An engine that breaks down would break down again."""
    met = 0
    for unit in every:
        yield unit
        met += _differs(unit)
        if met >= enough or unit.state == work_units.FAILED:
            return


def _differs(unit: Unit) -> bool:
    return unit.state in (work_units.DIFFERS, work_units.FAILED)


def _ids(done: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in done if _differs(unit))


def _named(game: Game, done: Sequence[Unit]) -> tuple[str, ...]:
    groups = grouped(game, (met for unit in done for met in unit.met), spectrum(done))
    return tuple(name for name, _ in groups[0].names) if groups else ()


def _is_right(game: Game, name: str, right: tuple[str, ...]) -> bool:
    """Whether a line is one of the right ones, or rests on one of the right sentences."""
    line = line_of(game, name)
    return name in right or (line is not None and not set(line.cites).isdisjoint(right))


# ------------------------------------------------------------------ many of them


@attrs.frozen
class Adequacy:
    """How many of some wrong engines are found and blamed."""

    engines: int
    by_vectors: int
    found: int
    first: int
    early: int
    blamable: int  # of those found, that break a clause
    missed: tuple[str, ...]
    sorts: Mapping[str, int] = {}  # how many of them some vector of each sort finds, among the vectors replayed

    def lines(self) -> Iterator[str]:
        """A table, with what is missing by name."""
        yield _share("found by vectors alone", self.by_vectors, self.engines)
        yield _share("found by vectors or games", self.found, self.engines)
        yield _share("a right clause named first", self.first, self.blamable)
        yield _share(f"a right clause among the first {EARLY}", self.early, self.blamable)
        for sort, count in self.sorts.items():
            yield _share(f"  found by {sort}", count, self.engines)
        yield f"not found: {', '.join(self.missed) or 'none'}"


def adequacy(every: Iterable[Outcome]) -> Adequacy:
    """All outcomes of a game, counted."""
    all_ = list(every)
    found = [one for one in all_ if one.found]
    places = [one.place for one in found if one.breaks]
    return Adequacy(
        len(all_),
        sum(bool(one.vectors) for one in all_),
        len(found),
        sum(place == 1 for place in places),
        sum(place is not None and place <= EARLY for place in places),
        len(places),
        tuple(one.name for one in all_ if not one.found),
        dict(Counter(sort for one in all_ for sort in {id_.partition("/")[0] for id_ in one.vectors}).most_common()),
    )


def _share(what: str, count: int, of: int) -> str:
    return f"{what:36} {count:4} of {of:<4} {100 * count / max(1, of):5.1f} %"


# ------------------------------------------------------------------ as rungs of the ladder


def rungs(game: Game, material: Material, seed: str, end: float) -> list[Rung]:
    """Wrong engines that vectors alone find, and those that are blamed on a right clause, while there is time."""
    told = planted.read(game.name)
    names = [one["name"] for one in told["wrong"]]
    random.Random(f"adequacy {seed}").shuffle(names)
    right = Wrong("right", _opened(conformance_root() / told["adapter"]), (), sampled(game))
    alarms = outcome(game, right, material, games=0, enough=len(material.vectors)).vectors
    good = attrs.evolve(material, vectors=tuple(one for one in material.vectors if one.id not in alarms))
    found: list[Outcome] = []
    for name in names:
        if time.monotonic() > end:
            break
        found.append(_put_to(game, planted.change(game.name, name), good))
    notes = (f"{len(found)} of {len(names)} were put to the vectors", f"the right engine fails {len(alarms)} vectors")
    return as_rungs(found, notes)


def _put_to(game: Game, change: dict[str, Any], material: Material) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        engine = _opened(Path(planted.made(change, Path(folder)).text))
        wrong = Wrong(change["name"], engine, planted.right_clauses(change), planted.configurations(game, change))
        return outcome(game, wrong, material, games=0)


def _opened(file: Path) -> Opener:
    """Nothing hostile stands in conformance/, and a box costs time."""
    return Source(str(file), sandbox="none")


def as_rungs(found: Sequence[Outcome], notes: tuple[str, ...]) -> list[Rung]:
    """What was found, and what of it was blamed rightly."""
    met = [one for one in found if one.vectors]
    missed = tuple(Named(one.name) for one in found if not one.vectors)
    rung = Rung(
        "engines", "wrong engines are found by vectors alone", len(met), len(found), missed, (), FOUND_BAR, notes
    )
    blamable = [one for one in met if one.breaks]
    wrongly = [one for one in blamable if one.place is None or one.place > EARLY]
    named = tuple(Named(one.name, f"named are {', '.join(one.named[:EARLY]) or 'none'}") for one in wrongly)
    says = f"of those found have a right clause among the first {EARLY}"
    return [rung, Rung("blame", says, len(blamable) - len(wrongly), len(blamable), named, (), BLAME_BAR)]


__all__ = ["Adequacy", "Outcome", "Wrong", "adequacy", "as_rungs", "outcome", "rungs"]
