"""Choosing vectors: those first that bring most that is new for their price, until nothing wanted is left."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from rulekit.vectorgen.draft import Feature, Made

TIMES = 3  # so often each thing is wanted


def greedy(
    told: Sequence[Iterable[Feature]],
    sizes: Sequence[int],
    most: int | None = None,
    times: int = 1,
    had: Counter[Feature] | None = None,
) -> list[int]:
    """The numbers of what is chosen, in the order in which it is chosen; the price is the root of the size.

    What one brings only becomes less while others are chosen, so only the one on top is looked at anew.
    """
    covered = Counter[Feature]() if had is None else had
    # Fractions are added up in one order, or the last digit may be another.
    features = [tuple(one) if times == 1 else tuple(sorted(one, key=repr)) for one in told]

    def worth(number: int) -> float:
        new = sum(1 / (1 + covered[feature]) for feature in features[number] if covered[feature] < times)
        return new / math.sqrt(max(1, sizes[number]))

    heap = [(-worth(number), number) for number in range(len(features))]
    heapq.heapify(heap)
    found: list[int] = []
    while heap and (most is None or len(found) < most):
        _, number = heapq.heappop(heap)
        now = worth(number)
        if now <= 0:
            continue
        if heap and -heap[0][0] > now:
            heapq.heappush(heap, (-now, number))
            continue
        found.append(number)
        covered.update(features[number])
    return found


def chosen(
    made: Iterable[Made], most: int | None = None, times: int = TIMES, had: Counter[Feature] | None = None
) -> list[Made]:
    """Vectors, chosen by what they cover for the root of their steps."""
    all_ = sorted(made, key=lambda one: one.vector.id)
    return [all_[n] for n in greedy([one.covers for one in all_], [one.size for one in all_], most, times, had)]


__all__ = ["TIMES", "chosen", "greedy"]
