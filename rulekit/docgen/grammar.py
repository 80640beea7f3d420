"""The grammar as the parser reads it."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.docgen.reference_page import CommandHelp, ReferencePage, fence, page
from rulekit.files import reading
from rulekit.syntax.parse_tables import GRAMMAR

INTRODUCTION = """Every sentence the language has, in the notation of [Lark](https://lark-parser.readthedocs.io/).
`_NL` is the end of a line, `_INDENT` and `_DEDENT` open and close a block of two more spaces. A word in quotation
marks is a keyword where it stands and a free name elsewhere, the [joint words](verbs.md#joint-words) apart. What each
sentence means stands in [the language](../language.md)."""


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """One page."""
    yield page("grammar.md", "The grammar", INTRODUCTION, fence(reading.text(GRAMMAR)))
