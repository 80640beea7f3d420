"""A side of a piece laid out by the looks file: a column, or a sign, in each slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HUES, LEGIBLE
from rulekit.looks.drawing.picture import NOTHING, Picture
from rulekit.looks.drawing.svg_shapes import fits, num, path, rect, text, wrap_text
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_terms import CORNERS, RIM_PLACES, SIZES, spec_of
from rulekit.looks.pieces.part_tree import part_tree
from rulekit.looks.pieces.slots import draw_slot

SMALLER = (14.5, 13, 12, 11)  # sizes that are tried where the words of a body do not fit
TITLE, LOW_TITLE = 12.0, 9.5  # sizes of a title
MOST_TITLE = 2  # lines of a title
NOTE = 9.5  # size of a note
MORE = "…"  # stands for effects where a small picture has no room for them
SPILT = 4.0  # how far they may spill over
BY_RULES = "§"  # stands for a note where there is no room for words
DISC = 9.0  # radius of what stands half on the rim


@attrs.define
class _Sheet:
    """A face while it is drawn; `top` and `foot` bound the room that is left."""

    looks: PictureModel
    kind: str
    row: str | None
    seen: Mapping[str, Any]
    look: Mapping[str, Any]
    width: float
    height: float
    hue: str
    least: float = LEGIBLE  # size of text
    dash: str | None = None  # of its outline
    top: float = 8
    foot: float = 0
    corner: float = 0  # height of what stands in the upper corners
    low: float = 0  # and in the lower ones
    svg: str = ""

    @property
    def pad(self) -> float:
        return 12 if "rim" in self.look else 8

    @property
    def inner(self) -> float:
        return self.width - 2 * self.pad

    def slot(self, said: Any, room: float, size: float) -> Picture:
        return draw_slot(self.looks, self.kind, self.row, self.seen, said, room, self.hue, size, self.least)


def styled_face(
    looks: PictureModel, kind: str, row: str | None, seen: Mapping[str, Any], look: Mapping[str, Any],
    least: float = LEGIBLE, dash: str | None = None,
) -> Picture:  # fmt: skip
    """One side of a piece, without text below the `least` size; `dash` breaks its outline."""
    width, height = SIZES[look.get("size", "card")]
    hue = _hue(looks, kind, row, seen, look)
    sheet = _Sheet(looks, kind, row, seen, look, width, height, hue, least, dash, foot=height - 8)
    ground = f"{sheet.hue}-soft" if look.get("soft", True) else "face"
    sheet.svg = rect(1, 1, width - 2, height - 2, fill=ground, stroke=sheet.hue, width=2, dash=dash)
    for draw in (_title, _foot, _corners, _middle, _body, _parts, _rim):
        draw(sheet)
    return Picture(width, height, sheet.svg)


def _hue(looks: PictureModel, kind: str, row: str | None, seen: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    if "colour" not in look:
        return "slate"
    value, typed = looks.seen_value(kind, row, seen, look["colour"]), looks.type_of(kind, look["colour"])
    first = value[0] if isinstance(value, list) and value else value
    hue = looks.member(typed.of if typed.distinct else typed, first).colour if first else "slate"
    return hue if hue in HUES else "slate"  # a colour without a tint


def _title(s: _Sheet) -> None:
    if "title" not in s.look or s.row is None:
        return
    title, room = s.looks.title(s.kind, s.row), s.width - 12
    size = next((one for one in (TITLE, 11.0, 10.0, LOW_TITLE) if fits(title, room, one, 700)), LOW_TITLE)
    size = max(size, s.least)
    lines = wrap_text(title, room, size, 700) if not fits(title, room, size, 700) else [title]
    lines = [*lines[: MOST_TITLE - 1], " ".join(lines[MOST_TITLE - 1 :])] if len(lines) > MOST_TITLE else lines
    above = DISC + 1 if "rim" in s.look else 2
    bar = above + (size + 1.5) * len(lines) + 5
    s.svg += path(f"M1 {num(bar)}V8a7 7 0 0 1 7 -7H{num(s.width - 8)}a7 7 0 0 1 7 7V{num(bar)}z", fill=s.hue)
    for n, said in enumerate(lines):
        y = above + (size + 1.5) * (n + 1)
        s.svg += text(s.width / 2, y, said, size, "face", "middle", 700, room=room, least=size)
    s.top = bar + 6


def _foot(s: _Sheet) -> None:
    if "foot" not in s.look:
        return
    spec, h, w = spec_of(s.look["foot"]), s.height, num(s.width - 1)
    word = s.looks.seen_value(s.kind, s.row, s.seen, spec["of"]) if "of" in spec else spec["text"]
    if word is None:
        return
    s.svg += path(f"M1 {num(h - 24)}H{w}V{num(h - 8)}a7 7 0 0 1 -7 7H8a7 7 0 0 1 -7 -7z", fill=s.hue)
    s.svg += text(s.width / 2, h - 8.5, noun(word), 12, "face", "middle", 700, room=s.width - 16, least=s.least)
    s.foot = h - 30


def _corners(s: _Sheet) -> None:
    for key in CORNERS:
        if key not in s.look:
            continue
        above = key[0] == "t"
        drawn = s.slot(s.look[key], s.inner - (44 if above else 30), spec_of(s.look[key]).get("size", 30))
        x = {"l": s.pad, "r": s.width - s.pad - drawn.width, "m": (s.width - drawn.width) / 2}[key[1]]
        s.svg += drawn.svg_at(x, s.top if above else s.foot - drawn.height)
        s.corner = max(s.corner, drawn.height) if above else s.corner
        s.low = max(s.low, drawn.height + 3) if key in ("bl", "br") else s.low
    s.foot -= 28 if "bm" in s.look else 0


def _middle(s: _Sheet) -> None:
    if "middle" in s.look:
        spec = spec_of(s.look["middle"])
        drawn = s.slot(spec, s.inner, spec.get("size", 64))
        top = s.top + s.corner / 2
        s.svg += drawn.svg_at(
            (s.width - drawn.width) / 2, top + (s.foot - top - drawn.height) / 2 + spec.get("down", 0)
        )
    s.foot -= s.low


def _body(s: _Sheet) -> None:
    if "body" not in s.look:
        return
    spec, y = spec_of(s.look["body"]), s.top + s.corner + 4
    sizes = [spec.get("size", 16), *SMALLER]
    tried = (s.slot({**spec, "size": size}, s.inner, size) for size in sizes)
    drawn = next((one for one in tried if one.height <= s.foot - y), None)
    drawn = s.slot({**spec, "size": sizes[-1]}, s.inner, sizes[-1]) if drawn is None else drawn
    if s.least > LEGIBLE and drawn.height > s.foot - y + SPILT:
        drawn = Picture(s.inner, 22, text(s.inner / 2, 14, MORE, 22, "dim", "middle", 700))
    drawn = drawn if drawn.width else _note(s, s.foot - y)
    s.svg += drawn.svg_at(s.pad, y + (max(0, (s.foot - y - drawn.height) / 2) if spec.get("centre") else 0))


def _note(s: _Sheet, high: float) -> Picture:
    """What rules say of a piece of which no column does: in words, or by a sign where these have no room."""
    said = s.looks.note(s.kind, s.row)
    lines = wrap_text(said, s.inner, max(NOTE, s.least))
    step = max(NOTE, s.least) + 2
    if not said:
        return NOTHING
    if len(lines) * step > high or s.least > NOTE:
        return Picture(s.inner, 22, text(s.inner / 2, 18, BY_RULES, 22, "dim", "middle"))
    drawn = "".join(text(0, step * n + NOTE, line, NOTE) for n, line in enumerate(lines))
    return Picture(s.inner, step * len(lines), drawn)


def _parts(s: _Sheet) -> None:
    if "parts" in s.look and s.row is not None:
        s.svg += part_tree(s.looks, s.kind, s.row, s.look["parts"], s.inner, s.foot - s.top, s.least).svg_at(
            s.pad, s.top
        )


def _rim(s: _Sheet) -> None:
    """Half discs at the sides: two cards side by side make a whole one."""
    if "rim" not in s.look:
        return
    w, h = s.width, s.height
    for name in s.looks.seen_value(s.kind, s.row, s.seen, spec_of(s.look["rim"])["of"]) or ():
        x, y = RIM_PLACES[name][0] * w, RIM_PLACES[name][1] * h
        across = y in (0.0, h)
        if across:
            outline = f"M{num(x - DISC)} {num(y)}A9 9 0 0 {0 if y == 0 else 1} {num(x + DISC)} {num(y)}z"
        else:
            outline = f"M{num(x)} {num(y - DISC)}A9 9 0 0 {1 if x == 0 else 0} {num(x)} {num(y + DISC)}z"
        s.svg += path(outline, fill="ink")
