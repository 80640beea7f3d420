"""Goals that somebody has looked at and says why they are never reached: `## Unreached` in the rulings of a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from rulekit.files import reading
from rulekit.fuzz.goals import SORTS, Goal
from rulekit.text.read import read_file

SECTION = re.compile(r"^## +(?P<title>.+?)\s*$")
LINE = re.compile(rf"^- (?P<sort>{'|'.join(SORTS)}) \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
RULINGS = "rulings.md"
STAR = "*"  # any part of a name


def excused(game: Path) -> Mapping[Goal, str]:
    """Lines like `- guard [play.open]: the domain of the card says the same`."""
    file = game / RULINGS
    if not reading.is_there(file):
        return {}
    found: dict[Goal, str] = {}
    section = ""
    for line in read_file(file, game).text.splitlines():
        head, entry = SECTION.match(line), LINE.match(line)
        if head:
            section = head["title"].lower()
        elif entry and section == "unreached":
            found[entry["sort"], entry["name"]] = entry["why"]
    return found


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
