"""What a run of pytest has looked at, in one line: cases, games, positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

NOUNS = {"law": "law", "free": "free law", "scene": "scene"}


def counted(told: Iterable[Mapping[str, Any]]) -> str:
    """From the properties of the items; games of one configuration served all laws of it and count once."""
    told = list(told)
    sorts = Counter(one["sort"] for one in told)
    games = {one["game"] for one in told}
    played = {(one["game"], one["configuration"]): one for one in told if "answers" in one}
    parts = [_many(sorts[sort], noun) for sort, noun in NOUNS.items() if sorts[sort]]
    line = f"rulekit: {', '.join(parts)} of {_many(len(games), 'game')}"
    if played:
        numbers = [sum(int(one[name]) for one in played.values()) for name in ("games", "answers")]
        line += f"; {_many(numbers[0], 'random game')} of {_many(numbers[1], 'answer')}"
        line += f" in {_many(len(played), 'configuration')}"
    return line


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
