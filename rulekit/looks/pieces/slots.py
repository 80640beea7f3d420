"""One column of a row in one slot of a face: as number, pips, bar, text, sign, goods, flag, walls or effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR, LEGIBLE
from rulekit.looks.drawing.picture import NOTHING, Picture, rows
from rulekit.looks.drawing.svg_shapes import path, rect, text, text_width
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.looks_terms import spec_of
from rulekit.looks.pieces.effects import effect_lines
from rulekit.typesystem import types as t

Spec = Mapping[str, Any]
ENDS = {"n": "M0 0H{0}", "e": "M{0} 0V{0}", "s": "M0 {0}H{0}", "w": "M0 0V{0}"}  # the sides of a square place
MANNERS_OF_TYPES: tuple[tuple[type[t.Type], str], ...] = (
    (t.Number, "number"),
    (t.YesNo, "flag"),
    (t.BagOf, "goods"),
    (t.SetOf, "signs"),
    (t.Choice, "sign"),
)


@attrs.frozen
class Slot:
    """What stands in a slot: a value of a column, its type, and how the looks file wants it."""

    looks: PictureModel
    value: Any
    type: t.Type
    spec: Spec
    room: float
    hue: str
    size: float
    least: float = LEGIBLE  # size of text

    def says(self, name: str, otherwise: Any) -> Any:
        """What the looks file says under this name, else what is given."""
        return self.spec.get(name, otherwise)


def draw_slot(
    looks: PictureModel, kind: str, row: str | None, seen: Spec, said: Any, room: float, hue: str, size: float,
    least: float = LEGIBLE,
) -> Picture:  # fmt: skip
    """One column in one slot, as a picture that begins at 0, 0."""
    spec = spec_of(said)
    if "of" not in spec:  # a sign that is always there
        return Picture(size, size, looks.sign(spec["sign"], size / 2, size / 2, size, spec.get("colour", hue)))
    value = looks.seen_value(kind, row, seen, spec["of"])
    if value is None or value in ({}, []):
        return NOTHING
    effects = looks.has_effects(kind, spec["of"])
    typed = t.TEXT if effects else looks.type_of(kind, spec["of"])
    how = spec.get("as") or ("effects" if effects else _usual(typed))
    return MANNERS[how](Slot(looks, value, typed, spec, room, hue, size, least))


def _usual(typed: t.Type) -> str:
    return next((how for sort, how in MANNERS_OF_TYPES if isinstance(typed, sort)), "text")


def _effects(slot: Slot) -> Picture:
    return effect_lines(slot.looks, slot.value, slot.room, slot.says("size", 15), slot.least)


def _flag(slot: Slot) -> Picture:
    if not slot.value:
        return NOTHING
    middle = slot.size / 2
    drawn = slot.looks.sign(slot.says("sign", "star"), middle, middle, slot.size, slot.says("colour", "ink"))
    return Picture(slot.size, slot.size, drawn)


def _number(slot: Slot) -> Picture:
    size, said = slot.size, slot.says("named", {}).get(str(slot.value), slot.value)
    if "sign" not in slot.spec:
        width = text_width(said, size, 700)
        return Picture(width, size * 0.8, text(0, size * 0.74, said, size, slot.hue, weight=700))
    colour = slot.says("colour", slot.hue)
    ground = slot.looks.sign(slot.spec["sign"], size / 2, size / 2, size, colour)
    ink = "coal" if colour == "ochre" else "face"
    return Picture(
        size, size, ground + text(size / 2, size * 0.69, said, max(size * 0.54, slot.least), ink, "middle", 700)
    )


def _pips(slot: Slot) -> Picture:
    high = slot.type.high if slot.type.numeric else slot.value
    size, across = slot.says("size", 14), slot.says("across", 4)
    many = slot.says("of-most", high) if slot.says("rest", False) else slot.value
    svg = ""
    for pip in range(many):
        x, y = size / 2 + (size + 2) * (pip % across), size / 2 + (size + 2) * (pip // across)
        colour = slot.says("colour", "ink") if pip < slot.value else "line"
        svg += slot.looks.sign(slot.says("sign", "circle"), x, y, size, colour)
    return Picture((size + 2) * min(across, many) - 2, (size + 2) * -(-many // across) - 2, svg)


def _bar(slot: Slot) -> Picture:
    high = slot.type.high if slot.type.numeric else slot.value
    frame = rect(0, 0, slot.room, 7, 3, stroke="line", width=HAIR)
    return Picture(slot.room, 7, frame + rect(0, 0, slot.room * slot.value / max(high, 1), 7, 3, fill=slot.hue))


def _signs(slot: Slot) -> Picture:
    one = slot.type.of if slot.type.distinct else slot.type
    names = [slot.value] if isinstance(slot.value, str) else slot.value
    size = slot.size
    drawn = []
    for member in (slot.looks.member(one, name) for name in names):
        drawn.append(Picture(size, size, slot.looks.member_sign(member, size / 2, size / 2, size)))
    return rows(drawn, slot.room, 3)


def _goods(slot: Slot) -> Picture:
    assert slot.type.counted
    size, drawn = slot.says("size", 14), []
    for name, count in slot.value.items():
        member = slot.looks.member(slot.type.of, name)
        width = text_width(count, max(size * 0.86, slot.least), 700)
        number = text(0, size * 0.82, count, max(size * 0.86, slot.least), weight=700)
        mark = slot.looks.member_sign(member, width + 1 + size / 2, size / 2, size)
        drawn.append(Picture(width + size + 1, size, number + mark))
    return rows(drawn, slot.room, 4)


def _walls(slot: Slot) -> Picture:
    """The sides of a place that must, and those that may, have a wall: looked up in the row that the value names."""
    assert slot.type.row
    size = slot.size
    svg = rect(0, 0, size, size, 0, fill="floor", stroke="line", width=HAIR)
    for side in slot.looks.value(slot.type.kind, slot.value, slot.spec["may"]):
        svg += path(ENDS[side].format(size), "butt", stroke="ink", width=2, dash="2 2")
    for side in slot.looks.value(slot.type.kind, slot.value, slot.spec["need"]):
        svg += path(ENDS[side].format(size), "square", stroke="ink", width=4)
    return Picture(size, size, svg)


def _text(slot: Slot) -> Picture:
    said = noun(in_words(slot.value))
    size = max(11, slot.least)
    width = min(slot.room, text_width(said, size, 600))
    return Picture(width, size + 2, text(0, size - 1, said, size, weight=600, room=slot.room, least=slot.least))


MANNERS: dict[str, Callable[[Slot], Picture]] = {
    "number": _number,
    "pips": _pips,
    "bar": _bar,
    "text": _text,
    "sign": _signs,
    "signs": _signs,
    "goods": _goods,
    "flag": _flag,
    "walls": _walls,
    "effects": _effects,
}
