"""A piece of a game that says nothing about its looks: a band with its name, its columns as a small table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR, LINE
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import first_lines, num, path, rect, text
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.pieces.ways import way_tile

WIDTH, HEIGHT = 120.0, 168.0
LABEL = 104.0  # width of a label
MOST_VALUES, MOST_EFFECTS, MOST_PARTS = 7, 3, 6
Seen = Mapping[str, Any]


@attrs.frozen
class PlainFace:
    """What a side says: its head, its colour and shape, its values, effects and parts."""

    head: str
    hue: str
    shape: str | None
    values: list[tuple[str, Any]]
    effects: list[str]
    parts: list[str]


def _plain(looks: PictureModel, kind: str, row: str | None, seen: Seen, side: str) -> PlainFace:
    columns = looks.sides(kind)[side]
    shape, hue = _band(looks, kind, row, seen, columns)
    told = [(c, looks.seen_value(kind, row, seen, c)) for c in columns if not looks.has_effects(kind, c)]
    values = [(c, value) for c, value in told if value is not None and value not in ([], {}) and c != "title"]
    sentences = [looks.seen_value(kind, row, seen, c) or () for c in columns if looks.has_effects(kind, c)]
    names_it = any((f.side or "face") == side and f.names_it for f in looks.kind(kind).decl.faces)
    named = row is not None and (names_it or len(looks.sides(kind)) == 1)  # the other side does not say which it is
    head = looks.title(kind, row) if row is not None and named else side if side != "face" else kind.lower()
    effects = [sentence for many in sentences for _, sentence in many]
    effects += [looks.note(kind, row)] if named and looks.note(kind, row) else []
    return PlainFace(head, hue, shape, values, effects, _parts(looks, kind, row) if row is not None and named else [])


def _band(looks: PictureModel, kind: str, row: str | None, seen: Seen, columns: list[str]) -> tuple[str | None, str]:
    """Shape and colour of the first choice on a side."""
    for column in columns:
        if looks.has_effects(kind, column):
            continue
        typed, value = looks.type_of(kind, column), looks.seen_value(kind, row, seen, column)
        if typed.members and isinstance(value, str):
            return looks.member(typed, value).sign, looks.member(typed, value).colour
        if typed.set_of.members and value and not typed.of.ring:
            return looks.member(typed.of, value[0]).sign, looks.member(typed.of, value[0]).colour
    return None, "slate"


def _parts(looks: PictureModel, kind: str, row: str) -> list[str]:
    """The parts of a piece, a line for each, unless they are drawn as ways."""
    if looks.ring_of(kind) is not None:
        return []
    return [_part(looks, info.name, name) for info, names in looks.parts(kind, row) for name in names]


def _part(looks: PictureModel, kind: str, name: str) -> str:
    values = [looks.value(kind, name, column) for column in looks.kind(kind).fields]
    return " ".join(
        [v for v in values if isinstance(v, str)][:2] + [in_words(v) for v in values if isinstance(v, dict)]
    )


# ------------------------------------------------------------------ as a label


def label_face(
    looks: PictureModel, kind: str, row: str | None, seen: Seen, side: str, dash: str | None = None
) -> Picture:
    """A small label: the name and the values in few words."""
    plain = _plain(looks, kind, row, seen, side)
    left = 24 if plain.shape else 7
    heads = first_lines(plain.head, 2, LABEL - left - 4, 11, 600)
    values = ", ".join(_brief(name, value).replace(" ", "\u00a0") for name, value in plain.values)
    lines = first_lines(values, 3, LABEL - 12, 9.5) if values else []
    head = 14.0 * len(heads)
    height = head + 8 + (len(lines) * 12 + 6 if lines else 0)
    svg = rect(1, 1, LABEL - 2, height - 2, 5, fill="face", stroke=plain.hue, dash=dash)
    svg += path(f"M1 {num(head + 6)}H{num(LABEL - 1)}", stroke=plain.hue, width=HAIR) if lines else ""
    svg += looks.sign(plain.shape, 14, 4 + head / 2, 12, plain.hue) if plain.shape else ""
    for n, said in enumerate(heads):
        svg += text(left, 14 + 14 * n, said, 11, weight=600, room=LABEL - left - 4)
    svg += "".join(text(6, head + 18 + 12 * n, said, 9.5, "dim", room=LABEL - 10) for n, said in enumerate(lines))
    return Picture(LABEL, height, svg)


def _brief(name: str, value: Any) -> str:
    """Names say what they are; numbers do not."""
    return noun(f"{name} {in_words(value)}" if isinstance(value, int | bool) else in_words(value))


# ------------------------------------------------------------------ as a card


def plain_face(
    looks: PictureModel, kind: str, row: str | None, seen: Seen, side: str, dash: str | None = None
) -> Picture:
    """A whole card: a band, a table, sentences."""
    plain = _plain(looks, kind, row, seen, side)
    heads = first_lines(plain.head, 2, 84 if plain.shape else 104, 12, 700)
    top = 12 + 14 * len(heads)
    svg, y = _table(plain, top + 16)
    more, y = _sentences(plain, y)
    leaves, y = _leaves(plain, y)
    svg += more + leaves
    if row is not None and plain.head == looks.title(kind, row) and looks.ring_of(kind) is not None:
        at = max(y - 8, HEIGHT - 84)
        svg += way_tile(looks, kind, row, seen, {}).svg_at(WIDTH / 2 - 36, at, 0.75)
        y = at + 76
    elif plain.shape and HEIGHT - y > 64:
        svg += looks.sign(plain.shape, WIDTH / 2, (y + HEIGHT) / 2 - 8, 56, f"{plain.hue}-soft")
    height = max(HEIGHT, y + 2)
    return Picture(WIDTH, height, _frame(looks, plain, heads, top, height, dash) + svg)


def _table(plain: PlainFace, y: float) -> tuple[str, float]:
    svg = ""
    for column, value in plain.values[:MOST_VALUES]:
        lines = first_lines(noun(in_words(value)), 3, 50, 10.5, 600)
        svg += text(9, y, noun(column), 10, "dim", room=52)
        for n, said in enumerate(lines):
            svg += text(WIDTH - 9, y + 12 * n, said, 10.5, "ink", "end", 600, room=54)
        y += 12 * len(lines) + 4
    return svg, y


def _sentences(plain: PlainFace, y: float) -> tuple[str, float]:
    svg = ""
    for sentence in plain.effects[:MOST_EFFECTS]:
        svg += path(f"M9 {num(y - 9)}H{num(WIDTH - 9)}", stroke="line", width=HAIR)
        for said in first_lines(sentence, max(1, int((HEIGHT - y) / 11.5)), WIDTH - 18, 9.5):
            svg += text(9, y + 3, said, 9.5)
            y += 11.5
        y += 5
    return svg, y


def _leaves(plain: PlainFace, y: float) -> tuple[str, float]:
    svg = ""
    for said in plain.parts[:MOST_PARTS]:
        svg += path(f"M10 {num(y - 12)}v8h6", stroke="line", width=LINE) + text(20, y, said, 9.5, room=WIDTH - 28)
        y += 14
    return svg, y


def _frame(looks: PictureModel, plain: PlainFace, heads: list[str], top: float, height: float, dash: str | None) -> str:
    svg = rect(1, 1, WIDTH - 2, height - 2, fill="face", stroke=plain.hue, dash=dash)
    edge = num(WIDTH - 8)
    svg += path(f"M1 {num(top)}V8a7 7 0 0 1 7 -7H{edge}a7 7 0 0 1 7 7V{num(top)}z", fill=plain.hue)
    svg += looks.sign(plain.shape, 17, top / 2 + 0.5, 15, "face") if plain.shape else ""
    left, room = (30, 84) if plain.shape else (9, 104)
    return svg + "".join(text(left, 18 + 14 * n, s, 12, "face", weight=700, room=room) for n, s in enumerate(heads))
