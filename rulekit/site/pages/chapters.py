"""The chapters: every clause of the ledger on exactly one page, with its source, example, rules and certainty."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.manual.chapters import PlacedChapter
from rulekit.site.addresses import chapter_page
from rulekit.site.book import SiteModel
from rulekit.site.clause_part import clause_data, clause_part
from rulekit.site.links import Links, clause_title
from rulekit.site.page import Page, count, escape_md
from rulekit.site.scenes.examples import examples, teaches, within_room

PLACE = 10.0  # behind the glance, before everything else


def pages(book: SiteModel) -> Iterator[Page]:
    """One page a chapter."""
    for number, chapter in enumerate(book.chapters):
        yield _page(book, chapter, PLACE + number / 1000)


def _page(book: SiteModel, chapter: PlacedChapter, place: float) -> Page:
    path = chapter_page(chapter.id)
    clauses = [book.clauses[one] for one in chapter.clauses]
    links = Links(book, path)
    told = dict(zip(chapter.clauses, within_room(examples(book, links, clauses)), strict=True))
    shown = _shown(book, [one for one in chapter.clauses if (found := told[one]) and "<figure" in found.picture])
    parts = [f"{escape_md(book.title)} · {count(len(clauses), 'sentence')}\n{{ .over }}"]
    parts += [f"{escape_md(chapter.lead)}\n{{ .lead }}"] if chapter.lead else []
    for stretch in chapter.stretches:
        parts += [f"## {escape_md(stretch.title)}"] if stretch.title else []
        parts += [jump(book, stretch.clauses)] if len(stretch.clauses) > 2 else []
        for id_ in stretch.clauses:
            parts.append(clause_part(book, book.clauses[id_], path, told[id_], id_ == shown))
    data = {
        "game": book.name,
        "chapter": chapter.id,
        "title": chapter.title,
        "lead": chapter.lead,
        "clauses": [clause_data(book, one) for one in clauses],
    }
    return Page(path, chapter.title, tuple(parts), data, place, keywords=tuple(_keywords(book, chapter)), boost=1.1)


def _shown(book: SiteModel, pictured: list[str]) -> str | None:
    """The clause whose example is open, so that a reader sees what is behind the word: the one that teaches most."""
    return min(pictured, key=lambda one: teaches(book, book.clauses[one]), default=None)


def jump(book: SiteModel, clauses: tuple[str, ...]) -> str:
    """The way to each clause of a stretch, for narrow windows, where the left column is folded away."""
    links = " ".join(f"[{escape_md(clause_title(book, id_))}](#{id_})" for id_ in clauses)
    return f"{links}\n{{ .jump .narrow }}"


def _keywords(book: SiteModel, chapter: PlacedChapter) -> Iterator[str]:
    """Everyday words for what the chapter speaks of, and the words on the boxes."""
    here = set(chapter.clauses)
    for term in book.manual.terms:
        if here & {*term.clauses}:
            yield from (*term.also, *(word for words in term.words.values() for word in words))
