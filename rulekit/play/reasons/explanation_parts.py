"""The causes of a condition, and the order in which their lines are told: the nearest miss first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import attrs

from rulekit.play.refusals import DECIDES, LED_HERE, LOOKED_AT, ExplanationLine, ObservedValue, RulesLine


class Rank(NamedTuple):
    """How near a miss is; smaller is nearer."""

    absent: bool = False  # one side is nothing: the line speaks of something that is not there
    parts: int = 1  # how many parts of the way fail
    loose: bool = True  # no comparison of two values
    held: int = 0  # less for every part of the way that holds
    depth: int = 0  # less for every line that led there: a word of its own says more than the guard that asked


@attrs.frozen
class DecidingPart:
    """One smallest part of a condition that decides."""

    path: tuple[RulesLine, ...]  # the lines that led to it, innermost last
    decides: tuple[RulesLine, ...]  # the line it stands in; for a price, that of the price and then what refuses it
    facts: tuple[ObservedValue, ...]
    seen: tuple[RulesLine, ...]  # words, rows and states behind the values
    rank: Rank


def nearest_first(ways: Iterable[tuple[list[DecidingPart], int]]) -> list[DecidingPart]:
    """The causes of ways that all fail, each with how many of its parts hold; the way that misses least first."""
    ranked: list[DecidingPart] = []
    for way, held in ways:
        for cause in way:
            rank = cause.rank._replace(held=cause.rank.held - held, depth=-len(cause.path))
            ranked.append(attrs.evolve(cause, rank=rank))
    return sorted(ranked, key=lambda cause: cause.rank)


def all_needed(parts: list[list[DecidingPart]]) -> list[DecidingPart]:
    """The causes of parts that would all have to hold: each misses by what the others miss as well."""
    parts = [part for part in parts if part]
    least = [min(cause.rank.parts for cause in part) for part in parts]
    absent = any(all(cause.rank.absent for cause in part) for part in parts)
    found: list[DecidingPart] = []
    for part, own in zip(parts, least, strict=True):
        for cause in part:
            rank = cause.rank._replace(absent=absent or cause.rank.absent, parts=cause.rank.parts - own + sum(least))
            found.append(attrs.evolve(cause, rank=rank))
    return found


def grounds(groups: Iterable[list[DecidingPart]]) -> tuple[ExplanationLine, ...]:
    """The lines in the order told: those that decide, what they looked at, what led there, where the values lie."""
    found: dict[RulesLine, ExplanationLine] = {}
    told = [cause for group in groups for cause in sorted(group, key=lambda cause: cause.rank)]
    for cause in told:
        for number, line in enumerate(cause.decides):
            facts = cause.facts if number == len(cause.decides) - 1 else ()
            found.setdefault(line, ExplanationLine(line, DECIDES, facts))
    behind = [line for cause in told for line in cause.seen]
    for line in (one for one in behind if not one.place):
        found.setdefault(line, ExplanationLine(line, LOOKED_AT))
    for line in (line for cause in told for line in reversed(cause.path)):
        found.setdefault(line, ExplanationLine(line, LED_HERE))
    for line in (one for one in behind if one.place):
        found.setdefault(line, ExplanationLine(line, LOOKED_AT))
    return tuple(found.values())
