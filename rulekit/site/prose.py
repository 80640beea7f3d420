"""Sentences written for readers as Markdown: a choice of the table in backticks is told in words, with its page."""

from __future__ import annotations

import re

from rulekit.site.book import SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.links import Links, own_page
from rulekit.site.page import escape_md

OPTIONS = "options.md"
CODE = re.compile(r"`([^`]+)`")


def prose(book: SiteModel, links: Links, said: str) -> str:
    """The text with its signs of Markdown taken out, but for what stands in backticks."""
    parts, at = [], 0
    for found in CODE.finditer(said):
        parts += [escape_md(said[at : found.start()]), _code(book, links, found[1])]
        at = found.end()
    return "".join([*parts, escape_md(said[at:])])


def _code(book: SiteModel, links: Links, said: str) -> str:
    name, _, value = said.partition(" ")
    return choice_text(book, links, name, value) if name in book.game.options else f"`{said}`"


def choice_text(book: SiteModel, links: Links, name: str, value: str) -> str:
    """What a table chooses, as the looks file says it, else by its names; an option alone by its own name."""
    told = f"“{escape_md(words_of(book).option(name, value))}”" if value else f"`{name}`"
    return f"[{told}]({links.address_to(own_page(book, OPTIONS))}#{option_anchor(name)})"


def option_anchor(name: str) -> str:
    """The anchor of an option on the page of options."""
    return f"option-{name}"
