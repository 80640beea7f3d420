"""Files of records, each a line with its checksum: how one is written, sealed and read back.

`.open` is being written; sealing sees to it that it is on the disk, and calls it `.sealed`.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterable
from pathlib import Path

import attrs

from rulekit.files.reading import read as read_bytes
from rulekit.files.writing import BINARY, LOCKS, let_go, sync_folder, try_lock

OPEN, SEALED = ".open", ".sealed"
MOST = 256 << 20  # bytes of one segment
SUM = 16  # letters of the checksum
STEM = re.compile(r"\d{6}-[0-9a-f]{8}")
QUIET = 60.0  # seconds after which a file without a writer is left over


@attrs.frozen
class SegmentContent:
    """What one segment holds, and how many lines of it cannot be read any more."""

    texts: tuple[str, ...]
    damaged: int = 0


# ------------------------------------------------------------------ lines


def frame_record(text: str) -> bytes:
    """A record as a line."""
    data = text.encode()
    return b"%s %s\n" % (_sum(data), data)


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest()[:SUM].encode()


def read_frames(data: bytes) -> SegmentContent:
    """The records whose checksums are right, and how many lines are not; a line without an end is no line yet."""
    lines = data.split(b"\n")
    found = [text for line in lines[:-1] if (text := _payload(line)) is not None]
    return SegmentContent(tuple(found), len(lines) - 1 - len(found))


def _payload(line: bytes) -> str | None:
    if len(line) <= SUM or _sum(line[SUM + 1 :]) != line[:SUM]:
        return None
    try:
        return line[SUM + 1 :].decode()
    except UnicodeDecodeError:
        return None


# ------------------------------------------------------------------ segments


def stems(folder: Path) -> list[str]:
    """The segments of a folder, oldest first."""
    return sorted({path.stem for path in folder.iterdir() if STEM.fullmatch(path.stem)})


def read_segment(folder: Path, stem: str) -> SegmentContent:
    """All that can be read of a segment; it may get its last name just now."""
    for ending in (OPEN, SEALED):
        try:
            return read_frames(read_bytes(folder / (stem + ending), MOST, folder))
        except FileNotFoundError:
            continue
    return SegmentContent(())


def seal_segment(path: Path, file: int) -> None:
    """The open file is on the disk before it gets its last name."""
    os.fsync(file)
    os.replace(path, path.with_suffix(SEALED))
    sync_folder(path.parent)


# ------------------------------------------------------------------ left over


def is_abandoned(path: Path) -> bool:
    """Nobody writes to this any more. What is empty may just have been made."""
    try:
        seen = path.stat()
        if not LOCKS or not seen.st_size:
            return time.time() - seen.st_mtime > QUIET
        file = os.open(path, os.O_RDWR | BINARY)
    except OSError:
        return False
    try:
        return try_lock(file)
    finally:
        let_go(file)


def mend_segment(folder: Path, stem: str) -> None:
    """A segment whose writer has gone is sealed as far as it came; one that holds nothing goes."""
    path = folder / (stem + OPEN)
    held = read_segment(folder, stem)
    if held.damaged or (path.exists() and not is_abandoned(path)):
        return  # what cannot be read is left for somebody to look at
    if not held.texts:
        remove_segments(folder, (stem,))
    elif path.exists():
        file = os.open(path, os.O_RDWR | BINARY)
        try:
            seal_segment(path, file)
        finally:
            os.close(file)


def remove_segments(folder: Path, names: Iterable[str]) -> None:
    """Whole segments go."""
    for stem in names:
        for ending in (SEALED, OPEN):
            (folder / (stem + ending)).unlink(missing_ok=True)
