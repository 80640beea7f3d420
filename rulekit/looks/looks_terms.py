"""Terms of a looks file: manners, slots, corners, places at the rim, how a place, a slot and a sentence are written.

Drawing takes them from here and so does the check, which needs none of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulekit.typesystem import types as t

EFFECTS = "effects"
TITLE = "title"  # what is printed on a row as its name
CROSSINGS = "crossings"  # a manner of boards of squares
HALF_DISC = "half-disc"  # what stands at the rim
DICE, TOKENS = "dice", "tokens"
THINGS = (DICE, TOKENS)  # manners of states
MOST_TOKENS = 15
Spot = tuple[int, int]  # a seat, and how it counts the place
Place = tuple[Spot, ...]
POINTS, BOWLS = "points", "bowls"
SEAT_MANNERS = (POINTS, BOWLS)  # of boards whose places each player counts from his own side
SIZES: dict[str, tuple[float, float]] = {"card": (120, 168), "wide": (132, 108), "tile": (120, 120)}
CORNERS = ("tl", "tr", "bl", "br", "bm")
RIM_PLACES = {  # where half discs stand, in parts of the width and of the height
    "l": (0.0, 0.5),
    "r": (1.0, 0.5),
    "w": (0.0, 0.5),
    "e": (1.0, 0.5),
    "n": (0.5, 0.0),
    "s": (0.5, 1.0),
    "tl": (0.25, 0.0),
    "tr": (0.75, 0.0),
    "bl": (0.25, 1.0),
    "br": (0.75, 1.0),
}
TOKEN = re.compile(r"->|[<>]=|[A-Za-z][\w-]*|\d+|\S")
NAME = re.compile(r"(?<!\w)[a-z][a-z0-9-]*")
JOINING = frozenset("a an and at by for from in of on or the to with".split())  # no names, but in what readers say
# The types that can be drawn in each manner of a slot; effects are no type of their own.
FITS: dict[str, Callable[[t.Type], bool]] = {
    "number": lambda typed: typed.numeric or bool(typed.members),
    "pips": lambda typed: typed.numeric,
    "bar": lambda typed: typed.numeric,
    "text": lambda typed: True,
    "sign": lambda typed: bool(typed.members) or typed.table,
    "signs": lambda typed: bool(typed.members or typed.set_of.members) or typed.table or typed.set_of.table,
    "goods": lambda typed: typed.counted,
    "flag": lambda typed: typed == t.YES_NO,
    "walls": lambda typed: typed.row,
    "effects": lambda typed: False,
}


def spec_of(said: Any) -> dict[str, Any]:
    """A slot may be given by the name of its column alone."""
    return {"of": said} if isinstance(said, str) else dict(said)


def read_place(word: str) -> Place:
    """`0:13,1:12`: what the first seat counts as 13 and the second as 12."""
    spots = (spot.split(":") for spot in word.split(","))
    return tuple((int(seat), int(number)) for seat, number in spots)


def tokens(sentence: object) -> list[str]:
    """A sentence of a table in words, numbers and marks."""
    return TOKEN.findall(str(sentence))
