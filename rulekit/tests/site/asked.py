"""What players ask in words of their own: the lists beside the games (`asked.toml`), with the places that answer."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs

from rulekit.data import bundled_games
from rulekit.site.addresses import as_html
from rulekit.site.book import SiteModel
from rulekit.site.links import own_page
from rulekit.site.pages.questions import PATH, question_anchors

NAME = "asked.toml"
FIRST, LATER, STRANGER = "first", "later", "stranger"
GAMES = [folder.name for folder in bundled_games() if (folder / NAME).is_file()]


@attrs.frozen
class Asked:
    """What is typed, the sentences that answer, and a way of clicks, if one is written down."""

    words: str
    clauses: tuple[str, ...]
    list: str  # FIRST; LATER: answered with what was learnt from the first; STRANGER: asked by one who knew no manual
    clicks: tuple[str, ...]


def asked(folder: Path) -> list[Asked]:
    """The list of one game."""
    rows = tomllib.loads((folder / NAME).read_text(encoding="utf-8"))["asked"]
    return [
        Asked(one["words"], tuple(one["clauses"]), one.get("list", FIRST), tuple(one.get("clicks", ()))) for one in rows
    ]


def answers(book: SiteModel, one: Asked) -> set[str]:
    """The addresses at which somebody reads the answer: the sentences, rulings on them, questions that lead to them."""
    found = {book.clause_address(id_) for id_ in one.clauses}
    found |= {book.ruling_address(ruling) for id_ in one.clauses for ruling in book.clauses[id_].rulings}
    page = own_page(book, PATH)
    found |= {f"{page}#{anchor}" for said, anchor in question_anchors(book) if {*said.clauses} & {*one.clauses}}
    return {as_html(address) for address in found}
