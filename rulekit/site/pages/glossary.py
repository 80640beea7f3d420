"""The glossary of a game: its words in plain sentences, everyday words for them, and the words on the boxes."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.manual.manual import GlossaryTerm
from rulekit.site.addresses import slug
from rulekit.site.book import SiteModel
from rulekit.site.diacritic_folding import fold_text
from rulekit.site.language_names import language
from rulekit.site.links import Links, own_page
from rulekit.site.page import Page, count, escape_md
from rulekit.site.prose import prose

PATH, PLACE = "glossary.md", 66.0


def pages(book: SiteModel) -> Iterator[Page]:
    """One page, in the order of the alphabet; none of a game without terms."""
    terms = sorted(book.manual.terms, key=lambda one: fold_text(one.name).lower())
    if not terms:
        return
    links = Links(book, own_page(book, PATH))
    parts = [f"{count(len(terms), 'word')} of the game, and what else they are called.\n{{ .lead }}"]
    for one in terms:
        parts += _term(book, links, one)
    words = [word for one in terms for word in (one.name, *one.also, *(w for many in one.words.values() for w in many))]
    data = {
        one.name: {
            "says": one.says,
            "also": list(one.also),
            "words": {code: list(many) for code, many in one.words.items()},
            "clauses": list(one.clauses),
        }
        for one in terms
    }
    yield Page(own_page(book, PATH), "Glossary", tuple(parts), data, PLACE, keywords=tuple(words))


def anchor(one: GlossaryTerm) -> str:
    """Where a term stands on the page."""
    return slug(fold_text(one.name)) or "term"


def _term(book: SiteModel, links: Links, one: GlossaryTerm) -> Iterator[str]:
    yield f"## {escape_md(one.name[:1].upper() + one.name[1:])} {{ #{anchor(one)} .term }}"
    yield prose(book, links, one.says)
    said = []
    if one.also:
        said.append(f"Also called {escape_md(', '.join(one.also))}.")
    said += [f"{language(code)}: {escape_md(', '.join(words))}." for code, words in one.words.items()]
    if one.clauses:
        said.append(f"See {links.clauses(one.clauses, len(one.clauses))}.")
    if said:
        yield f"{' '.join(said)}\n{{ .note }}"
