"""Where pages lie: every address of the site is worked out here, below the folder of its game."""

from __future__ import annotations

import os
import posixpath
import re

GLANCE, RULINGS, COMPONENTS = "index.md", "rulings/index.md", "components/index.md"
RULES, SHORT = "rules", "r"  # the folders of all games, and of the short addresses


def chapter_page(chapter: str) -> str:
    """The page of a chapter of rules."""
    return f"{chapter}.md"


def ruling_page(ruling: str) -> str:
    """The page of a ruling."""
    return f"rulings/{ruling.lower()}.md"


def component_page(kind: str, row: str) -> str:
    """The page of a card, tile or other row."""
    return f"components/{slug(kind)}/{slug(row)}.md"


def kind_page(kind: str) -> str:
    """The page of all cards, tiles or other rows of a kind."""
    return f"components/{slug(kind)}.md"


def slug(name: str) -> str:
    """A name as a part of an address: what is neither letter, digit, dot nor hyphen becomes a hyphen."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")


def relative(origin: str, target: str) -> str:
    """The way from one page to another, as a link of Markdown: both as they lie below the folder of the game."""
    path, mark, anchor = target.partition("#")
    if path == origin or not path:
        return f"{mark}{anchor}"
    found = posixpath.relpath(path, posixpath.dirname(origin) or os.curdir)
    return f"{found}{mark}{anchor}"


def as_html(address: str) -> str:
    """The same for raw HTML, which nobody translates: pages end with `.html` there."""
    return re.sub(r"\.md(?=#|$)", ".html", address)
