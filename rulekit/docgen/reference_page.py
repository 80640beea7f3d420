"""A page of the reference, and the few pieces of Markdown that all pages are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

MADE = "This page is made from the kit itself; to change it, change what it was made from."


@attrs.frozen
class ReferencePage:
    """One file of the reference: where it goes, below the folder of all pages, and what stands in it."""

    path: str
    text: str


@attrs.frozen
class CommandHelp:
    """What the pages cannot know by themselves: the help of every command, by its name."""

    commands: Mapping[str, str] = attrs.field(factory=dict)


def page(path: str, title: str, *parts: str) -> ReferencePage:
    """A page from its title and its parts, a blank line between them."""
    return ReferencePage(path, "\n\n".join([f"# {title}", *(part.strip("\n") for part in parts if part), MADE]) + "\n")


def fence(text: str) -> str:
    """A text as it stands, letter by letter."""
    return f"```text\n{text.strip(chr(10))}\n```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar inside a cell is no border."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
