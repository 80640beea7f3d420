"""The commands, each with what its `--help` prints."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.docgen.reference_page import CommandHelp, ReferencePage, fence, page

INTRODUCTION = """What each command prints when it is asked for `--help`. They all leave with the same
[exit codes](../exit-codes.md)."""


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """One page with all of them."""
    parts = [f"## rulekit {name}\n\n{fence(text)}" for name, text in told.commands.items()]
    yield page("commands.md", "Commands", INTRODUCTION, *parts)
