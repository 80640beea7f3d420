"""Where it all comes from: each clause with its lines, what would notice a mistake, its certainty; and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from rulekit.manual.chapters import PlacedChapter
from rulekit.site.book import BookClause, SiteModel
from rulekit.site.links import clause_title
from rulekit.site.page import Page, count, escape_md, table
from rulekit.site.source_words import CERTAINTY, places

PAGE, CSV = "trace.md", "trace.csv"
HEAD = ("Sentence", "Lines of the rules", "What would notice", "Certainty")
COLUMNS = (
    "clause",
    "chapter",
    "lines",
    "scenes",
    "laws",
    "vectors",
    "wrong engines",
    "certainty",
    "rulings",
    "sources",
    "text",
)
PLACE = 70.0
MOST_LINES = 4


def pages(book: SiteModel) -> Iterator[Page]:
    """One page, and the table as a file."""
    if not book.clauses:
        return
    parts = [
        "Every sentence of the rules, the lines that say it, and what would notice if they were wrong.\n{ .lead }",
        "The name leads to the sentence. A wrong engine was made wrong on purpose; each must be found. "
        f"The whole table as [CSV]({CSV}) sorts and filters in any spreadsheet.\n{{ .note }}",
    ]
    parts += [_chapter(book, chapter) for chapter in book.chapters]
    data = {"clauses": [_row(one) for one in book.clauses.values()]}
    yield Page(PAGE, "Where it all comes from", tuple(parts), data, PLACE, {CSV: as_csv(book)}, boost=0.3)


def _chapter(book: SiteModel, chapter: PlacedChapter) -> str:
    rows = [_cells(book, book.clauses[id_]) for id_ in chapter.clauses]
    return f"## {escape_md(chapter.title)} {{ #{chapter.id} }}\n\n{table(HEAD, rows, stacked=True)}"


def _cells(book: SiteModel, clause: BookClause) -> tuple[str, ...]:
    names = [f"`{one.id}`" for one in clause.lines if one.id]
    names = names if len(names) <= MOST_LINES else [*names[:MOST_LINES], f"and {len(names) - MOST_LINES} more"]
    lines = " ".join(names) or (escape_md(clause.reason) if clause.reason else _others(clause))
    certainty = CERTAINTY.get(clause.said.certainty, clause.said.certainty).lower()
    name = f"[{escape_md(clause_title(book, clause.id))}]({book.clause_address(clause.id)})<br>`{clause.id}`"
    return name, lines, notice(clause), certainty


def _others(clause: BookClause) -> str:
    """What holds a clause that no line with an id does: declarations, else laws, else scenes."""
    told = [*dict.fromkeys(f"`{one.name}`" for one in clause.lines[:2])]
    told = told or [f"law `{one.id or one.name}`" for one in clause.laws[:2]]
    return "; ".join(told) or "an example alone"


def notice(clause: BookClause) -> str:
    """Everything that would fail, counted with its noun."""
    counted = ((clause.scenes, "scene"), (clause.laws, "law"), (clause.wrong, "wrong engine"))
    told = [count(len(found), noun) for found, noun in counted if found]
    told += [count(clause.vectors, "vector")] if clause.vectors else []
    return ", ".join(told) or "nothing by itself"


def _row(clause: BookClause) -> dict[str, object]:
    return {
        "clause": clause.id,
        "chapter": clause.chapter,
        "lines": [one.id or one.name for one in clause.lines],
        "scenes": len(clause.scenes),
        "laws": [one.id or one.name for one in clause.laws],
        "vectors": clause.vectors,
        "wrong engines": [one.name for one in clause.wrong],
        "certainty": clause.said.certainty,
        "rulings": [*clause.rulings],
        "sources": places(clause.sources).replace("*", "").replace("\\", ""),
        "text": clause.text,
    }


def as_csv(book: SiteModel) -> str:
    """The table for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for clause in book.clauses.values():
        row = _row(clause)
        writer.writerow([" ".join(map(str, one)) if isinstance(one := row[name], list) else one for name in COLUMNS])
    return out.getvalue()
