"""Questions that players ask, in their words, each with its answer and the sentences it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.manual.manual import Question
from rulekit.site.addresses import slug
from rulekit.site.book import SiteModel
from rulekit.site.diacritic_folding import fold_text
from rulekit.site.links import Links, own_page
from rulekit.site.page import Page, count, escape_md
from rulekit.site.prose import prose

PATH, PLACE = "questions.md", 61.0


def pages(book: SiteModel) -> Iterator[Page]:
    """One page: the questions of the manual, then those that the rulebook leaves open."""
    asked = book.manual.questions
    ruled = book.rulings.ruled
    if not (asked or ruled):
        return
    links = Links(book, own_page(book, PATH))
    lead = "What players ask at the table, in their own words. Each answer leads to the sentences it rests on."
    parts = [f"{lead}\n{{ .lead }}"]
    for one, anchor in question_anchors(book):
        parts.append(f"## {escape_md(one.asks)} {{ #{anchor} .question }}")
        parts.append(prose(book, links, one.answer))
        if one.clauses:
            parts.append(f"See {links.clauses(one.clauses, len(one.clauses))}.\n{{ .note }}")
    if ruled:
        parts.append("## What the rulebook leaves open { #open }")
        parts.append(f"{count(len(ruled), 'question')} with the ruling and its reason:")
        parts.append("\n".join(f"- {links.ruling(one.id, one.question)}" for one in ruled))
    data = {
        "questions": [
            {"asks": one.asks, "answer": one.answer, "also": list(one.also), "clauses": list(one.clauses)}
            for one in asked
        ]
    }
    yield Page(own_page(book, PATH), "Questions", tuple(parts), data, PLACE, boost=1.4)


def question_anchors(book: SiteModel) -> Iterator[tuple[Question, str]]:
    """Every question of the manual with its anchor."""
    anchors: dict[str, int] = {}
    for one in book.manual.questions:
        yield one, _anchor(one.asks, anchors)


def _anchor(asks: str, known: dict[str, int]) -> str:
    """The question as an anchor; a second one alike gets a number."""
    name = slug(fold_text(asks)) or "question"
    known[name] = known.get(name, 0) + 1
    return name if known[name] == 1 else f"{name}-{known[name]}"
