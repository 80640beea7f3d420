"""Measuring: what is compared runs in turn, and the median counts; reports of it, and which benches there are."""

from __future__ import annotations

import platform
import statistics
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import rulekit
from rulekit.files.reading import first_line

if TYPE_CHECKING:
    from rulekit.play.games.game import Game


@attrs.frozen
class MeasureOptions:
    """How much is measured: rounds, seconds for each figure of a round, lines of the rulebook, games (none: all).

    Tables of one's own are taken in the place of those of every game that is measured.
    """

    repeat: int = 5
    seconds: float = 0.5
    lines: int = 2000
    games: tuple[str, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()

    def load(self, name: str) -> Game:
        """A game, with these tables in it."""
        from rulekit.pipeline import load

        return load(name, dict(self.tables))


@attrs.frozen
class Figure:
    """One thing that was measured, once in each round."""

    name: str
    unit: str  # ms | /s
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one of the times measured."""
        return statistics.median(self.values)


@attrs.frozen
class Ratio:
    """One figure over another, round by round; `bar` is what it should be at `least` or at `most`."""

    name: str
    values: tuple[float, ...]
    side: str = ""  # least | most
    bar: float | None = None

    @property
    def median(self) -> float:
        """The middle one of the ratios; each was measured within one round."""
        return statistics.median(self.values)

    @property
    def is_met(self) -> bool | None:
        """Whether the bar is reached; nothing without a bar."""
        if self.bar is None:
            return None
        return self.median >= self.bar if self.side == "least" else self.median <= self.bar


@attrs.frozen
class BenchReport:
    """What one bench has found out; notes say what could not be measured and how it could be."""

    bench: str
    figures: tuple[Figure, ...] = ()
    ratios: tuple[Ratio, ...] = ()
    notes: tuple[str, ...] = ()


Run = Callable[[], float]
TINY = 1e-9


listeners: list[Callable[[str], None]] = []  # who is told what is being measured


def interleave_runs(runs: Mapping[str, Run], repeat: int, of: str = "") -> dict[str, tuple[float, ...]]:
    """Every run once to get warm, then all of them in turn, `repeat` times; `of` says what is measured."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(repeat + 1):
        for name, run in runs.items():
            for told in listeners:
                told(f"{f'{of}: ' if of else ''}{name}, {f'round {number} of {repeat}' if number else 'getting warm'}")
            value = run()
            if number:
                found[name].append(value)
    return {name: tuple(values) for name, values in found.items()}


def ratio(name: str, above: Sequence[float], below: Sequence[float], side: str = "", bar: float | None = None) -> Ratio:
    """Round by round, so that a slow minute of the machine weighs on both. What a busy machine had no time for counts
    as next to nothing: a ratio of nothing, or over nothing, has no mean and no place in JSON.
    """
    values = tuple(max(a, TINY) / max(b, TINY) for a, b in zip(above, below, strict=True))
    return Ratio(name, values, side, bar)


def mean(name: str, ratios: Sequence[Ratio], side: str = "", bar: float | None = None) -> Ratio:
    """The geometric mean of several ratios, round by round."""
    rounds = zip(*(one.values for one in ratios), strict=True)
    return Ratio(name, tuple(statistics.geometric_mean(values) for values in rounds), side, bar)


def in_ms(name: str, seconds: Sequence[float]) -> Figure:
    """Seconds as a figure in milliseconds."""
    return Figure(name, "ms", tuple(1000 * value for value in seconds))


# ------------------------------------------------------------------ reports, in the shape that docs/bench.md tells


def as_json(reports: list[BenchReport], wanted: MeasureOptions) -> dict[str, Any]:
    """The shape is kept: names may be added, none is taken away or given another meaning."""
    return {
        "rulekit": rulekit.__version__,
        "python": platform.python_version(),
        "repeat": wanted.repeat,
        "benches": [
            {
                "bench": report.bench,
                "figures": [_spread(one, unit=one.unit) for one in report.figures],
                "ratios": [_spread(one, side=one.side, bar=one.bar, met=one.is_met) for one in report.ratios],
                "notes": list(report.notes),
            }
            for report in reports
        ],
    }


def _spread(one: Figure | Ratio, **more: Any) -> dict[str, Any]:
    return {
        "name": one.name,
        "median": round(one.median, 4),
        "low": round(min(one.values), 4),
        "high": round(max(one.values), 4),
        **more,
    }


def as_text(report: BenchReport) -> str:
    """One line for each ratio, then the figures they come from."""
    names = [*(one.name for one in report.ratios), *(one.name for one in report.figures)]
    width = max(map(len, names), default=0)
    lines = [report.bench]
    lines += [f"  {one.name:<{width}}  {_numbers(one, 'x')}{_verdict(one)}" for one in report.ratios]
    lines += [f"  {one.name:<{width}}  {_numbers(one, one.unit)}" for one in report.figures]
    return "\n".join([*lines, *(f"  note: {note}" for note in report.notes)])


def _numbers(one: Figure | Ratio, unit: str) -> str:
    return f"{_short(one.median)} {unit:<3} ({_short(min(one.values))} to {_short(max(one.values))})"


def _short(value: float) -> str:
    return f"{value:10,.0f}" if value >= 1000 else f"{value:10.3g}"


def _verdict(one: Ratio) -> str:
    if one.bar is None:
        return ""
    return f"  {'reached' if one.is_met else 'missed'}: at {one.side} {one.bar:g}"


# ------------------------------------------------------------------ each file of `benches` is one: its function `run`


HERE = Path(__file__).with_name("benches")
Bench = Callable[[MeasureOptions], BenchReport]


def benches(folder: Path = HERE) -> dict[str, str]:
    """Every bench's name and what it compares, by name."""
    files = sorted(file for file in folder.glob("*.py") if not file.stem.startswith("_"))
    return {file.stem: plate(file) for file in files}


def plate(file: Path) -> str:
    """What the first line of a file says."""
    return first_line(file).strip('"')


def bench(name: str) -> Bench:
    """Import the one bench asked for."""
    found: Bench = import_module(f"rulekit.bench.benches.{name}").run
    return found
