"""A ruling taken apart: readings, reason, and the scenes, lines and laws that it names as those that hold it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from rulekit.check.sources.ledger import Ruling
from rulekit.site.book import SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.reader_words import sentence

POINT = re.compile(r"^- (?P<head>[A-Z][A-Za-z ]{1,18}): *(?P<text>.*)")
NAMED = re.compile(
    r"\[([a-z][a-z0-9.-]*)\]|`([a-z][a-z0-9-]*\.[a-z0-9.-]*)`|(?<![\w.`\[])([a-z][a-z0-9-]*\.[a-z][a-z0-9.-]*[a-z0-9])"
)
LETTERED = re.compile(r"\(([a-e])\) ")
PARTED = (" / ", "; or ", "; ", ", or ")


@attrs.frozen
class RulingText:
    """What the points below the heading of a ruling say."""

    readings: tuple[str, ...]
    why: str
    option: str
    named: tuple[str, ...]  # clauses and lines that are named as scenes, laws or lines that hold it


def short_answer(book: SiteModel, ruling: Ruling) -> str:
    """The answer in at most two sentences; where none was written, what was ruled."""
    return sentence(words_of(book).prose(ruling.short or ruling.answer))


def ruling_text(ruling: Ruling) -> RulingText:
    """The points of a ruling; empty where it has none."""
    points = _points(ruling.body)
    said = " ".join(
        text for head, text in points.items() if head in ("Option", "Scene", "Scenes", "Law", "Laws", "Held by")
    )
    named = dict.fromkeys(next(filter(None, found)) for found in NAMED.findall(said))
    return RulingText(
        _readings(points.get("Readings", "")), points.get("Why", ""), points.get("Option", ""), tuple(named)
    )


def _points(body: str) -> dict[str, str]:
    """Each point by its head; it goes on in indented lines."""
    found: dict[str, str] = {}
    last = ""
    for line in body.split("\n"):
        point = POINT.match(line)
        if point:
            last = point["head"]
            found[last] = f"{found.get(last, '')} {point['text']}".strip()
        elif line.startswith("  ") and last:
            found[last] = f"{found[last]} {line.strip()}"
        elif line.strip():
            last = ""
    return found


def _readings(said: str) -> tuple[str, ...]:
    """The readings one by one: lettered, or parted by a stroke, a semicolon or the word or."""
    if not said:
        return ()
    if LETTERED.search(said):
        parts: Sequence[str] = [one for one in re.split(r"[;,]? *\([a-e]\) ", said) if one]
    else:
        first = said.partition("; ")[0]
        told = first if PARTED[-1] in first and PARTED[1] not in said else said  # what follows is a remark
        mark = next((one for one in PARTED if one in told), None)
        parts = [told] if mark is None else told.split(mark)
    return tuple(part.strip(" .;,").removeprefix("or ") for part in parts if part.strip(" .;,"))
