"""The rules as they are written, line by line, of a game that has no ledger whose sentences could be chapters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePath

from rulekit.site.as_rules import as_rules
from rulekit.site.book import SiteModel
from rulekit.site.page import Page, count, escape_md

PATH, PLACE = "written.md", 10.0
LEAD = (
    "Beside these rules lies no `ledger.toml`, the list of the rulebook's sentences; with one, every sentence would "
    "stand here with its example. So here are the lines of the rules themselves."
)


def pages(book: SiteModel) -> Iterator[Page]:
    """One page, if there is nothing else to read."""
    lines = [line for line in book.lines if not line.span.file.endswith(".toml")]
    if book.clauses or not lines:
        return
    parts = [f"{escape_md(book.title)} · {count(len(lines), 'line')}\n{{ .over }}", f"{LEAD}\n{{ .lead }}"]
    for file, here in groupby(lines, lambda line: line.span.file):
        parts += [f"## {escape_md(PurePath(file).stem)}", as_rules(book, here, book.site_root(PATH))]
    data = {"lines": [{"name": line.name, "text": line.text} for line in lines]}
    yield Page(PATH, "The rules as written", tuple(parts), data, PLACE)
