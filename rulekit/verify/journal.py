"""Journal of a verification: a unit is on the disk before the next begins, so that a killed run continues."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading, writing
from rulekit.verify.record_json import Misfit, pack, unpack
from rulekit.verify.work_units import WorkUnit

FORMAT = "rulekit-journal/1"
END = {"end": True}
SPENT, AT = "spent", "at"
Json = Any


class ForeignJournal(ValueError):
    """A file that is no journal, or one of another verification."""


@attrs.frozen
class JournalContent:
    """What stands in a journal."""

    header: Json
    units: tuple[WorkUnit, ...]
    ended: bool
    size: int  # bytes of whole lines
    spent: float = 0.0  # seconds that games have taken so far
    moments: tuple[float, ...] = ()  # of each unit, after how many seconds it was done


def read_journal(file: Path) -> JournalContent | None:
    """What is kept; nothing if there is no file. A last line that was cut short is left out."""
    if not file.exists():
        return None
    lines, size, ended, spent = list(_lines(file)), 0, False, 0.0
    moments: list[float] = []
    header: Json = None
    found: list[WorkUnit] = []
    for data, end in lines:
        if header is None:
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise ForeignJournal(f"{file} is no journal of a verification; say another file with --log")
            header = data
        elif data == END:
            ended = True
        else:
            spent = max(spent, _seconds(data, SPENT))
            moments.append(_seconds(data, AT))
            found.append(_unit(file, data))
        size = end
    return JournalContent(header, tuple(found), ended, size, spent, tuple(moments)) if header is not None else None


def _lines(file: Path) -> Iterator[tuple[Json, int]]:
    """Every whole line, and where it ends."""
    at = 0
    for line in reading.read(file, LONGEST).splitlines(keepends=True):
        at += len(line)
        if not line.endswith(b"\n"):
            return
        try:
            yield json.loads(line), at
        except ValueError:
            return  # what comes behind a line that is torn is not known to belong to it


def _seconds(data: Json, name: str) -> float:
    """What a line says of a time; it is no part of the unit."""
    said = data.pop(name, 0.0) if isinstance(data, dict) else 0.0
    return float(said) if type(said) in (int, float) and math.isfinite(said) else 0.0


def _unit(file: Path, data: Json) -> WorkUnit:
    try:
        return unpack(WorkUnit, data)
    except Misfit as wrong:
        raise ForeignJournal(f"{file} was written by another version of rulekit: {wrong}") from None


LONGEST = 1 << 31  # bytes of a journal


class Journal:
    """A journal that grows."""

    def __init__(self, file: Path, header: Json, known: JournalContent | None) -> None:
        """`known`: what stands in it and is to stay; else it begins anew."""
        self.lines = writing.AppendOnlyFile(file)
        self.lines.go_on(0 if known is None else known.size)
        if known is None:
            self._add({"format": FORMAT, **header})

    def add(self, unit: WorkUnit, spent: float = 0.0, at: float = 0.0) -> None:
        """Seconds, with those of the run that was killed: `spent` games have taken by now, `at` all of it has."""
        self._add({**pack(unit), SPENT: round(spent, 1), AT: round(at, 1)})

    def end(self) -> None:
        """The verification came to its end; the next one begins anew."""
        self._add(END)

    def _add(self, data: Json) -> None:
        self.lines.add(json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode())

    def close(self) -> None:
        """Close the file; what was written stays."""
        self.lines.close()


__all__ = ["FORMAT", "ForeignJournal", "Journal", "JournalContent", "read_journal"]
