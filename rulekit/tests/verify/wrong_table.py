"""What becomes of every wrong engine: found, blamed, made small; as a table with the figures that are promised.

`python -m rulekit.tests.verify.wrong_table [GAME [NAME..]]`; all of them take a quarter of an hour.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

import attrs

from rulekit.fuzz.external_oracle import strangers
from rulekit.fuzz.failure_files import latest_failing_position, smallest_failing_game
from rulekit.tests.bundled import bundled
from rulekit.tests.verify import wrong
from rulekit.verify.lockstep.difference_story import LockstepDifference

FIRST = 4  # clauses among which the right one must be
WHOLE = 12  # moves of a counter-example, in the middle
COST = 20.0  # seconds of a processor for making one small
game = bundled


@attrs.frozen
class Row:
    """One wrong engine."""

    name: str
    found: int | None = None  # the number of the game that showed it
    sort: str = ""
    rank: str = ""  # of the right clause among those that are named, or that its sentence stands there
    before: int = 0  # moves of the game in which it was found
    moves: int | None = None  # moves of the small game, from its beginning; none if it began with a scene
    late: int | None = None  # moves after the latest position from which it still shows
    cost: float = 0.0

    @property
    def least(self) -> int:
        """Moves of the shortest counter-example that stands by itself."""
        return (self.moves or 0) if self.late is None else self.late

    @property
    def blamed(self) -> bool:
        return self.rank == "said" or self.rank in map(str, range(1, FIRST + 1))

    def __str__(self) -> str:
        if self.found is None:
            return f"{self.name:32} NOT FOUND"
        moves, after = ("-" if one is None else str(one) for one in (self.moves, self.late))
        told = f"{self.sort:9} {self.rank or 'WRONG':>5} {self.before:6} {moves:>6} {after:>5} {self.cost:6.1f}"
        return f"{self.name:32} {self.found:4} {told}"


HEAD = (
    f"{'wrong engine':32} {'game':>4} {'parts in':9} {'blame':>5} {'before':>6} {'moves':>6} {'late':>5} {'cpu s':>6}"
)


def row(name: str, mistake: str, folder: Path) -> Row:
    """One of them, played and made small."""
    planted, loaded = wrong.change(name, mistake), game(name)
    source = wrong.build_engine(planted, folder)
    report = wrong.met(loaded, planted, source)
    if not report.differences:
        return Row(mistake)
    found = report.differences[0]
    rank = ranked(found, wrong.right_clauses(planted))
    if found.trace is None:
        return Row(mistake, found.number, found.parting.what, rank, late=len(found.last))
    begun = spent()
    small_one = smallest_failing_game(loaded, found.trace, source.text, None)
    assert small_one is not None
    after = latest_failing_position(*small_one, source.text)
    strangers(source.text).close()
    return Row(
        mistake,
        found.number,
        found.parting.what,
        rank,
        len(found.trace.moves),
        small_one[0].decisions,
        None if after is None else after.moves,
        spent() - begun,
    )


def ranked(found: LockstepDifference, wanted: Sequence[str]) -> str:
    """How early a right clause is named; `said` if its sentence is, which is what is seen."""
    clauses = [reason.clause for reason in found.clauses if reason.clause]
    said = [name for reason in found.clauses if not reason.clause for name, _ in reason.sentences]
    places = [place for place, name in enumerate(clauses, 1) if name in wanted]
    return str(places[0]) if places else "said" if set(said) & set(wanted) else ""


def spent() -> float:
    """Seconds of a processor, of this process and of those that it has ended."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def summary(found_or_not: list[Row]) -> Iterator[str]:
    """What is promised, and how it came out."""
    found = [one for one in found_or_not if one.found is not None]
    yield f"{len(found_or_not)} wrong engines, {len(found)} found, {sum(one.blamed for one in found)} blamed rightly"
    yield middle("moves of a whole game", [one.moves for one in found if one.moves is not None])
    yield middle("moves after the latest position the engine takes, else of a whole game", [one.least for one in found])
    yield middle("seconds for making one small", [one.cost for one in found])


def middle(what: str, numbers: Sequence[float]) -> str:
    return f"{what}: median {median(numbers):.3g}, most {max(numbers):.3g}" if numbers else f"{what}: none"


def main(words: list[str]) -> None:
    """The table, line by line as it comes."""
    found: list[Row] = []
    if not list(chosen(words)):
        sys.exit(f"no wrong engine goes by this name: {' '.join(words)}; their names stand in conformance/mutants")
    print(HEAD)
    for one in rows(words):
        found.append(one)
        print(one, flush=True)
    print(*summary(found), sep="\n")


def rows(words: list[str]) -> Iterator[Row]:
    """One after the other."""
    for name, mistake in chosen(words):
        with tempfile.TemporaryDirectory() as folder:
            yield row(name, mistake, Path(folder))


def chosen(words: list[str]) -> Iterable[tuple[str, str]]:
    return [one for one in wrong.collected() if one[0] in (words or one)[:1] and one[1] in (words[1:] or one)]


if __name__ == "__main__":
    main(sys.argv[1:])
