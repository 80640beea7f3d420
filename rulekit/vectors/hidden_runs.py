"""Hidden pieces that lie one behind the other and look alike, told once: `{"at":["deck",2,[0,39]],"level":2}`.

A view tells each piece it sees only in part with its place, so a pile of forty backs is forty objects. The last number
of `at`, written as a pair, says from which place to which they lie.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Json = Any


def fold_runs(value: Json) -> Json:
    """The same with every run of hidden pieces told once."""
    if isinstance(value, dict):
        return {key: fold_runs(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    ends = [n for n, two in enumerate(pairwise(value), 1) if not _follows(*two)]
    return [_run(value[first:last]) for first, last in pairwise([0, *ends, len(value)]) if first < last]


def unfold_runs(value: Json) -> Json:
    """The same with every hidden piece told by itself, as an engine tells it."""
    if isinstance(value, dict):
        return {key: unfold_runs(one) for key, one in value.items()}
    return [one for told in value for one in _each(told)] if isinstance(value, list) else value


def _follows(one: Json, two: Json) -> bool:
    """Whether the second is the hidden piece in the next place, and looks like the first."""
    if not (_hidden(one) and _hidden(two)):
        return False
    return bool({**one, "at": [*one["at"][:-1], one["at"][-1] + 1]} == two)


def _hidden(one: Json) -> bool:
    return isinstance(one, dict) and isinstance(one.get("at"), list) and bool(one["at"]) and type(one["at"][-1]) is int


def _run(pieces: list[Json]) -> Json:
    if len(pieces) == 1:
        return fold_runs(pieces[0])
    first, last = (one["at"][-1] for one in (pieces[0], pieces[-1]))
    return {**pieces[0], "at": [*pieces[0]["at"][:-1], [first, last]]}


def _each(told: Json) -> list[Json]:
    at = told.get("at") if isinstance(told, dict) else None
    if not (isinstance(at, list) and at and isinstance(at[-1], list)):
        return [unfold_runs(told)]
    first, last = at[-1]
    return [{**told, "at": [*at[:-1], place]} for place in range(first, last + 1)]


__all__ = ["fold_runs", "unfold_runs"]
