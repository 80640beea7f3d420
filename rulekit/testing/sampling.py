"""How much random games prove: counts of what was played, and how rare a fault could have stayed unseen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

CONFIDENCE = 0.95


@attrs.define
class Sample:
    """Random games of one game. `ended` came to their end; `whole` went as far as a random game goes."""

    game: str
    games: int = 0
    ended: int = 0
    whole: int = 0
    failed: int = 0  # clauses that did not hold

    def line(self) -> str:
        """`kings: 297 games, 167 of them to the end. A fault ..`; the bound only where nothing failed."""
        text = f"{self.game}: {many(self.games, 'random game')}, {self.ended:,} of them to the end."
        if self.failed or not self.whole:
            return text
        rare = percent(rarest(self.whole))
        return f"{text} A fault that occurs in fewer than {rare} of such games could have stayed unseen (95 %)."

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sample:
        return cls(**data)


def rarest(games: int) -> float:
    """The share of games above which a fault would have shown in one of so many independent ones."""
    return float(1 - (1 - CONFIDENCE) ** (1 / games))


def percent(share: float) -> str:
    """Two figures that count: `1.0 %`, `0.12 %`, `63 %`."""
    number = 100 * share
    digits = 0 if number >= 10 else 1 if number >= 1 else 2 if number >= 0.1 else 3
    return f"{number:.{digits}f} %"


def many(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def summary(samples: Iterable[str]) -> Iterator[str]:
    """The lines of all games, from samples written as JSON; a sample that was reported twice counts once."""
    for text in dict.fromkeys(samples):
        yield Sample.from_json(json.loads(text)).line()
