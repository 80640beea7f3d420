"""What a page of the rules site is, the pieces it is made of, and how changed ones get to the disk."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading, writing
from rulekit.play.position.strict_json import dumps
from rulekit.site.diacritic_folding import also_folded

VOWELS = "aeiou"
UNSEARCHED = "---\nsearch:\n  exclude: true\n---"
BOOSTED = "---\nsearch:\n  boost: {boost:g}\n---"


@attrs.frozen
class Page:
    """One page of a game. `data` is its twin for programs; `files` lie beside it; `place` orders the left column."""

    path: str  # below the folder of the game: `placement.md`
    title: str
    parts: tuple[str, ...]  # Markdown; blank lines come between them
    data: Mapping[str, Any]
    place: float | None = None  # None: it is reached from its index and does not stand in the left column
    files: Mapping[str, str] = attrs.field(factory=dict)
    keywords: tuple[str, ...] = ()  # words by which the search shall find it though they do not stand on it
    column: str | None = None  # its name in the left column, if that is shorter than its title
    under: str | None = None  # the page below which it stands there, folded
    searched: bool = True  # False: everything on it stands elsewhere too
    boost: float = 1.0  # how much more than others it answers what players ask the search

    @property
    def text_parts(self) -> tuple[str, ...]:
        """The Markdown of the page, its title first."""
        head = UNSEARCHED if not self.searched else "" if self.boost == 1 else BOOSTED.format(boost=self.boost)
        # behind the title: at the end they would belong to the last section
        parts = (head, f"# {escape_md(self.title)}", hidden_words(self.keywords), *self.parts)
        return tuple(part.strip("\n") for part in parts if part)


def hidden_words(keywords: Iterable[str]) -> str:
    """Words for the search alone."""
    words = " ".join(dict.fromkeys(word for word in also_folded(keywords) if word))
    return f'<p class="found-by" aria-hidden="true">{escape(words)}</p>' if words else ""


def escape(text: str) -> str:
    """A text inside raw HTML."""
    return html.escape(text, quote=True)


def escape_md(text: str) -> str:
    """A text inside Markdown, where signs of Markdown and HTML would mean something."""
    for sign in "\\`*_{}[]<>#|":
        text = text.replace(sign, f"\\{sign}" if sign not in "<>" else {"<": "&lt;", ">": "&gt;"}[sign])
    return text


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """`cards`, `boxes`, `copies`"""
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch")) else "s")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], stacked: bool = False) -> str:
    """A table of Markdown; stacked: on a phone every row becomes a little block."""
    lines = [head, ["---"] * len(head), *rows]
    made = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
    return f'<div class="stacked" markdown>\n\n{made}\n\n</div>' if stacked else made


def foldable(head: str, inside: str) -> str:
    """Markdown that is opened by a click on its head; paper shows it open."""
    return f'<details class="fold shown" markdown>\n<summary>{escape(head)}</summary>\n\n{inside}\n\n</details>'


def json_text(data: Any) -> str:
    """The data of a page as a file."""
    return dumps(data) + "\n"


def write_changed(wanted: Mapping[Path, str], root: Path) -> list[Path]:
    """Write every file that is not yet as wanted; gives those that were written."""
    fresh = [file for file, text in wanted.items() if stored_text(file) != text]
    for file in fresh:
        writing.write(file, wanted[file], root, at_once=False)
    return fresh


def stored_text(file: Path) -> str | None:
    """The text of a file; nothing if there is none that can be read."""
    try:
        return reading.text(file)
    except (OSError, UnicodeDecodeError):
        return None
