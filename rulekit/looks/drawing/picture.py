"""A drawing with its size; drawings beside and below each other; a drawing as a whole SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from rulekit.looks.drawing.palette import FONT, GAP, HAIR, by_class, style_sheet
from rulekit.looks.drawing.shared_shapes import share_shapes
from rulekit.looks.drawing.svg_shapes import escape_text, num, rect, text, text_width

ENDLESS = 1e6


@attrs.frozen
class Picture:
    """Something drawn: its width, its height and its SVG."""

    width: float
    height: float
    svg: str = ""

    def svg_at(self, x: float, y: float, scale: float = 1) -> str:
        """Its SVG with the upper left corner at x, y."""
        size = f" scale({scale:.3g})" if scale != 1 else ""
        return f'<g transform="translate({num(x)} {num(y)}){size}">{self.svg}</g>'

    def scale(self, factor: float) -> Picture:
        """The same drawing, larger or smaller."""
        return Picture(self.width * factor, self.height * factor, self.svg_at(0, 0, factor))

    def fit_into(self, room: float) -> Picture:
        """Made smaller if it is wider than the room."""
        return self.scale(min(1, room / max(self.width, 1)))


NOTHING = Picture(0, 0)


def _lines(pictures: Iterable[Picture], room: float, gap: float) -> list[list[Picture]]:
    """Side by side, in as many lines as the room needs."""
    lines: list[list[Picture]] = [[]]
    x = 0.0
    for one in pictures:
        if lines[-1] and x + one.width > room:
            lines.append([])
            x = 0
        lines[-1].append(one)
        x += one.width + gap
    return lines


def row(pictures: Sequence[Picture], gap: float = GAP) -> Picture:
    """Side by side on one line, tops together."""
    svg, x = "", 0.0
    for one in pictures:
        svg += one.svg_at(x, 0)
        x += one.width + gap
    return Picture(max(x - gap, 0), max((one.height for one in pictures), default=0), svg)


def rows(pictures: Iterable[Picture], room: float = ENDLESS, gap: float = GAP) -> Picture:
    """Side by side, in as many lines as the room needs, tops together."""
    return column([row(line, gap) for line in _lines(pictures, room, gap)], gap)


def column(pictures: Sequence[Picture], gap: float = GAP) -> Picture:
    """One below the other."""
    svg, y = "", 0.0
    for one in pictures:
        svg += one.svg_at(0, y)
        y += one.height + gap
    return Picture(max((one.width for one in pictures), default=0), max(y - gap, 0), svg)


def panel(
    title: str, inside: Picture, note: str = "", role: str = "panel", head: Picture = NOTHING, dash: str | None = None
) -> Picture:
    """A frame with a title: the drawing of a zone, of a board, of all that belongs to a seat."""
    left = 10 + (head.width + 5 if head.width else 0)
    wanted = left + text_width(title, 11, 600) + 14 + (text_width(note, 10) + 10 if note else 0)
    width, height = max(inside.width + 20, wanted), inside.height + 36
    outline = rect(0.5, 0.5, width - 1, height - 1, 10, fill=role, stroke="ink", dash=dash) if dash else None
    svg = outline or rect(0.5, 0.5, width - 1, height - 1, 10, fill=role, stroke="line", width=HAIR)
    svg += head.svg_at(10, 15 - head.height / 2) if head.width else ""
    svg += text(left, 19, title, 11, weight=600)
    svg += text(width - 10, 19, note, 10, "dim", "end") if note else ""
    return Picture(width, height, svg + inside.svg_at(10, 28))


def words_picture(said: str, size: float = 11, role: str = "dim", weight: int = 400) -> Picture:
    """A line of text as a picture."""
    return Picture(text_width(said, size, weight) + 2, size + 3, text(0, size, said, size, role, weight=weight))


def as_svg(picture: Picture, title: str, description: str, pad: float = 6) -> str:
    """A whole SVG with title and description: colours as variables, no script, nothing that must be fetched."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    w, h = num(picture.width + 2 * pad), num(picture.height + 2 * pad)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="look" role="img" aria-labelledby="{name}-t {name}-d"'
    size = f'width="{w}" height="{h}" viewBox="0 0 {w} {h}" font-family="{FONT}"'
    words = f'<title id="{name}-t">{escape_text(title)}</title><desc id="{name}-d">{escape_text(description)}</desc>'
    once, drawn = share_shapes(by_class(picture.svg_at(pad, pad)))
    return f"{head} {size}>{words}<style>{style_sheet(picture.svg)}</style>{once}{drawn}</svg>\n"
