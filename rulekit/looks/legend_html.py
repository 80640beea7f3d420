"""Legend as HTML: a list of signs, each with its word, for every page that shows pictures."""

from __future__ import annotations

from rulekit.looks.drawing.palette import HAIR, LINE, by_class, style_sheet
from rulekit.looks.drawing.svg_shapes import escape_text, num, path, rect, text
from rulekit.looks.drawing.tokens import CHANGE_WORDS, change_badge, disc
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import BROKEN_OUTLINE, DISC_OF, SIDES, Legend, LegendEntry
from rulekit.looks.looks_terms import HALF_DISC
from rulekit.looks.pieces.faces import BROKEN

HEAD = "What the signs mean"
SIZE = 20.0


def legend_list(looks: PictureModel, found: Legend, styled: bool = True) -> str:
    """Nothing for a picture without signs. The words are text, so nothing else need be said to who sees no picture.

    Not `styled`: the page around it has the colours of pictures in a style sheet of its own.
    """
    drawn = [(by_class(_sign(looks, one, SIZE / 2)), one.word) for one in found.entries]
    items = "".join(f"<li>{_svg(sign)}{escape_text(word)}</li>" for sign, word in drawn)
    style = f"<style>{style_sheet(items)}</style>" if styled else ""
    return f'{style}<ul class="signs">{items}</ul>' if items else ""


def _svg(inside: str) -> str:
    size = num(SIZE)
    room = f'width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
    return f'<svg class="look" {room} aria-hidden="true"><g>{inside}</g></svg>'


def _sign(looks: PictureModel, entry: LegendEntry, middle: float) -> str:
    if entry.sign in CHANGE_WORDS:
        return change_badge(entry.sign, middle, middle)
    if entry.sign.startswith(DISC_OF):
        seat = int(entry.sign.removeprefix(DISC_OF))
        return disc(seat, middle, middle, middle, looks.seat_look(seat))
    if entry.sign == BROKEN_OUTLINE:
        return rect(2, 1, SIZE - 4, SIZE - 2, 4, fill="face", stroke="ink", width=LINE, dash=BROKEN)
    if entry.sign == HALF_DISC:
        return path(f"M{num(middle - 8)} {num(middle + 4)}A8 8 0 0 1 {num(middle + 8)} {num(middle + 4)}z", fill="ink")
    if entry.sign in SIDES:
        ground = rect(2, 2, SIZE - 4, SIZE - 4, 0, fill="floor", stroke="line", width=HAIR)
        needed = entry.sign == next(iter(SIDES))
        return ground + path(
            f"M2 2H{num(SIZE - 2)}", stroke="ink", width=4 if needed else 2, dash=None if needed else "2 2"
        )
    if not looks.has_sign(entry.sign):
        return text(middle, SIZE * 0.75, entry.sign, 15, "ink", "middle", 700)
    if entry.hollow:
        return looks.member_sign(looks.as_member(entry.sign, entry.colour), middle, middle, SIZE - 2)
    return looks.sign(entry.sign, middle, middle, SIZE - 2, entry.colour)
