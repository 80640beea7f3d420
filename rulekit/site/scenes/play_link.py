"""The way from a scene to the table with its position on it; where there is none, why."""

from __future__ import annotations

from rulekit.play.scenes.scene_position import no_game_leads_to
from rulekit.site.book import BookScene, SiteModel
from rulekit.site.links import Links
from rulekit.site.page import escape
from rulekit.site.scenes.scene_html import pictures_of
from rulekit.webplay.play_folder import FOLDER

PLAY = "Play this"
NO_GAME = "No game leads to this position, so it cannot be played on."
NOTHING_LEFT = "The game is over here, so there is nothing to play."


def table_address(name: str) -> str:
    """The page with the table of a game, from the top of the site."""
    return f"{FOLDER}/{name}.html"


def play_link(book: SiteModel, links: Links, scene: BookScene) -> str:
    """A link to the table with exactly this position; empty if no game goes on from it."""
    if pictures_of(book, scene.number).position is None:
        return ""
    top = "../" * (2 + links.origin.count("/"))  # above the folder of the game
    address = escape(f"{top}{table_address(book.name)}#scene={scene.number + 1}")
    return f'<a class="play-this" data-search-exclude href="{address}">{PLAY}</a>'


def why_not_played(book: SiteModel, scene: BookScene) -> str:
    """What a reader is told instead of a link."""
    if pictures_of(book, scene.number).position is not None:
        return ""
    return f'<p class="note">{NO_GAME if no_game_leads_to(scene.checked) else NOTHING_LEFT}</p>'


def played_from_here(book: SiteModel, links: Links, scene: BookScene) -> str:
    """The link as a paragraph of its own, or why there is none."""
    link = play_link(book, links, scene)
    return f"<p>{link}</p>" if link else why_not_played(book, scene)
