"""Words for what random games did with the lines behind a sentence: how often it came up, or who shows it instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.site.book import BookClause, SiteModel
from rulekit.site.page import count, escape
from rulekit.site.random_play import are_earlier, played_earlier, reached_of
from rulekit.site.reached_lines import REFUSED

MOST_TITLES = 3
Found = dict[str, tuple[str, int]]  # of each line what it did, and in how many games


def reached_by(book: SiteModel, clause: BookClause) -> Found:
    """The lines of a clause that could be reached with the usual options."""
    known = reached_of(book)
    found = ((line.id, known.reach_of(line.id)) for line in clause.lines if line.id is not None)
    return {name: said for name, said in found if said is not None}


def never_reached(book: SiteModel) -> list[BookClause]:
    """The clauses that could have come up in random games, and never did."""
    return [one for one in book.clauses.values() if (found := reached_by(book, one)) and not _most(found)]


def reached_words(book: SiteModel, clause: BookClause) -> str:
    """The sentence as HTML, and whether it was true of earlier rules; nothing where nothing could be reached."""
    said = _said(book, clause)
    return said and said + played_earlier(book)


def _said(book: SiteModel, clause: BookClause) -> str:
    found, games = reached_by(book, clause), count(reached_of(book).games, "random game")
    if not found:
        return ""
    if not _most(found):
        return f"Never in {games}{_instead(clause)}."
    if len(found) == 1:
        (sort, times), *_ = found.values()
        said = "It alone refused a move" if sort == REFUSED else "It came up"
        return f"{said} in {times:,} of {games}."
    return f"In {games}: {'; '.join(_each(found))}."


def _most(found: Found) -> int:
    return max(times for _, times in found.values())


def _instead(clause: BookClause) -> str:
    """Where it is seen all the same."""
    if not clause.scenes:
        return ""
    told = [f"<em>{escape(one.title.rstrip('.'))}</em>" for one in clause.scenes[:MOST_TITLES]]
    more = len(clause.scenes) - len(told)
    told += [f"{more} more"] if more else []
    return f", but in {'the scene' if len(clause.scenes) == 1 else 'the scenes'} {', '.join(told)}"


def _each(found: Found) -> Iterator[str]:
    for name, (sort, times) in found.items():
        said = "alone refused a move in" if sort == REFUSED else "came up in"
        yield f"<code>{escape(name)}</code> {said} {times or 'none'}"


def reached_data(book: SiteModel, clause: BookClause) -> Mapping[str, Any]:
    """The same for programs."""
    lines = {name: {sort: times} for name, (sort, times) in reached_by(book, clause).items()}
    earlier = {"earlier rules": True} if are_earlier(book) else {}
    return {"games": reached_of(book).games, "lines": lines, **earlier}
