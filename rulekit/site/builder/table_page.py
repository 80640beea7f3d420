"""The table of a game on the site: the files of `play/` that belong to one game, made with what its book knows."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.looks.looks_file import folder_of
from rulekit.site.addresses import RULES, SHORT, as_html
from rulekit.site.book import SiteModel
from rulekit.site.links import scene_address
from rulekit.site.scenes.scene_html import pictures_of, words_of_scene
from rulekit.webplay.kit_archive import Files
from rulekit.webplay.play_folder import game_files
from rulekit.webplay.recorded_frames import RecordedFrame, as_text, from_text, record_moments
from rulekit.webplay.scene_tables import FOLDER, scene_file, scene_table


def recorded_game(book: SiteModel) -> list[RecordedFrame]:
    """Some moments of a game, for readers who cannot play."""
    return from_text(book.pictures.of_played("a recorded game", lambda: as_text(record_moments(book.game))))


def table_files(book: SiteModel) -> Files:
    """The page, the rules for the browser, the positions of examples, and a recorded game.

    It is played again only where something changed.
    """
    shown = recorded_game(book)
    rules = f"../{RULES}/{book.name}/index.html"
    clause = f"../{SHORT}/{book.name}.{{clause}}.html" if book.clauses else ""
    return game_files(folder_of(book.game.checked), book.title, shown, rules, clause) | dict(_scenes(book))


def _scenes(book: SiteModel) -> Iterator[tuple[str, bytes]]:
    """The examples that can be played, each by its number on the pages."""
    for scene in book.scenes:
        position = pictures_of(book, scene.number).position
        if position is not None:
            page = f"../{RULES}/{book.name}/{as_html(scene_address(book, scene))}"
            title = words_of_scene(book, scene.number).title
            yield f"{FOLDER}/{book.name}/{scene_file(scene.number + 1)}", scene_table(title, position, page)
