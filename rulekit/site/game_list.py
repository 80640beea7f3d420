"""The shelf of all games: what each is, in a few words, those that were written for readers first."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulekit.looks.pieces.faces import describe, face
from rulekit.site.book import SiteModel
from rulekit.site.drawing import inline
from rulekit.site.page import count, escape_md, table
from rulekit.site.pages.glance import facts

HEAD = ("Game", "Aim", "Players", "Rules")
THUMB = 84.0
LEAD = "{games}, written down sentence by sentence, each with its sources, its examples and what is still open."


@attrs.frozen
class ListedGame:
    """A game as the shelf shows it."""

    name: str
    title: str
    lead: str
    players: str
    few: tuple[str, ...]
    clauses: int
    rulings: int
    read: bool  # from booklets that are named: a game with a box, not a classic
    thumb: str


def listed_game(book: SiteModel) -> ListedGame:
    """What the shelf needs of a game."""
    told = facts(book)
    few = [f"{told['Players']} players", told.get("Time", ""), told.get("Rules", "")]
    rulings = len(book.rulings.ruled)
    return ListedGame(
        book.name,
        book.title,
        book.manual.lead,
        told["Players"],
        tuple(one for one in few if one),
        len(book.clauses),
        rulings,
        bool(book.sources.known),
        thumb(book) if book.sources.known else "",
    )


def thumb(book: SiteModel) -> str:
    """The first piece that is no part of another, small."""
    kinds = [one for one in book.game.checked.symbols.kinds.values() if one.is_piece and one.rows and not one.whole]
    if not kinds:
        return ""
    kind = max(kinds, key=lambda one: len(one.rows))
    whole = face(book.looks, kind.name, kind.rows[0].name)
    drawn = face(book.looks, kind.name, kind.rows[0].name, scale=min(1, THUMB / max(whole.width, whole.height)))
    svg = inline(drawn.fit_into(THUMB), describe(book.looks, kind.name, kind.rows[0].name))
    return f'<div class="thumb" data-search-exclude>{svg}</div>'


def shelf(games: Sequence[ListedGame]) -> str:
    """The page in Markdown."""
    known = sorted(games, key=lambda one: one.title)
    lead = LEAD.format(games=count(len(known), "game"))
    parts = ["# Games", f"{lead}\n{{ .lead }}", *(_entry(one) for one in known if one.read)]
    rows = [_row(one) for one in known if not one.read]
    parts += ["## Classics and small games", table(HEAD, rows, stacked=True)] if rows else []
    return "\n\n".join(parts) + "\n"


def _entry(game: ListedGame) -> str:
    head = f"## [{escape_md(game.title)}]({game.name}/index.md) {{ #{game.name} .shelf }}"
    few = f"{' · '.join(game.few)}\n{{ .note }}"
    return "\n\n".join(part for part in (game.thumb, head, escape_md(game.lead), few) if part)


def _row(game: ListedGame) -> tuple[str, ...]:
    players, sentences = f"{game.players} players", count(game.clauses, "sentence")
    return f"[{escape_md(game.title)}]({game.name}/index.md)", escape_md(game.lead), players, sentences
