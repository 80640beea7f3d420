"""Sentences written for readers as Markdown: a choice of the table in backticks leads to the page of options."""

from __future__ import annotations

import re

from rulekit.site.book import GameBook
from rulekit.site.links import Links, own_page
from rulekit.site.page import plain

OPTIONS = "options.md"
CODE = re.compile(r"`([^`]+)`")


def prose(book: GameBook, links: Links, said: str) -> str:
    """The text with its signs of Markdown taken out, but for what stands in backticks."""
    parts, at = [], 0
    for found in CODE.finditer(said):
        parts += [plain(said[at : found.start()]), _code(book, links, found[1])]
        at = found.end()
    return "".join([*parts, plain(said[at:])])


def _code(book: GameBook, links: Links, said: str) -> str:
    name = said.split()[0]
    if name in book.game.options:
        return f"[`{said}`]({links.to(own_page(book, OPTIONS))}#{option_anchor(name)})"
    return f"`{said}`"


def option_anchor(name: str) -> str:
    """The anchor of an option on the page of options."""
    return f"option-{name}"
