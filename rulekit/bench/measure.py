"""Measuring: everything that is compared runs in turn, round after round; what counts is the median and the spread."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence

import attrs


@attrs.frozen
class Wanted:
    """How much is measured: rounds, seconds for each figure of a round, lines of the rulebook, games (none: all)."""

    repeat: int = 5
    seconds: float = 0.5
    lines: int = 2000
    games: tuple[str, ...] = ()


@attrs.frozen
class Figure:
    """One thing that was measured, once in each round."""

    name: str
    unit: str  # ms | /s
    values: tuple[float, ...]

    @property
    def median(self) -> float:
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
        return statistics.median(self.values)

    @property
    def met(self) -> bool | None:
        """Whether the bar is reached; nothing without a bar."""
        if self.bar is None:
            return None
        return self.median >= self.bar if self.side == "least" else self.median <= self.bar


@attrs.frozen
class Report:
    """What one bench has found out; notes say what could not be measured and how it could be."""

    bench: str
    figures: tuple[Figure, ...] = ()
    ratios: tuple[Ratio, ...] = ()
    notes: tuple[str, ...] = ()


Run = Callable[[], float]


listeners: list[Callable[[str], None]] = []  # who is told what is being measured


def interleaved(runs: Mapping[str, Run], repeat: int, of: str = "") -> dict[str, tuple[float, ...]]:
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
    """Round by round, so that a slow minute of the machine weighs on both."""
    return Ratio(name, tuple(a / b if b else math.inf for a, b in zip(above, below, strict=True)), side, bar)


def mean(name: str, ratios: Sequence[Ratio], side: str = "", bar: float | None = None) -> Ratio:
    """The geometric mean of several ratios, round by round."""
    rounds = zip(*(one.values for one in ratios), strict=True)
    return Ratio(name, tuple(statistics.geometric_mean(values) for values in rounds), side, bar)


def in_ms(name: str, seconds: Sequence[float]) -> Figure:
    """Seconds as a figure in milliseconds."""
    return Figure(name, "ms", tuple(1000 * value for value in seconds))
