"""What changed in the rules of a game: its `changes.md`, as `rulekit diff --format markdown` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekit.site.book import GameBook
from rulekit.site.links import own_page
from rulekit.site.page import Page

PATH, PLACE = "changes.md", 69.0
LEAD = (
    "What changed in these rules, the latest first: sentences, rulings, components, and what rests on them.\n{ .lead }"
)
HEADING = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)
TITLE = re.compile(r"\A# .*\n")


def pages(book: GameBook) -> Iterator[Page]:
    """One page; none of a game whose rules have no history yet."""
    sections = TITLE.sub("", book.changes).strip()
    if sections:
        data = {"versions": HEADING.findall(sections)}
        yield Page(own_page(book, PATH), "Changes", (LEAD, sections), data, PLACE)
