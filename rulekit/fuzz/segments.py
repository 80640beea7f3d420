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

try:
    from fcntl import LOCK_EX, LOCK_NB, flock

    LOCKS = True
except ImportError:  # not on this system: then a file nobody has written to for a while is nobody's
    LOCKS = False

OPEN, SEALED, COPY, DRAFT = ".open", ".sealed", ".copy", ".draft"
SUM = 16  # letters of the checksum
STEM = re.compile(r"\d{6}-[0-9a-f]{8}")
QUIET = 60.0  # seconds after which a file without a writer is left over
BINARY = getattr(os, "O_BINARY", 0)


@attrs.frozen
class Held:
    """What one segment holds, and how many lines of it cannot be read any more."""

    texts: tuple[str, ...]
    damaged: int = 0


# ------------------------------------------------------------------ lines


def framed(text: str) -> bytes:
    """A record as a line."""
    data = text.encode()
    return b"%s %s\n" % (_sum(data), data)


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest()[:SUM].encode()


def unframed(data: bytes) -> Held:
    """The records whose checksums are right, and how many lines are not; a line without an end is no line yet."""
    lines = data.split(b"\n")
    found = [line[SUM + 1 :] for line in lines[:-1] if len(line) > SUM and _sum(line[SUM + 1 :]) == line[:SUM]]
    return Held(tuple(line.decode() for line in found), len(lines) - 1 - len(found))


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
            found = unframed((folder / (stem + ending)).read_bytes())
        except FileNotFoundError:
            continue
        texts.update(dict.fromkeys(found.texts))
        damaged.append((len(found.texts) + found.damaged, found.damaged))
    whole = max((lines for lines, _ in damaged), default=0)
    lost = min((bad for _, bad in damaged), default=0)
    return Held(tuple(texts), min(lost, max(0, whole - len(texts))))


def written(path: Path, data: bytes) -> None:
    """A whole file, on the disk before this returns; a draft until then."""
    draft = path.with_suffix(DRAFT)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o644)
    try:
        put(file, data, 0)
        os.fsync(file)
    finally:
        os.close(file)
    os.replace(draft, path)
    settled(path.parent)


def put(file: int, data: bytes, at: int) -> None:
    """All bytes at their place, or, if there is no room, none of them."""
    try:
        os.lseek(file, at, os.SEEK_SET)
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
    except OSError:
        try:
            os.ftruncate(file, at)
        except OSError:
            pass  # the next line is written over what is there, and what is left of it has no checksum
        raise


def settled(folder: Path) -> None:
    """The names in a folder are on the disk too, where a folder can be asked for that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot; they keep names as they keep them
    finally:
        os.close(handle)


def sealed(path: Path, file: int) -> None:
    """The open file gets its copy and its last name."""
    os.fsync(file)
    written(path.with_suffix(COPY), path.read_bytes())
    os.replace(path, path.with_suffix(SEALED))
    settled(path.parent)


# ------------------------------------------------------------------ left over


def locked(file: int) -> bool:
    """Whether this file is now ours; it is until it is closed, however we end."""
    if not LOCKS:
        return True
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        return False
    return True


def abandoned(path: Path) -> bool:
    """Nobody writes to this any more. What is empty may just have been made."""
    try:
        seen = path.stat()
        if not LOCKS or not seen.st_size:
            return time.time() - seen.st_mtime > QUIET
        file = os.open(path, os.O_RDWR | BINARY)
    except OSError:
        return False
    try:
        return locked(file)
    finally:
        os.close(file)


def mended(folder: Path, stem: str) -> None:
    """A segment whose writer has gone is sealed as far as it came; a damaged one is written anew from its copy."""
    open_, sealed_, copy = (folder / (stem + ending) for ending in (OPEN, SEALED, COPY))
    if open_.exists() and not abandoned(open_):
        return
    held = read(folder, stem)
    data = b"".join(framed(text) for text in held.texts)
    if held.damaged:
        return  # what cannot be read is left for somebody to look at
    if not held.texts:
        removed(folder, (stem,))
        return
    for path in (copy, sealed_):
        if not path.exists() or path.read_bytes() != data:
            written(path, data)
    open_.unlink(missing_ok=True)


def removed(folder: Path, names: Iterable[str]) -> None:
    """Whole segments go."""
    for stem in names:
        for ending in (SEALED, COPY, OPEN, DRAFT):
            (folder / (stem + ending)).unlink(missing_ok=True)
