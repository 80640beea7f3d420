"""What many games have in common though rules seldom mean it: a seat that is never asked, no winner in any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import attrs

from rulekit.play.position.game_result import DRAW

MANY = 60  # games; what fewer have in common may be chance
WON, NOBODY = "won", "nobody"  # how a game ended, beside drawn


@attrs.define
class CommonCourse:
    """Games added up."""

    ended: Counter[int] = attrs.field(factory=Counter)  # games that came to their end, by how many seats they have
    asked: set[int] = attrs.field(factory=set)  # seats, also in games that were broken off
    results: Counter[str] = attrs.field(factory=Counter)  # of as many games as were asked for theirs

    def add_game(self, seats: int, asked: Collection[int], ended: bool) -> None:
        """One game, and which of its seats it asked."""
        self.asked.update(asked)
        self.ended[seats] += ended

    def add_result(self, result: Mapping[str, Any]) -> None:
        """How a game ended; a grade is not won, and not lost either."""
        won = result.get("winners") or "grade" in result
        self.results[WON if won else DRAW if result["outcome"] == DRAW else NOBODY] += 1

    def add(self, other: CommonCourse) -> None:
        """The games of another campaign, or part of one."""
        self.asked |= other.asked
        self.ended += other.ended
        self.results += other.results

    def sentences(self) -> list[str]:
        """What is worth a look, as sentences; nothing where nobody was asked at all, for that is said elsewhere."""
        found = []
        for seat in range(max(self.ended, default=0)) if self.asked else ():
            games = sum(many for seats, many in self.ended.items() if seats > seat)
            if seat not in self.asked and games >= MANY:
                found.append(f"seat {seat} was never asked in {games:,} games")
        games = self.results.total()
        if games >= MANY and not self.results[WON]:
            whole = games == self.ended.total()
            which = f"all {games:,} games" if whole else "all games whose result was asked for"
            found.append(f"{which} {'were drawn' if self.results[DRAW] == games else 'ended without a winner'}")
        return found
