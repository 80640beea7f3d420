"""Verdicts kept in a file, one line each: a campaign that was broken off goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulekit.mutate.verdicts import Verdict, read


class Keeper:
    """Appends line by line. What another game or another effort has judged is not taken over."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        self.path = path
        self.head = head
        self.known = {} if path is None else _known(path, head)
        if path is not None:
            path.write_text(self._whole(), encoding="utf-8")

    def _whole(self) -> str:
        """The file without a line that was cut short."""
        return "".join(_line(one) for one in (self.head, *(verdict.to_json() for verdict in self.known.values())))

    def keep(self, verdict: Verdict) -> None:
        self.known[verdict.id] = verdict
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(verdict.to_json()))


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _known(path: Path, head: dict[str, Any]) -> dict[str, Verdict]:
    """What stands in the file; a line that was cut short ends it."""
    if not path.is_file():
        return {}
    found: dict[str, Verdict] = {}
    first, *lines = path.read_text(encoding="utf-8").split("\n")
    if _parsed(first) != head:
        return {}
    for line in lines:
        data = _parsed(line)
        if data is None:
            break
        verdict = read(data)
        found[verdict.id] = verdict
    return found


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
