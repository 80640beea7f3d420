"""One glossary of all games: every term once, in the order of the alphabet, with what it means in each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulekit.site.addresses import slug
from rulekit.site.book import SiteModel
from rulekit.site.diacritic_folding import fold_text
from rulekit.site.links import own_page
from rulekit.site.page import count, escape_md
from rulekit.site.pages.glossary import PATH, anchor

LEAD = (
    "{words} of all games, and what each means in which game. The words of rulekit itself stand in "
    "[a glossary of their own](../glossary.md)."
)


@attrs.frozen
class GameTerm:
    """A term of one game, and where its glossary tells more."""

    name: str
    says: str
    title: str  # of the game
    address: str  # below the folder of all games


def terms_of(book: SiteModel) -> list[GameTerm]:
    """All terms of a game."""
    page = f"{book.name}/{own_page(book, PATH)}"
    return [GameTerm(one.name, one.says, book.title, f"{page}#{anchor(one)}") for one in book.manual.terms]


def all_terms(terms: Iterable[GameTerm]) -> str:
    """The page; a term that several games have stands there once."""
    found: dict[str, list[GameTerm]] = {}
    for one in sorted(terms, key=lambda one: (slug(fold_text(one.name)), one.title)):
        found.setdefault(slug(fold_text(one.name)), []).append(one)
    lead = f"{LEAD.format(words=count(len(found), 'word'))}\n{{ .lead }}"
    told = (part for many in found.values() for part in _term(many))
    return "\n\n".join(["# Glossary of all games", lead, *told]) + "\n"


def _term(many: list[GameTerm]) -> Iterator[str]:
    name = many[0].name
    yield f"## {escape_md(name[:1].upper() + name[1:])} {{ #{slug(fold_text(name)) or 'term'} .term }}"
    yield "\n".join(f"- [{escape_md(one.title)}]({one.address}): {escape_md(one.says)}" for one in many)


__all__ = ["GameTerm", "all_terms", "terms_of"]
