"""One vector or one game as a finished piece of work: plain data that can be sent, kept in a log, and added up."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.verify.differences.found_difference import FoundDifference
from rulekit.verify.model import Failed

AGREED, DIFFERS, FAILED, SKIPPED = "agreed", "differs", "failed", "skipped"
DECISIONS = "decisions"
VECTORS, GAMES = "vectors", "games"
NOT_REACHED = "the time for vectors was over; --vectors-time gives more"  # why a vector is skipped that had no turn


@attrs.frozen
class WorkUnit:
    """What one vector or game came to."""

    stage: str  # vectors, games
    id: str  # of the vector, or `game 12`
    number: int  # of the game; -1 for a vector
    options: dict[str, Any]
    seats: int
    state: str  # agreed, differs, failed, skipped
    why: str  # why it was skipped
    over: bool  # a game that came to its end
    decisions: int
    counts: dict[str, int]  # by kind, how many comparisons
    shares: dict[str, dict[str, int]]  # by kind, the same in parts
    met: tuple[FoundDifference, ...]
    failure: Failed | None
    lines: tuple[str, ...]  # lines of the rules that were met where both agreed
    advice: tuple[str, ...]
