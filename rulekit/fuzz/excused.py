"""Goals that somebody has looked at and says why they are never reached: `## Unreached` in the rulings of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rulekit.fuzz.goals import SORTS, Goal

SECTION = re.compile(r"^## +(?P<title>.+?)\s*$")
LINE = re.compile(rf"^- (?P<sort>{'|'.join(SORTS)}) \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
RULINGS = "rulings.md"


def excused(game: Path) -> Mapping[Goal, str]:
    """Lines like `- guard [play.open]: the domain of the card says the same`."""
    file = game / RULINGS
    if not file.is_file():
        return {}
    found: dict[Goal, str] = {}
    section = ""
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        head, entry = SECTION.match(line), LINE.match(line)
        if head:
            section = head["title"].lower()
        elif entry and section == "unreached":
            found[entry["sort"], entry["name"]] = entry["why"]
    return found
