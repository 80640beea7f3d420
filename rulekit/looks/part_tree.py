"""The parts of a piece as a tree: groups are branches; alternatives lie on one branch with a stroke between."""

from __future__ import annotations

from typing import Any

from rulekit.kinds import types as t
from rulekit.looks.game_looks import GameLooks
from rulekit.looks.palette import LINE
from rulekit.looks.picture import NOTHING, Picture, row
from rulekit.looks.shapes import path, short, text, text_width
from rulekit.looks.slots import Spec, draw_slot

STEP = 30.0  # from branch to branch, at most


def part_tree(looks: GameLooks, kind: str, name: str, spec: Spec, width: float, height: float) -> Picture:
    """The tree of a row, in so much room."""
    groups: dict[Any, list[str]] = {}
    for part in next((names for info, names in looks.parts(kind, name) if info.name == spec["of"]), []):
        groups.setdefault(looks.value(spec["of"], part, spec["group"]), []).append(part)
    if not groups:
        return NOTHING
    step = min(STEP, height / len(groups))
    svg = path(f"M5 0V{short(step * (len(groups) - 0.5))}", stroke="line", width=LINE)
    for number, parts in enumerate(groups.values()):
        y = step * number
        svg += path(f"M5 {short(y + step / 2)}h6", stroke="line", width=LINE)
        branch = _branch(looks, spec, parts).within(width - 14)
        svg += branch.at(14, y + step / 2 - branch.height / 2)
    return Picture(width, step * len(groups), svg)


def _branch(looks: GameLooks, spec: Spec, parts: list[str]) -> Picture:
    stroke = Picture(5, 16, path("M1 16L5 -1", stroke="dim", width=LINE))
    line: list[Picture] = []
    for number, part in enumerate(parts):
        bits = [_bit(looks, spec, part, column) for column in spec["show"]]
        line += [stroke] if number else []
        line.append(row([bit for bit in bits if bit.width], gap=2))
    return row(line, gap=4)


def _bit(looks: GameLooks, spec: Spec, part: str, column: str) -> Picture:
    """One column of a part; nothing where it says nothing."""
    value, typed = looks.value(spec["of"], part, column), looks.type_of(spec["of"], column)
    if not value:
        return NOTHING
    if isinstance(typed, t.Number):
        return Picture(text_width(value, 14, 700), 17, text(0, 13.5, value, 14, weight=700))
    if isinstance(typed, t.Choice):
        return Picture(18, 18, looks.sign(looks.member(typed, value).sign, 9, 9, 18))
    if isinstance(typed, t.BagOf):
        goods = draw_slot(looks, spec["of"], part, {}, {"of": column, "as": "goods", "size": 16}, 120, "ink", 16)
        minus = Picture(9, 17, text(1, 13.5, "−", 14, weight=700))
        return row([minus, goods], gap=2) if column in spec.get("paid", ()) else goods
    if isinstance(typed, t.YesNo) and column in spec.get("flags", {}):
        flag = looks.sign(spec["flags"][column], 17, 8.5, 16, "dim")
        return Picture(26, 17, text(1, 12.5, "×", 13, "dim") + flag)
    return NOTHING
