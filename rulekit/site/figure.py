"""Pictures on a page: an SVG file beside it, and the line of HTML that shows it with its text alternative."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.looks.drawing.picture import Picture, as_svg, row
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import legend
from rulekit.looks.legend_html import HEAD, legend_list
from rulekit.site.page import escape
from rulekit.site.reader_words import PEOPLE

PAD = 6  # what as_svg leaves around a picture


def svg_file(picture: Picture, title: str, words: str) -> str:
    """The file of a picture, with its title and the same in words."""
    return as_svg(picture, title, words, PAD)


def figure(file: str, picture: Picture, words: str, caption: str = "", head: str = "") -> str:
    """A figure as one line of raw HTML; the picture has its own size and is never made smaller.

    Where the page is dark, the picture is: it follows the colour scheme of its place, see docs/extra.css.
    """
    image = picture_tag(file, picture, words)
    over = f'<p class="label">{escape(head)}</p>' if head else ""
    under = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{over}{image}{under}</figure>"


def picture_tag(file: str, picture: Picture, words: str) -> str:
    """The picture alone."""
    size = f'width="{round(picture.width + 2 * PAD)}" height="{round(picture.height + 2 * PAD)}"'
    return f'<img class="look" src="{escape(file)}" alt="{escape(words)}" {size} loading="lazy">'


def in_row(figures: Iterable[str]) -> str:
    """Figures side by side where there is room; the words of pictures are no hits of a search."""
    return f'<div data-search-exclude class="row">{"".join(figures)}</div>'


def fold(title: str, inside: str, shown: bool = False) -> str:
    """What can be opened: one line of raw HTML."""
    state = ' class="fold shown" open' if shown else ' class="fold"'
    return f"<details{state}><summary data-search-exclude>{escape(title)}</summary>{inside}</details>"


def folds(parts: Iterable[str]) -> str:
    """A row of what can be opened."""
    return f'<div class="folds">{"".join(parts)}</div>'


def signs_of(looks: PictureModel, *pictures: Picture) -> str:
    """What the signs on these pictures mean, folded; nothing where no sign stands for a word."""
    told = legend_list(looks, legend(looks, row(pictures), PEOPLE), styled=False)
    return folds([fold(HEAD, f"<div data-search-exclude>{told}</div>")]) if told else ""
