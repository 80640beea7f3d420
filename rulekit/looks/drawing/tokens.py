"""Small things that stand on tables: badges of seats, discs, dice, and the marks of what a move has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.looks.drawing.palette import HUES, LINE, MEN, RADIUS, paint
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import circle, num, path, rect, sign, text, text_width

SEATS = tuple(zip(HUES, ("circle", "square", "triangle", "diamond", "hexagon", "pentagon"), strict=True))
NO_LOOK: Mapping[str, Any] = {}
PLACE_SIGN, NOTE_SIGN = "flag", "ring"  # of a state that is a place, of one that is told of a place
PIPS: Mapping[object, str] = {  # places on a grid of three by three
    1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679",
}  # fmt: skip
CAME, LEFT, CHANGED = "came", "left", "changed"
CHANGE_WORDS = {CAME: "came here", LEFT: "leaves", CHANGED: "changed"}
ONLY, DIFFERS = "only here", "differs"  # of two accounts of one position: said in words
SAID = (ONLY, DIFFERS)


def seat_badge(seat: int, x: float, y: float, size: float = 20, halo: str | None = None) -> str:
    """A seat: its own colour, its own shape and its number, as everywhere from 0 up."""
    hue, shape = SEATS[seat % len(SEATS)]
    lower = size * 0.1 if shape == "triangle" else 0
    ink = "coal" if hue == "ochre" else "face"
    number = text(x, y + size * 0.26 + lower, seat, size * 0.66, ink, "middle", 700)
    return sign(shape, x, y, size * 1.3, hue, halo=halo) + number


def seat_picture(seat: int, size: float = 15) -> Picture:
    """The badge of a seat as a picture of its own."""
    room = size * 1.3
    return Picture(room, room, seat_badge(seat, room / 2, room / 2, size))


def disc_colours(seat: int, look: Mapping[str, Any] = NO_LOOK) -> tuple[str, str]:
    """Ground and edge of the counter of a seat: as the looks file says, else full or hollow in its own colour."""
    hue = str(look.get("colour", SEATS[seat % len(SEATS)][0]))
    if hue in MEN:
        return MEN[hue]
    hollow = look.get("hollow", False) if "colour" in look else seat % 2 == 1
    return ("face" if hollow else hue), hue


def disc_number(seat: int, look: Mapping[str, Any] = NO_LOOK) -> str:
    """What is written on the counter of a seat for which there is no shape left; empty for others."""
    return str(seat) if seat >= len(SEATS) and "colour" not in look else ""


def disc(seat: int, x: float, y: float, radius: float, look: Mapping[str, Any] = NO_LOOK) -> str:
    """A counter of a seat on a place, with the shape of the seat cut out of it or into it.

    A counter of a colour that the looks file gives bears no shape; where there are more seats than shapes, a number.
    """
    ground, hue = disc_colours(seat, look)
    drawn = circle(0, 0, radius - 1, paint(ground, hue, 3))
    inside = hue if ground == "face" else "coal" if hue == "ochre" else "face"
    if number := disc_number(seat, look):
        drawn += text(0, radius * 0.4, number, radius * 1.1, inside, "middle", 700)
    elif "colour" not in look:
        drawn += sign(SEATS[seat][1], 0, 0, radius * 0.95, hue if ground == "face" else "face")
    return f'<g transform="translate({num(x)} {num(y)})">{drawn}</g>'


def die(number: object, size: float = 28) -> Picture:
    """The face of a die: pips up to six, else what it shows in writing."""
    svg = rect(1, 1, size - 2, size - 2, 6, fill="face", stroke="ink", width=LINE)
    if number not in PIPS:
        return Picture(
            size, size, svg + text(size / 2, size * 0.66, number, size * 0.46, "ink", "middle", 700, size - 4)
        )
    for pip in PIPS[number]:
        x, y = (int(pip) - 1) % 3, (int(pip) - 1) // 3
        svg += circle(size * (0.26 + 0.24 * x), size * (0.26 + 0.24 * y), size * 0.085, paint("ink"))
    return Picture(size, size, svg)


def change_badge(change: str, x: float, y: float) -> str:
    """What a move did to a thing, told by shape: came (plus), left (minus), changed (triangle)."""
    if change == CHANGED:
        return sign("triangle", x, y - 1, 20, "mark", halo="face")
    lines = f"M{num(x - 4)} {num(y)}h8" + (f"M{num(x)} {num(y - 4)}v8" if change == CAME else "")
    return circle(x, y, 8, paint("mark", "face", 2)) + path(lines, stroke="face", width=2)


def change_sign(change: str, x: float, y: float, w: float, h: float) -> str:
    """The sign of a change on a thing of that size: a badge at its upper right, or a flag with words at its foot."""
    if change not in SAID:
        return change_badge(change, x + w - 2, y + 2)
    return flag(change).svg_at(x + max(w - flag(change).width + 6, -6), y + h - 11)


def flag(words: str) -> Picture:
    """Words on a coloured ground."""
    width = text_width(words, 9.5, 700) + 10
    ground = rect(0, 0, width, 15, 3, fill="mark")
    return Picture(width, 15, ground + text(width / 2, 11, words, 9.5, "face", "middle", 700))


def change_frame(change: str, x: float, y: float, w: float, h: float, radius: float = RADIUS + 2) -> str:
    """The frame round what a move has changed: broken if it leaves."""
    dash = "5 3" if change == LEFT else None
    return rect(x, y, w, h, radius, stroke="mark", width=2.5, dash=dash)


def mark_change(picture: Picture, change: str | None) -> Picture:
    """A thing with the frame and badge of what a move did to it."""
    if not change:
        return picture
    frame = change_frame(change, -2.5, -2.5, picture.width + 5, picture.height + 5)
    badge = change_sign(change, 0, 0, picture.width, picture.height)
    return Picture(picture.width, picture.height, picture.svg + frame + badge)
