"""The parts of a piece as a tree: groups are branches; alternatives lie on one branch with a stroke between."""

from __future__ import annotations

from typing import Any

from rulekit.looks.drawing.palette import LEGIBLE, LINE
from rulekit.looks.drawing.picture import NOTHING, Picture, row, rows
from rulekit.looks.drawing.svg_shapes import num, path, text, text_width
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.slots import Spec, draw_slot
from rulekit.typesystem import types as t

SIZE = 13.5  # of the smallest text in a branch
LINE_HIGH = 18.0  # of a branch on one line
LOOSE, TIGHT = 10.0, 0.0  # between branches


def part_tree(
    looks: PictureModel, kind: str, name: str, spec: Spec, width: float, height: float, least: float = LEGIBLE
) -> Picture:
    """The tree of a row, in so much room. A branch that is too long goes on in the next line."""
    groups: dict[Any, list[str]] = {}
    for part in next((names for info, names in looks.parts(kind, name) if info.name == spec["of"]), []):
        groups.setdefault(looks.value(spec["of"], part, spec["group"]), []).append(part)
    if not groups:
        return NOTHING
    branches = [_branch(looks, spec, parts, width - 14, least) for parts in groups.values()]
    high = sum(branch.height for branch in branches)
    gap = min(LOOSE, max(TIGHT, (height - high) / len(branches)))
    svg, y = "", gap / 2
    for branch in branches:
        trunk = y + LINE_HIGH / 2
        svg += path(f"M5 {num(trunk)}h6", stroke="line", width=LINE) + branch.svg_at(14, y)
        y += branch.height + gap
    return Picture(width, y, path(f"M5 0V{num(trunk)}", stroke="line", width=LINE) + svg)


def _branch(looks: PictureModel, spec: Spec, parts: list[str], room: float, least: float) -> Picture:
    stroke = Picture(5, 16, path("M1 16L5 -1", stroke="dim", width=LINE))
    line: list[Picture] = []
    for number, part in enumerate(parts):
        bits = [_bit(looks, spec, part, column, least) for column in spec["show"]]
        drawn = row([bit for bit in bits if bit.width], gap=2)
        line.append(row([stroke, drawn], gap=4) if number else drawn)
    smallest = min(1, least / SIZE)  # what is still read
    return rows([one.scale(max(smallest, min(1, room / one.width))) for one in line if one.width], room, 4)


def _bit(looks: PictureModel, spec: Spec, part: str, column: str, least: float) -> Picture:
    """One column of a part; nothing where it says nothing."""
    value, typed = looks.value(spec["of"], part, column), looks.type_of(spec["of"], column)
    size = max(14, least)
    if not value:
        return NOTHING
    if typed.numeric:
        return Picture(text_width(value, size, 700), 17, text(0, 13.5, value, size, weight=700))
    if typed.members:
        return Picture(18, 18, looks.sign(looks.member(typed, value).sign, 9, 9, 18))
    if typed.counted:
        goods = draw_slot(looks, spec["of"], part, {}, {"of": column, "as": "goods", "size": 16}, 120, "ink", 16, least)
        minus = Picture(9, 17, text(1, 13.5, "−", size, weight=700))
        return row([minus, goods], gap=2) if column in spec.get("paid", ()) else goods
    if typed == t.YES_NO and column in spec.get("flags", {}):
        flag = looks.sign(spec["flags"][column], 17, 8.5, 16, "dim")
        return Picture(26, 17, text(1, 12.5, "×", size, "dim") + flag)
    return NOTHING
