"""All rules of a game on one page, for paper: sentences with their sources and rulings, nothing folded."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.site.book import BookClause, SiteModel
from rulekit.site.clause_part import off_by_default, ruling_texts
from rulekit.site.page import Page, count, escape_md
from rulekit.site.source_words import source_line

PAGE, PLACE = "print.md", 99.0


def pages(book: SiteModel) -> Iterator[Page]:
    """One page; the search leaves it out, for everything on it stands elsewhere."""
    if not book.clauses:
        return
    lead = f"{escape_md(book.manual.lead)}\n{{ .lead }}" if book.manual.lead else ""
    note = f"{count(len(book.clauses), 'sentence')}; print this page, or save it as a PDF.\n{{ .over }}"
    parts, told = [note, lead], set[str]()
    for chapter in book.chapters:
        parts += [
            f"## {escape_md(chapter.title)} {{ #{chapter.id} }}",
            f"{escape_md(chapter.lead)}" if chapter.lead else "",
        ]
        for stretch in chapter.stretches:
            parts += [f"**{escape_md(stretch.title)}**\n{{ .label }}"] if stretch.title else []
            parts += [_clause(book, book.clauses[id_], told) for id_ in stretch.clauses]
    data = {"clauses": [{"id": one.id, "text": one.text} for one in book.clauses.values()]}
    title = f"{book.title} on one page"
    yield Page(PAGE, title, tuple(one for one in parts if one), data, PLACE, column="For print", searched=False)


def _clause(book: SiteModel, clause: BookClause, told: set[str]) -> str:
    """A sentence, small what it rests on, and its rulings; one that was told before is only named."""
    style = "said off" if off_by_default(book, clause) else "said"
    classes = " ".join(f".{one}" for one in style.split())
    said = f"{escape_md(clause.text)} <small>{source_line(book, clause, PAGE)}</small>\n{{ {classes} }}"
    rulings = list(ruling_texts(book, clause, PAGE))
    shown = [f"{_named(text) if text in told else text}\n{{ .ruling }}" for text in rulings]
    told |= {*rulings}
    return "\n\n".join([said, *shown])


def _named(text: str) -> str:
    """`**Ruling 7**, as above.`"""
    name = text.split("**")[1].partition(":")[0].rstrip(".")
    return f"**{name}**, as above."
