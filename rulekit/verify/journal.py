"""What a verification has done so far, unit by unit, each on the disk before the next: whoever is killed goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading, writing
from rulekit.verify.packing import Misfit, packed, unpacked
from rulekit.verify.units import Unit

FORMAT = "rulekit-journal/1"
END = {"end": True}
Json = Any


class Foreign(ValueError):
    """A file that is no journal, or one of another verification."""


@attrs.frozen
class Kept:
    """What stands in a journal."""

    header: Json
    units: tuple[Unit, ...]
    ended: bool
    size: int  # bytes of whole lines


def read(file: Path) -> Kept | None:
    """What is kept; nothing if there is no file. A last line that was cut short is left out."""
    if not file.exists():
        return None
    lines, size, ended = list(_lines(file)), 0, False
    header: Json = None
    found: list[Unit] = []
    for data, end in lines:
        if header is None:
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise Foreign(f"{file} is no journal of a verification; say another file with --log")
            header = data
        elif data == END:
            ended = True
        else:
            found.append(_unit(file, data))
        size = end
    return Kept(header, tuple(found), ended, size) if header is not None else None


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


def _unit(file: Path, data: Json) -> Unit:
    try:
        return unpacked(Unit, data)
    except Misfit as wrong:
        raise Foreign(f"{file} was written by another version of rulekit: {wrong}") from None


LONGEST = 1 << 31  # bytes of a journal


class Journal:
    """A journal that grows."""

    def __init__(self, file: Path, header: Json, known: Kept | None) -> None:
        """`known`: what stands in it and is to stay; else it begins anew."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.lines = writing.Lines(file)
        self.lines.go_on(0 if known is None else known.size)
        if known is None:
            self._add({"format": FORMAT, **header})

    def add(self, unit: Unit) -> None:
        self._add(packed(unit))

    def end(self) -> None:
        """The verification came to its end; the next one begins anew."""
        self._add(END)

    def _add(self, data: Json) -> None:
        self.lines.add(json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode())

    def close(self) -> None:
        self.lines.close()


__all__ = ["FORMAT", "Foreign", "Journal", "Kept", "read"]
