"""Sites for tests: those of bundled games, each made once, and that of a small game in a folder of its own."""

from __future__ import annotations

import functools
import re
import tomllib

from rulekit.data import bundled_games
from rulekit.manual.manual import NAME as MANUAL
from rulekit.site.book import SiteModel
from rulekit.site.builder.site_files import Files, game_files
from rulekit.site.gather import book
from rulekit.site.kinds_of_page import pages_of
from rulekit.site.page import Page

NAMES = [game.name for game in bundled_games()]
MANUALS = {folder.name: folder / MANUAL for folder in bundled_games() if (folder / MANUAL).is_file()}
ANCHOR = re.compile(r"\{ #(?P<id>[^\s}]+)")


def with_section(section: str) -> list[str]:
    """The bundled games whose manuals have this section. Only the files are read: tests are listed in every run."""
    return [name for name, file in MANUALS.items() if section in tomllib.loads(file.read_text(encoding="utf-8"))]


@functools.cache
def book_of(game: str) -> SiteModel:
    """The book of a bundled game."""
    return book(game)


@functools.cache
def pages(game: str) -> tuple[Page, ...]:
    """All its pages."""
    return tuple(pages_of(book_of(game)))


@functools.cache
def files(game: str) -> Files:
    """Everything that is written of it."""
    return game_files(book_of(game), pages(game))


def anchors(game: str) -> list[tuple[str, str]]:
    """Every anchor that a page gives itself, with the page."""
    root = f"rules/{game}/"
    return [
        (found["id"], name.removeprefix(root))
        for name, text in files(game).items()
        if name.endswith(".md")
        for found in ANCHOR.finditer(text)
    ]
