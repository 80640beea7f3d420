"""Patience with fate: rules that draw for ever and ask nobody never come to an end."""

from __future__ import annotations

from rulekit.limits import DRAWS_LIMIT
from rulekit.play.machine.rule_faults import Fault


class Patience:
    """How many outcomes there were since somebody was asked."""

    __slots__ = ("asked", "draws")

    def __init__(self) -> None:
        self.asked = -1
        self.draws = 0

    def drew(self, asked: int, clause: str) -> None:
        """One more outcome, after so many decisions; a fault if there were too many in a row."""
        if self.lost(asked):
            raise Fault("ran-out", clause, f"{DRAWS_LIMIT:,} outcomes in a row and nobody was asked")

    def lost(self, asked: int) -> bool:
        """The same as an answer."""
        self.draws = self.draws + 1 if asked == self.asked else 1
        self.asked = asked
        return self.draws > DRAWS_LIMIT
