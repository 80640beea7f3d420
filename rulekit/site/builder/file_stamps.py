"""Whether a file is as it was: its size, times and number, which change with what is in it."""

from __future__ import annotations

import os
from pathlib import Path

Stamp = tuple[int, ...]


def stamp(file: str | Path) -> Stamp:
    """The stamp of a file; an empty one if there is none."""
    try:
        found = os.stat(file)
    except OSError:
        return ()
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
