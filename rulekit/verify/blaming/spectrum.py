"""Spectrum-based fault localisation (Ochiai): clauses met often where two accounts differ, seldom where they agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from rulekit.verify.work_units import WorkUnit

WEIGHT = 0.2  # of a vector or game in which a line was met and nothing differed, against one that differs


@attrs.frozen
class Spectrum:
    """In how many vectors and games each line was met where both agreed, and how many there were."""

    met: Mapping[str, int] = attrs.field(factory=dict)
    total: int = 0

    def share(self, name: str) -> float:
        """In which part of them a line was met."""
        return self.met.get(name, 0) / self.total if self.total else 0.0


def spectrum(every: Iterable[WorkUnit]) -> Spectrum:
    """Of everything that was done, what differs included: a line that was met before the difference agreed there."""
    met: Counter[str] = Counter()
    total = 0
    for unit in every:
        met.update(unit.lines)
        total += 1
    return Spectrum(met, total)


def rank_clauses(named: Sequence[Sequence[str]], known: Spectrum) -> list[tuple[str, float]]:
    """Clauses with their scores, the likeliest first, from what each of several differences names, the likeliest first.

    The score is that of Ochiai: how much of what differs a clause speaks for, against how often it was met at all. A
    line met everywhere is as often innocent as not; one met only where the two differ is hardly ever.
    """
    weights: dict[str, float] = {}
    for names in named:
        for place, name in enumerate(names):
            weights[name] = weights.get(name, 0.0) + 1 / (1 + place)
    many = len(named)
    scores = {
        name: weight / math.sqrt(many * (weight + WEIGHT * many * known.share(name)))
        for name, weight in weights.items()
    }
    return sorted(scores.items(), key=lambda one: -one[1])


__all__ = ["Spectrum", "rank_clauses", "spectrum"]
