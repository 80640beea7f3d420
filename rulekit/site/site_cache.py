"""What a site keeps in the cache folder from build to build: files of JSON, and the hash of the kit that made them."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulekit.data import PACKAGE
from rulekit.files import reading, writing
from rulekit.files.cache_folder import cache_folder

NOT_THE_KIT = {"tests", "_data", "__pycache__"}


def load(name: str) -> Any:
    """What was kept under that name; nothing if there is nothing, or nothing that can be read."""
    try:
        return json.loads(reading.text(cache_folder() / name))
    except (OSError, ValueError):
        return None


def keep(name: str, what: Any) -> None:
    """For the next build; a folder that cannot be written to is no fault."""
    file = cache_folder() / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        writing.write(file, json.dumps(what), at_once=False)
    except OSError:
        return


def drop(name: str) -> None:
    """What was kept under that name shall be there no more."""
    with contextlib.suppress(OSError):
        (cache_folder() / name).unlink()


@functools.cache
def kit_hash() -> str:
    """A hash of all files of the kit that make anything."""
    files = sorted(PACKAGE.rglob("*"))
    return hash_of(one for one in files if one.is_file() and not NOT_THE_KIT & {*one.relative_to(PACKAGE).parts})


def hash_of(files: Iterable[Path]) -> str:
    """A hash of the names and contents of files."""
    digest = hashlib.sha256()
    for file in files:
        data = reading.read(file)
        digest.update(f"{file} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
