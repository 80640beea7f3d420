"""Editions of a game: their titles, and what each chooses."""

from __future__ import annotations

from rulekit.check.sources.ledger import option_value_text
from rulekit.looks.declared_looks import noun
from rulekit.play.games.game_config import choose
from rulekit.site.book import SiteModel
from rulekit.site.language_names import language


def editions(book: SiteModel) -> dict[str, dict[str, str]]:
    """The value of every option in every edition."""
    seats = book.game.players[0]
    return {
        edition: {
            name: option_value_text(value) for name, value in choose(book.game.checked, seats, {}, edition).options
        }
        for edition in book.game.editions
    }


def edition_title(book: SiteModel, edition: str) -> str:
    """The title of the source of that name, else the name of the language, else the name itself."""
    source = book.sources.known.get(edition)
    if source is not None:
        return source.title
    return f"{language(edition)} edition" if language(edition) != edition else noun(edition).capitalize()
