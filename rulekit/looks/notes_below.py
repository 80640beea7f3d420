"""What states tell of the pieces of a zone by their number: a line of signs and words below each piece."""

from __future__ import annotations

from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.looks.counters import is_told, value_in_words
from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import NOTHING, Picture, column, row, words_picture
from rulekit.looks.drawing.svg_shapes import rect
from rulekit.looks.drawing.tokens import mark_change
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import Index

SIGN, HEIGHT = 15.0, 20.0


def picture_with_note(table: TableView, zone: ZoneInfo, index: Index, number: int, piece: Picture) -> Picture:
    """A piece, the first of a zone is number 1, with what is told of it."""
    notes = []
    for name in table.below.get(zone.name, ()):
        state = table.state(name)
        told = next((value for at, value in table.states.get(name, ()) if at == (*index, number)), None)
        if is_told(table, name, told):
            note = _note(table, state, told)
            notes.append(mark_change(note, table.change_of(name, (*index, number))))
    if not notes:
        return piece
    line = row(notes, 6)
    width = line.width + 12
    frame = rect(0.5, 0.5, width - 1, HEIGHT - 1, HEIGHT / 2, fill="face", stroke="line", width=HAIR)
    pill = Picture(width, HEIGHT, frame + line.svg_at(6, (HEIGHT - line.height) / 2))
    left = Picture(max(piece.width, width), HEIGHT, pill.svg_at(max(0, (piece.width - width) / 2), 0))
    return column([piece, left], 3)


def _note(table: TableView, state: StateInfo, told: Any) -> Picture:
    """One of them: the sign of a member, else words."""
    typed, looks = state.type.bare, table.looks
    if (typed.members or typed.row) and (member := looks.member(typed, told)).given:
        return Picture(SIGN, SIGN, looks.member_sign(member, SIGN / 2, SIGN / 2, SIGN))
    words = value_in_words(looks, state, told, table.names)
    return words_picture(words, 12, "ink", 700) if words else NOTHING
