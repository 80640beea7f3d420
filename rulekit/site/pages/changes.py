"""What changed in the rules of a game: its `changes.md`, as `rulekit diff --format markdown` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekit.site.book import SiteModel
from rulekit.site.links import Links, own_page
from rulekit.site.page import Page

PATH, PLACE = "changes.md", 69.0
LEAD = (
    "What changed in these rules, the latest first: sentences, rulings, components, and what rests on them.\n{ .lead }"
)
HEADING = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)
NAME = re.compile(r"`([a-z][a-z0-9.-]*)`")
TITLE = re.compile(r"\A# .*\n")


def pages(book: SiteModel) -> Iterator[Page]:
    """One page; none of a game whose rules have no history yet. What is still a sentence leads to it."""
    sections = TITLE.sub("", book.changes).strip()
    if sections:
        links = Links(book, own_page(book, PATH))
        told = NAME.sub(
            lambda found: links.clause(found[1], found[1]) if found[1] in book.clauses else found[0], sections
        )
        data = {"versions": HEADING.findall(sections)}
        yield Page(own_page(book, PATH), "Changes", (LEAD, told), data, PLACE)
