"""One game, ready to be written: plain data, so that another process can make it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import attrs

from rulekit.site.all_terms import GameTerm, terms_of
from rulekit.site.book import SiteModel
from rulekit.site.builder import mkdocs_config as config
from rulekit.site.builder.site_files import game_files, machine_lines
from rulekit.site.builder.table_page import table_files
from rulekit.site.game_list import ListedGame, listed_game
from rulekit.site.gather import book
from rulekit.site.kinds_of_page import pages_of
from rulekit.site.search_words import GameWords, words_of_game


@attrs.frozen
class GameSite:
    """Everything of one game. Its files may be kept somewhere and read when they are asked for."""

    name: str
    title: str
    files: Mapping[str, str]
    nav: tuple[str, ...]
    standing: ListedGame
    machines: tuple[str, ...]
    words: GameWords  # for the search
    terms: Sequence[GameTerm]  # for the glossary of all games
    table: Mapping[str, bytes]  # what of it lies in `play/`
    digest: str  # of all its files


def game_site(game: str, tables: Mapping[str, str] | None = None, alone: bool = False) -> GameSite:
    """Everything of one game. `alone`: the kit's own pages do not stand beside it."""
    found = book(game, tables)
    return site_of(attrs.evolve(found, depth=None) if alone else found)


def site_of(found: SiteModel) -> GameSite:
    """Everything of the game of a book."""
    pages, table = pages_of(found), table_files(found)
    found.pictures.keep()
    files = game_files(found, pages)
    return GameSite(
        found.name,
        found.title,
        files,
        tuple(config.game_nav(found, pages)),
        listed_game(found),
        tuple(machine_lines(found)),
        words_of_game(found),
        terms_of(found),
        table,
        _digest(files, table),
    )


def _digest(files: Mapping[str, str], table: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in (*((name, text.encode()) for name, text in files.items()), *table.items()):
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()
