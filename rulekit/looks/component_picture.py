"""Picture of a component with its words: a side of a piece, a row as a card, or a track with all its steps."""

from __future__ import annotations

from rulekit.check.names.symbol_info import KindInfo
from rulekit.looks.boards.tracks import track_in_words, track_of_row
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.faces import describe, face


def has_picture(looks: PictureModel, kind: KindInfo) -> bool:
    """Whether the rows of a kind look like something: pieces do, and tracks; other lists are words."""
    return kind.is_piece or any(track_of_row(looks, kind.name, row.name) for row in kind.rows[:1])


def component_picture(looks: PictureModel, kind: str, row: str, side: str | None = None) -> Picture:
    """What lies on the table for that row."""
    return track_of_row(looks, kind, row) or face(looks, kind, row, side)


def component_in_words(looks: PictureModel, kind: str, row: str, side: str | None = None) -> str:
    """The same for those who do not see the picture."""
    return track_in_words(looks, kind, row) or describe(looks, kind, row, side)
