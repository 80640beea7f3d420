"""Files of records, each a line with its checksum: how one is written, sealed, read back, and mended from its copy.

`.open` is being written; sealing writes `.draft`, which becomes `.copy`, and then `.open` becomes `.sealed`. At every
moment in between all that was sealed before is on the disk, and what is in the open file is in it still.
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
from rulekit.files.writing import BINARY, LOCKS, let_go, sync_folder, try_lock, write

OPEN, SEALED, COPY, DRAFT = ".open", ".sealed", ".copy", ".draft"
MOST = 256 << 20  # bytes of one segment
SUM = 16  # letters of the checksum
STEM = re.compile(r"\d{6}-[0-9a-f]{8}")
QUIET = 60.0  # seconds after which a file without a writer is left over


@attrs.frozen
class Held:
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


def read_frames(data: bytes) -> Held:
    """The records whose checksums are right, and how many lines are not; a line without an end is no line yet."""
    lines = data.split(b"\n")
    found = [text for line in lines[:-1] if (text := _payload(line)) is not None]
    return Held(tuple(found), len(lines) - 1 - len(found))


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


def read(folder: Path, stem: str) -> Held:
    """All that can be read of a segment, from whichever of its files."""
    texts: dict[str, None] = {}
    damaged = []
    for ending in (SEALED, OPEN, COPY):
        try:
            found = read_frames(read_bytes(folder / (stem + ending), MOST, folder))
        except FileNotFoundError:
            continue
        texts.update(dict.fromkeys(found.texts))
        damaged.append((len(found.texts) + found.damaged, found.damaged))
    whole = max((lines for lines, _ in damaged), default=0)
    lost = min((bad for _, bad in damaged), default=0)
    return Held(tuple(texts), min(lost, max(0, whole - len(texts))))


def write_durably(path: Path, data: bytes) -> None:
    """A whole file, on the disk before this returns; a draft until then, which goes with its segment."""
    write(path, data, draft=path.with_suffix(DRAFT))


def seal_segment(path: Path, file: int) -> None:
    """The open file gets its copy and its last name."""
    os.fsync(file)
    write_durably(path.with_suffix(COPY), read_bytes(path, MOST))
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
    """A segment whose writer has gone is sealed as far as it came; a damaged one is written anew from its copy."""
    open_, sealed_, copy = (folder / (stem + ending) for ending in (OPEN, SEALED, COPY))
    if open_.exists() and not is_abandoned(open_):
        return
    held = read(folder, stem)
    data = b"".join(frame_record(text) for text in held.texts)
    if held.damaged:
        return  # what cannot be read is left for somebody to look at
    if not held.texts:
        remove_segments(folder, (stem,))
        return
    for path in (copy, sealed_):
        if not path.exists() or read_bytes(path, MOST) != data:
            write_durably(path, data)
    open_.unlink(missing_ok=True)


def remove_segments(folder: Path, names: Iterable[str]) -> None:
    """Whole segments go."""
    for stem in names:
        for ending in (SEALED, COPY, OPEN, DRAFT):
            (folder / (stem + ending)).unlink(missing_ok=True)
