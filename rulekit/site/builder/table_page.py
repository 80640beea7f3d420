"""The table of a game on the site: the files of `play/` that belong to one game, made with what its book knows."""

from __future__ import annotations

from rulekit.looks.looks_file import folder_of
from rulekit.site.addresses import RULES, SHORT
from rulekit.site.book import GameBook
from rulekit.webplay.kit_archive import Files
from rulekit.webplay.play_folder import game_files
from rulekit.webplay.recorded import as_text, from_text, recorded


def table_files(book: GameBook) -> Files:
    """The page, the rules for the browser and a recorded game, which is played again only where something changed."""
    shown = from_text(book.pictures.of("a recorded game", lambda: as_text(recorded(book.game))))
    rules = f"../{RULES}/{book.name}/index.html"
    clause = f"../{SHORT}/{book.name}.{{clause}}.html" if book.clauses else ""
    return game_files(folder_of(book.game), book.title, shown, rules, clause)
