"""Places as readers call them: `e4` on a closed board, `1 right and 2 up` on an endless one, as the margins show it."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from string import ascii_lowercase

import attrs

from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.memo import memoize
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t

Place = tuple[int, ...]
PAIR = re.compile(r"\((-?\d+), (-?\d+)\)")
PAIRS = re.compile(rf"\(({PAIR.pattern}(?:, {PAIR.pattern})+)\)")
HALVES = {Fraction(0): "", Fraction(1, 2): "½"}
MIDDLE = "the middle"


@attrs.frozen
class PlaceNaming:
    """How the places of one space are called, and what stands at the margins of its picture."""

    name: Callable[[Place], str]
    across: Callable[[Place], str]  # what the column of a place is called
    down: Callable[[Place], str]
    anywhere: bool = False  # whether also a pair that is no place can be told so


def place_name(looks: PictureModel, space: str, place: object) -> str:
    """What a place is called."""
    return place_naming(looks, space).name(place if isinstance(place, tuple) else (place,))


def index_name(looks: PictureModel, kind: t.Type, index: object) -> str:
    """What a zone or state is told for: a place or a border by name, anything else as it is written."""
    if kind.place:
        return place_name(looks, kind.space, index)
    if kind.edge and isinstance(index, tuple) and len(index) == 2:
        return " to ".join(place_name(looks, kind.space, end) for end in index)
    return in_words(index)


def with_place_names(looks: PictureModel, said: str) -> str:
    """A text in which every pair in brackets that is a place is called by its name; several are listed."""
    space = next((name for name in looks.symbols.spaces if place_naming(looks, name).name is not _plain), None)
    if space is None:
        return said
    spots, known = _spots(looks, space), place_naming(looks, space)

    def named(found: re.Match[str]) -> str:
        place = int(found[1]), int(found[2])
        return known.name(place) if place in spots or known.anywhere else found[0]

    return PAIR.sub(named, PAIRS.sub(lambda found: _listed(PAIR.findall(found[1])), said))


def _listed(pairs: list[tuple[str, str]]) -> str:
    """Several pairs, as they are told one after the other."""
    said = [f"({first}, {second})" for first, second in pairs]
    return " and ".join([", ".join(said[:-1]), said[-1]])


@memoize
def _spots(looks: PictureModel, space: str) -> frozenset[Place]:
    return frozenset(looks.plan.layout(space).spots)


@memoize
def place_naming(looks: PictureModel, space: str) -> PlaceNaming:
    """How the places of a space are called."""
    layout, declared = looks.plan.layout(space), looks.symbols.spaces[space]
    if layout.names or len(layout.spots[0]) < 2:
        return PlaceNaming(_plain, _plain, _nothing)
    if declared.shape == "brick":
        return PlaceNaming(
            _in_rows, lambda place: _arrow(Fraction(place[1], 2), "→", "←"), lambda place: str(place[0]), anywhere=True
        )
    if declared.shape == "square-grid" and "reaching" in dict(declared.attributes):
        up = -1 if points_up(layout) else 1
        return PlaceNaming(
            lambda place: _steps(place[0], up * place[1]),
            lambda place: _arrow(Fraction(place[0]), "→", "←"),
            lambda place: _arrow(Fraction(up * place[1]), "↓", "↑"),
        )
    return _lettered(layout)


def points_up(layout: Layout) -> bool:
    """Whether greater numbers lie further up: the first direction says so."""
    return layout.level == 1 and bool(layout.sides) and layout.sides[0][:1] in ("n", "u")


def ground_naming(looks: PictureModel, ground: t.Type) -> PlaceNaming:
    """The same for what a board is laid out by: rows of a list are called as they are."""
    return place_naming(looks, ground.space) if ground.place else PlaceNaming(_plain, _plain, _nothing)


def _plain(place: Place) -> str:
    return ", ".join(map(str, place))


def _nothing(place: Place) -> str:
    return ""


def _lettered(layout: Layout) -> PlaceNaming:
    """A letter for the column, a number for the row; with too many columns both are numbers."""
    columns = sorted({place[0] for place in layout.spots})
    least = min(place[1] for place in layout.spots)
    if len(columns) > len(ascii_lowercase):
        return PlaceNaming(_plain, lambda place: str(place[0]), lambda place: str(place[1]))
    letters = dict(zip(columns, ascii_lowercase, strict=False))

    def row(place: Place) -> str:
        return str(place[1] if least >= 0 else place[1] - least + 1)

    return PlaceNaming(lambda place: letters[place[0]] + row(place), lambda place: letters[place[0]], row)


def _steps(right: int, down: int) -> str:
    """So many steps from where everything begins."""
    parts = (
        _directed(Fraction(right), "right", "left"),
        _directed(Fraction(down), "down", "up"),
    )
    return " and ".join(part for part in parts if part) or MIDDLE


def _in_rows(place: Place) -> str:
    return f"row {place[0]}, {_directed(Fraction(place[1], 2), 'right', 'left') or MIDDLE}"


def _directed(steps: Fraction, plus: str, minus: str) -> str:
    return f"{_number(abs(steps))} {plus if steps > 0 else minus}" if steps else ""


def _arrow(steps: Fraction, plus: str, minus: str) -> str:
    return f"{_number(abs(steps))}{plus if steps > 0 else minus}" if steps else "0"


def _number(steps: Fraction) -> str:
    whole, half = divmod(steps, 1)
    return (str(whole) if whole or not half else "") + HALVES[half]
