"""Where a clause comes from, in the words of a page: how certain it is, the edition, the section."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.manual.sources import CitedPlace
from rulekit.site.addresses import relative
from rulekit.site.book import BookClause, SiteModel
from rulekit.site.page import escape_md

CERTAINTY = {
    "stated": "Stated",
    "inferred": "Follows from",
    "public": "Publicly known",
    "assumed": "Assumed",
    "ruling": "Our ruling",
}
LONGEST = 90  # letters of a public source in the margin


def source_line(book: SiteModel, clause: BookClause, page: str) -> str:
    """`**Stated:** Polish rulebook, *A player's turn*; Russian, *Course of play*.`"""
    where = places(clause.sources)
    if clause.said.certainty == "ruling" and clause.rulings:
        links = [
            f"[Our ruling]({relative(page, book.ruling_address(one))}){{ .ours }}"
            for one in known_rulings(book, clause)
        ]
        return (", ".join(links) or "**Our ruling**") + (f" where the texts are open: {where}." if where else ".")
    word = CERTAINTY.get(clause.said.certainty, clause.said.certainty.capitalize())
    return f"**{word}:** {where}." if where else f"**{word}.**" if word else ""


def known_rulings(book: SiteModel, clause: BookClause) -> list[str]:
    """The rulings a clause rests on, of which something is written down."""
    return [one for one in clause.rulings if one in book.rulings_by_id]


def places(found: Iterable[CitedPlace]) -> str:
    """All places, those of one edition together."""
    editions: dict[str, dict[str, None]] = {}
    for one in found:
        if one.source is None:
            editions.setdefault(_other(one.cited), {})
        else:
            sections = [f"{s.title}" + (f" (page {s.page})" if s.page else "") for s in one.sections]
            editions.setdefault(one.source.title, {}).update(dict.fromkeys(sections))
    return "; ".join(
        escape_md(edition) + (f", *{escape_md(', '.join(sections))}*" if sections else "")
        for edition, sections in editions.items()
        if edition
    )


def _other(cited: str) -> str:
    """A source that is no booklet, as it stands in the ledger, without the word that sorts it."""
    head, mark, rest = cited.partition(":")
    said = rest.strip() if mark and head in ("public", "assumed") else "" if cited in ("public", "assumed") else cited
    return said if len(said) <= LONGEST else said[:LONGEST].rsplit(" ", 1)[0] + " ..."
