"""Location of a clause: file and line, the file named from the folder of the games."""

from __future__ import annotations

from pathlib import Path

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.play.games.game import Game


@attrs.frozen
class Place:
    """A file and a line in it."""

    file: str
    line: int


def place_of(game: Game, clause: str) -> Place | None:
    """The place of a clause; none for what is no line of the rules."""
    held = (place.clause for place in clauses(game.checked.rulebook))
    span = next((one.span for one in held if one.id == clause), None)
    if span is None:
        return None
    file = Path(span.file)
    return Place(f"{file.parent.name}/{file.name}", span.line)
