"""All pages of a game: what every module of `rulekit/site/pages` makes of its book."""

from __future__ import annotations

import importlib
import pkgutil

from rulekit.check.emit import problem_at
from rulekit.diagnostics import Problems
from rulekit.site import pages as room
from rulekit.site.book import SiteModel
from rulekit.site.page import Page
from rulekit.source import Span


def pages_of(book: SiteModel) -> list[Page]:
    """In the order of the left column; pages that stand in none come last. No two may have one address."""
    modules = sorted(found.name for found in pkgutil.iter_modules(room.__path__))
    made = [page for name in modules for page in importlib.import_module(f"{room.__name__}.{name}").pages(book)]
    found = sorted(made, key=lambda page: (page.place is None, page.place or 0, page.path))
    paths = [page.path for page in found]
    if len({*paths}) < len(paths):
        twice = sorted({path.removesuffix(".md") for path in paths if paths.count(path) > 1})
        at = Span.point(book.manual.file, 1, 1)
        raise Problems(problem_at("K94", at, "taken", what="page", name=name) for name in twice)
    return found
