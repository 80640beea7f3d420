"""Sentences written for readers as Markdown: a choice of the table in backticks is told in words, with its page."""

from __future__ import annotations

import re

from rulekit.site.book import GameBook
from rulekit.site.component_data import words_of
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
    name, _, value = said.partition(" ")
    return chosen(book, links, name, value) if name in book.game.options else f"`{said}`"


def chosen(book: GameBook, links: Links, name: str, value: str) -> str:
    """What a table chooses, as the looks file says it, else by its names; an option alone by its own name."""
    told = f"“{plain(words_of(book).option(name, value))}”" if value else f"`{name}`"
    return f"[{told}]({links.to(own_page(book, OPTIONS))}#{option_anchor(name)})"


def option_anchor(name: str) -> str:
    """The anchor of an option on the page of options."""
    return f"option-{name}"
