"""Wrong engines put to vectors: the table of planted mistakes, which are found, and which are blamed rightly."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.adequacy.ladder import LadderEntry, Rung
from rulekit.check.configuration_space import GameConfig
from rulekit.data import conformance_root
from rulekit.files import reading, writing
from rulekit.play.games.game import Game
from rulekit.runner.engine_command import EngineCommand
from rulekit.verify import work_units
from rulekit.verify.blaming.causes import group_by_cause, named_of
from rulekit.verify.blaming.spectrum import spectrum
from rulekit.verify.quotations import line_of
from rulekit.verify.work_order import EngineOpener, Material, WorkOrder, sample_configurations
from rulekit.verify.work_units import WorkUnit
from rulekit.verify.workers import EngineWorker


def file_of(game: str) -> Path:
    """Where the changes of a game stand, if it has any."""
    return conformance_root() / "mutants" / f"{game}.toml"


def read_changes(game: str) -> dict[str, Any]:
    """The changes of one game."""
    return tomllib.loads(reading.text(file_of(game)))


def change(game: str, name: str) -> dict[str, Any]:
    """One change, with the files of its game."""
    found = read_changes(game)
    return {**found, **next(wrong for wrong in found["wrong"] if wrong["name"] == name)}


def build_engine(wrong: dict[str, Any], folder: Path) -> EngineCommand:
    """The wrong engine behind its adapter, in a folder of its own."""
    for part in {Path(wrong[key]).parent for key in ("engine", "adapter")}:
        shutil.copytree(conformance_root() / part, folder / part)
    file = folder / changed_file(wrong)
    text = reading.text(file)
    if text.count(wrong["find"]) != 1:
        raise ValueError(f"{wrong['name']}: its text must stand in {file.name} exactly once")
    writing.write(file, text.replace(wrong["find"], wrong["put"]))
    return EngineCommand(str(_beside(folder, Path(wrong["adapter"]))))


def changed_file(wrong: dict[str, Any]) -> str:
    """The file in which the mistake is made: the engine, if no other is named."""
    return str(wrong.get("file", wrong["engine"]))


def right_clauses(wrong: dict[str, Any]) -> tuple[str, ...]:
    """Any of these is blamed rightly; none if the mistake is in no rule, but in keeping a game."""
    blames = wrong["blames"]
    return (blames,) if isinstance(blames, str) else tuple(blames)


def _beside(folder: Path, adapter: Path) -> Path:
    """A file that stands above adapter and engine: a box shows an engine what lies in and below its own folder."""
    file = folder / f"wrong{adapter.suffix}"
    loading = (
        "import sys\nfrom pathlib import Path\n"
        "sys.path.insert(0, str(Path(__file__).parent / {0!r}))\n"
        "sys.modules.pop({1!r}, None)  # that of another wrong engine, where several are asked in one process\n"
        "from {1} import *"
    )
    serving = 'import {{ serve }} from "./{0}/{1}.mjs";\nserve();'
    text = loading if adapter.suffix == ".py" else serving
    writing.write(file, text.format(adapter.parent.as_posix(), adapter.stem) + "\n")
    return file


def fits(one: GameConfig, wrong: dict[str, Any]) -> bool:
    """Whether the mistake can show so."""
    wanted: dict[str, Any] = wrong.get("options", {})
    return bool(wrong.get("seats", one.seats) == one.seats and wanted.items() <= dict(one.options).items())


def configurations(game: Game, wrong: dict[str, Any]) -> tuple[GameConfig, ...]:
    """Those of the sample in which the mistake can show."""
    return tuple(one for one in sample_configurations(game) if fits(one, wrong))


GAMES = 12  # that are played where no vector has found anything
ENOUGH = 8  # vectors that differ; more of them change little in who is blamed, and cost much
FOUND_BAR, BLAME_BAR = 92.0, 70.0
EARLY = 3  # clauses among which a right one must be


@attrs.frozen
class FaultyEngine:
    """An engine with a mistake, and the clauses that may be blamed for it; none if no rule is broken."""

    name: str
    engine: EngineOpener
    right: tuple[str, ...]
    configurations: tuple[GameConfig, ...]  # in which the mistake can show


@attrs.frozen
class EngineOutcome:
    """What a verification says of a wrong engine."""

    name: str
    vectors: tuple[str, ...]  # that differ, or on which the engine broke down
    games: tuple[str, ...]
    named: tuple[str, ...]  # clauses of the cause met most often, the likeliest first
    rightly: tuple[bool, ...]  # of each, whether it is right to blame it
    breaks: bool  # whether the mistake breaks a clause at all

    @property
    def is_found(self) -> bool:
        """Whether the planted mistake was noticed, by vectors or in a game."""
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


def outcome(
    game: Game, wrong: FaultyEngine, material: Material, games: int = GAMES, enough: int = ENOUGH
) -> EngineOutcome:
    """Vectors until enough of them differ; where none does, games until one does."""
    player = EngineWorker(game, WorkOrder(game.name, wrong.engine, wrong.configurations, material=material))
    try:
        by_vectors = list(
            _until(enough, (player.carry_out((work_units.VECTORS, one.id, -1)) for one in material.vectors))
        )
        most = 0 if any(map(_differs, by_vectors)) else games
        by_games = list(_until(1, (player.carry_out((work_units.GAMES, "", number)) for number in range(most))))
    finally:
        player.close()
    named = _first_names(game, [*by_vectors, *by_games])
    rightly = tuple(_is_right(game, name, wrong.right) for name in named)
    return EngineOutcome(wrong.name, _ids(by_vectors), _ids(by_games), named, rightly, bool(wrong.right))


def _until(enough: int, every: Iterable[WorkUnit]) -> Iterator[WorkUnit]:
    """Units up to the last that is needed. An engine that breaks down would break down again."""
    met = 0
    for unit in every:
        yield unit
        met += _differs(unit)
        if met >= enough or unit.state == work_units.FAILED:
            return


def _differs(unit: WorkUnit) -> bool:
    return unit.state in (work_units.DIFFERS, work_units.FAILED)


def _ids(done: Iterable[WorkUnit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in done if _differs(unit))


def _first_names(game: Game, done: Sequence[WorkUnit]) -> tuple[str, ...]:
    groups = group_by_cause(game, (met for unit in done for met in unit.met), spectrum(done))
    return tuple(name for name, _ in named_of(game, groups[0])) if groups else ()


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


def adequacy(every: Iterable[EngineOutcome]) -> Adequacy:
    """All outcomes of a game, counted."""
    all_ = list(every)
    found = [one for one in all_ if one.is_found]
    places = [one.place for one in found if one.breaks]
    return Adequacy(
        len(all_),
        sum(bool(one.vectors) for one in all_),
        len(found),
        sum(place == 1 for place in places),
        sum(place is not None and place <= EARLY for place in places),
        len(places),
        tuple(one.name for one in all_ if not one.is_found),
        dict(Counter(sort for one in all_ for sort in {id_.partition("/")[0] for id_ in one.vectors}).most_common()),
    )


def _share(what: str, count: int, of: int) -> str:
    return f"{what:36} {count:4} of {of:<4} {100 * count / max(1, of):5.1f} %"


# ------------------------------------------------------------------ as rungs of the ladder


def rungs(game: Game, material: Material, seed: str, end: float) -> list[Rung]:
    """Wrong engines that vectors alone find, and those that are blamed on a right clause, while there is time."""
    told = read_changes(game.name)
    names = [one["name"] for one in told["wrong"]]
    random.Random(f"adequacy {seed}").shuffle(names)
    right = FaultyEngine("right", _engine_opener(conformance_root() / told["adapter"]), (), sample_configurations(game))
    alarms = outcome(game, right, material, games=0, enough=len(material.vectors)).vectors
    good = attrs.evolve(material, vectors=tuple(one for one in material.vectors if one.id not in alarms))
    found: list[EngineOutcome] = []
    for name in names:
        if time.monotonic() > end:
            break
        found.append(_put_to(game, change(game.name, name), good))
    notes = (f"{len(found)} of {len(names)} were put to the vectors", f"the right engine fails {len(alarms)} vectors")
    return as_rungs(found, notes)


def _put_to(game: Game, change: dict[str, Any], material: Material) -> EngineOutcome:
    with tempfile.TemporaryDirectory() as folder:
        engine = _engine_opener(Path(build_engine(change, Path(folder)).text))
        wrong = FaultyEngine(change["name"], engine, right_clauses(change), configurations(game, change))
        return outcome(game, wrong, material, games=0)


def _engine_opener(file: Path) -> EngineOpener:
    """Nothing hostile stands in conformance/, and a box costs time."""
    return EngineCommand(str(file), sandbox="none")


def as_rungs(found: Sequence[EngineOutcome], notes: tuple[str, ...]) -> list[Rung]:
    """What was found, and what of it was blamed rightly."""
    met = [one for one in found if one.vectors]
    missed = tuple(LadderEntry(one.name) for one in found if not one.vectors)
    rung = Rung(
        "engines", "wrong engines are found by vectors alone", len(met), len(found), missed, (), FOUND_BAR, notes
    )
    blamable = [one for one in met if one.breaks]
    wrongly = [one for one in blamable if one.place is None or one.place > EARLY]
    named = tuple(LadderEntry(one.name, f"named are {', '.join(one.named[:EARLY]) or 'none'}") for one in wrongly)
    says = f"of those found have a right clause among the first {EARLY}"
    return [rung, Rung("blame", says, len(blamable) - len(wrongly), len(blamable), named, (), BLAME_BAR)]


__all__ = ["Adequacy", "EngineOutcome", "FaultyEngine", "adequacy", "as_rungs", "outcome", "rungs"]
