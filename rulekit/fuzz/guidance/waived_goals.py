"""What the rulings of a game give a reason for: goals that are never reached, and play that can go on for ever.

`## Unreached` holds lines like `- guard [play.open]: the domain of the card says the same`, `## Endless` lines like
`- [turn.move]: a stone may go back and forth, and who does so is told to stop`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from rulekit.files import reading
from rulekit.fuzz.guidance.coverage_goals import SORTS, Goal
from rulekit.syntax.source_files import read_file

SECTION = re.compile(r"^## +(?P<title>.+?)\s*$")
GOAL = re.compile(rf"^- (?P<sort>{'|'.join(SORTS)}) \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
CLAUSE = re.compile(r"^- \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
RULINGS = "rulings.md"
UNREACHED, ENDLESS = "unreached", "endless"  # titles of sections
STAR = "*"  # any part of a name


def excused(game: Path) -> Mapping[Goal, str]:
    """Why goals are never reached."""
    found = (GOAL.match(line) for line in _section(game, UNREACHED))
    return {(entry["sort"], entry["name"]): entry["why"] for entry in found if entry}


def endless(game: Path) -> Mapping[str, str]:
    """Why a game may go on for ever, by the lines that ask meanwhile."""
    found = (CLAUSE.match(line) for line in _section(game, ENDLESS))
    return {entry["name"]: entry["why"] for entry in found if entry}


def _section(game: Path, title: str) -> Iterator[str]:
    """The lines of one section of the rulings; nothing where there are none."""
    file = game / RULINGS
    if not reading.is_there(file):
        return
    section = ""
    for line in read_file(file, game).text.splitlines():
        head = SECTION.match(line)
        if head:
            section = head["title"].lower()
        elif section == title:
            yield line


def spelled(reasons: Mapping[Goal, str], left: Collection[Goal], seen: Collection[Goal]) -> dict[Goal, str]:
    """A name with stars is a reason for everything left that fits, unless something that fits was reached."""
    found: dict[Goal, str] = {}
    for goal, why in reasons.items():
        if not any(fits(goal, one) for one in seen):
            found |= {one: why for one in left if fits(goal, one)}
    return found


def fits(reason: Goal, goal: Goal) -> bool:
    """Does a reason name this goal?"""
    (sort, name), (other, whole) = reason, goal
    return sort == other and (fnmatchcase(whole, name) if STAR in name else whole == name)
