"""A page for every problem code, with the text of `rulekit explain`, and the list of them all."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator

from rulekit.diagnostics import CodeEntry, codes, entry
from rulekit.diagnostics.explain import page as explained
from rulekit.docgen.reference_page import CommandHelp, ReferencePage, fence, page, table

FOLDER = "problems"
INTRODUCTION = """Everything rulekit can complain about. An *error* refuses the game. A *warning* is a question to
whoever wrote the line: change it, or say in `rulings.md` why it may stand. `rulekit explain K07` prints the same
page."""


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """The list, and one page each."""
    known = [entry(code) for code in codes()]
    rows = [(f"[{one.code}]({one.code}.md)", one.title, one.severity) for one in known]
    yield page(f"{FOLDER}/index.md", "Problems", INTRODUCTION, table(("Code", "Title", "Severity"), rows))
    for one in known:
        yield page(f"{FOLDER}/{one.code}.md", f"{one.code}: {one.title}", *parts(one))


def parts(one: CodeEntry) -> Iterator[str]:
    """The text of `rulekit explain`, its headings as headings and its samples as samples."""
    yield f"Severity: {one.severity}."
    lines = (explained(one.code) or "").split("\n")[1:]
    for indented, group in itertools.groupby(lines, key=lambda line: line.startswith("    ")):
        text = "\n".join(group)
        yield fence(textwrap.dedent(text)) if indented else samples_with_headings(text)


def samples_with_headings(text: str) -> str:
    """Prose stays; the words over a sample become a heading."""
    *before, last = text.strip("\n").split("\n\n")
    heads = ("What it looks like", "Wrong", "Right")
    return "\n\n".join([*before, f"## {last}" if last in heads else last])
