"""Drawings inside a page: the colours are those of the page's style sheet, so that each is written once."""

from __future__ import annotations

from rulekit.looks.drawing.palette import by_class
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import num
from rulekit.site.page import escape

PAD = 2.0


def inline(picture: Picture, words: str) -> str:
    """A drawing as raw HTML with its words for those who do not see it."""
    w, h = num(picture.width + 2 * PAD), num(picture.height + 2 * PAD)
    body = by_class(picture.svg_at(PAD, PAD))
    size = f'width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
    return f'<svg class="look" {size} role="img" aria-label="{escape(words)}">{body}</svg>'
