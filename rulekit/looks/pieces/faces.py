"""One side of a piece: as the looks file lays it out, or, where it says nothing, from its columns alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.check.names.symbol_info import ZoneInfo
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import LEGIBLE, LINE
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import rect, text
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.looks_terms import SIZES
from rulekit.looks.pieces.derived_row_names import row_name
from rulekit.looks.pieces.effect_words import effect_words
from rulekit.looks.pieces.plain_face import label_face, plain_face
from rulekit.looks.pieces.styled_face import styled_face
from rulekit.looks.pieces.ways import way_tile
from rulekit.looks.view_parts import seen_piece
from rulekit.looks.wording import column_words, member_words, number_words, side_words
from rulekit.memo import memoize
from rulekit.typesystem import types as t

SMALL_BACK = 0.45
BROKEN = "5 5"  # the outline of what somebody made up


def face(
    looks: PictureModel, kind: str, piece: Any, side: str | None = None, zone: ZoneInfo | None = None,
    small: bool = False, scale: float = 1,
) -> Picture:  # fmt: skip
    """A piece, given by its name or by what is seen of it; `small`: as a label, where no looks are given.

    At a smaller scale its text stays large enough to be read.
    """
    seen = seen_piece(piece)
    row = str(seen.get("name", "")).partition("#")[0] or None
    shown = side or side_up(looks, kind, seen, zone)
    if shown is None or (row and shown not in looks.sides(kind)):
        return back_picture(looks, kind, small=small).scale(1 if small else scale)
    if row is not None and {*seen} == {"name"}:
        return _whole_face(looks, kind, row, shown, small, scale)
    return _side(looks, kind, row, seen, shown, small, scale)


@memoize
def _whole_face(looks: PictureModel, kind: str, row: str, shown: str, small: bool, scale: float) -> Picture:
    """A side of which nothing but its row is to be told: drawn once."""
    return _side(looks, kind, row, {"name": row}, shown, small, scale)


def _side(
    looks: PictureModel, kind: str, row: str | None, seen: Mapping[str, Any], shown: str, small: bool, scale: float
) -> Picture:
    """One side as the looks file lays it out, or from its columns: as a label where room is small."""
    look = _look(looks, kind, shown)
    ways = look.get("ways") if look is not None else {}
    dash = BROKEN if row is not None and looks.is_assumed(kind, row, shown) else None
    if row and looks.ring_of(kind) and shown == naming_side(looks, kind) and (ways or (look is None and small)):
        return way_tile(looks, kind, row, seen, ways or {}, dash).scale(scale)
    if look is not None:
        return styled_face(looks, kind, row, seen, look, LEGIBLE / min(scale, 1), dash).scale(scale)
    return (label_face if small or scale < 1 else plain_face)(looks, kind, row, seen, shown, dash)


def _look(looks: PictureModel, kind: str, side: str) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = looks.section("faces").get(kind, {}).get(side)
    return found


def naming_side(looks: PictureModel, kind: str) -> str:
    """The side that shows which piece it is."""
    faces = looks.kind(kind).decl.faces
    return next((one.side or "face" for one in faces if one.names_it), next(iter(looks.sides(kind)), "face"))


def side_up(looks: PictureModel, kind: str, seen: Mapping[str, Any], zone: ZoneInfo | None) -> str | None:
    """Which side is seen: the one whose columns are, the one the zone shows, the one that names the piece."""
    sides = looks.sides(kind)
    if "name" not in seen:
        fits = [
            (sum(c not in seen for c in columns), side) for side, columns in sides.items() if set(columns) & {*seen}
        ]
        return min(fits)[1] if fits else None  # the one of which least is missing
    names = naming_side(looks, kind)
    views = [names if view.what == "it" else view.what for view in zone.decl.views] if zone and zone.decl else []
    return next((view for view in views if view in sides), names)


def back_picture(looks: PictureModel, kind: str, small: bool = False, label: str = "?") -> Picture:
    """The back of a piece that nobody may know."""
    width, height = _size_of_back(looks, kind)
    svg = rect(1, 1, width - 2, height - 2, fill="back", stroke="dim")
    svg += rect(7, 7, width - 14, height - 14, 4, stroke="line", width=LINE)
    svg += looks.sign("diamond", width / 2, height / 2, 48, "line")
    svg += text(width / 2, height / 2 + 7, label, 20, "dim", "middle", 600)
    return Picture(width, height, svg).scale(SMALL_BACK if small else 1)


def _size_of_back(looks: PictureModel, kind: str) -> tuple[float, float]:
    said = next((look["size"] for look in looks.section("faces").get(kind, {}).values() if "size" in look), None)
    square = looks.ring_of(kind) is not None or looks.kind(kind).sort == "tile"
    return SIZES[said or ("tile" if square else "card")]


def describe(looks: PictureModel, kind: str, row: str, side: str | None = None) -> str:
    """A side of a piece in words."""
    shown = side or naming_side(looks, kind)
    columns = [column for column in looks.sides(kind)[shown] if looks.type_of(kind, column) != t.TEXT]
    values = "; ".join(filter(None, (_column(looks, kind, row, column) for column in columns)))
    note = looks.note(kind, row) if shown == naming_side(looks, kind) else ""
    return " ".join(
        [f"{row_name(looks, kind, row)}, {side_words(looks, kind, shown)}: {values}.", *([note] if note else [])]
    )


def _column(looks: PictureModel, kind: str, row: str, column: str) -> str:
    """What is printed there, after the name of the column; effects tell by themselves what they are."""
    if looks.has_effects(kind, column):
        told = [effect_words(looks, sentence) for _, sentence in looks.effects(kind, row, column)]
        return ", or: ".join(told)
    said, typed = looks.value(kind, row, column), looks.type_of(kind, column).bare
    words = number_words(looks, column, str(said)) if typed.numeric else _value(looks, typed, said)
    return f"{column_words(looks, kind, column)} {words}"


def _value(looks: PictureModel, typed: t.Type, said: Any) -> str:
    """A value that is printed: members of a choice as the looks file says them, rows of a list by their titles."""
    if isinstance(said, list | tuple) and typed.member is not None:
        return ", ".join(_value(looks, typed.member.bare, one) for one in said) or "none"
    if typed.enumerated and said is not None:
        return member_words(looks, str(typed), str(said))
    return looks.title(typed.kind, str(said)) if typed.table and said is not None else noun(in_words(said))
