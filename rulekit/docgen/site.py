"""All pages of the reference: every file of this folder that has `pages`, found by looking, and written if new."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import rulekit.docgen as room
from rulekit.docgen.reference_page import MADE, CommandHelp, ReferencePage, page
from rulekit.files import reading, writing

INDEX = """Looked up, not read. These pages are made from the kit itself, so they cannot fall behind it.

| Page | What it lists |
|---|---|
| [Problems](problems/index.md) | every complaint, with a sample that has it and the same sample cured |
| [Words](words.md) | what a rule can ask without defining it |
| [Verbs, prelude, joint words](verbs.md) | what a rule can do, sentences ready to use, words that cannot be names |
| [Kinds](kinds.md) and [shapes](shapes.md) | what need not be declared, and the geometries there are |
| [Commands](commands.md) | what each command prints when it is asked for help |
| [Grammar](grammar.md) | the sentences of the language, as the parser reads them |"""


def all_pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """The index and what every kind of page makes."""
    yield page("index.md", "Reference", INDEX)
    for name in sorted(found.name for found in pkgutil.iter_modules(room.__path__)):
        module = importlib.import_module(f"{room.__name__}.{name}")
        if hasattr(module, "pages"):
            yield from module.pages(told)


def write(pages: Iterable[ReferencePage], folder: Path) -> list[Path]:
    """Write what changed, take away pages of codes that are gone; gives the files that were touched."""
    wanted = {folder / one.path: one.text for one in pages}
    stale = [file for file in sorted(folder.rglob("*.md")) if file not in wanted and is_ours(file)]
    fresh = [file for file, text in wanted.items() if stored_text(file) != text]
    for file in fresh:
        writing.write(file, wanted[file], folder)
    for file in stale:
        file.unlink()
    return fresh + stale


def is_ours(file: Path) -> bool:
    """Whether a page was made here; what somebody wrote by hand is left alone."""
    return stored_text(file).rstrip("\n").endswith(MADE)


def stored_text(file: Path) -> str:
    """The text of a page; nothing of what is no readable file."""
    try:
        return reading.text(file)
    except OSError:
        return ""
