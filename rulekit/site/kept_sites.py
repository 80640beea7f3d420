"""Pages of games from build to build: a game of which nothing has changed, nor the kit, is not made again."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulekit.data import PACKAGE, conformance_root
from rulekit.files import reading, writing
from rulekit.site.kept_pictures import cache_folder

NOT_THE_KIT = {"tests", "_data", "__pycache__"}


def ground_of(game: Path) -> str:
    """A hash of everything that the pages of a game are made from."""
    root = conformance_root()
    beside = [root / "reports" / f"{game.name}.json", root / "mutants" / f"{game.name}.toml"]
    beside.append(root / "vectors" / game.name / "manifest.json")
    files = [*sorted(game.rglob("*")), *beside]
    return _hash(file for file in files if file.is_file()) + whole_kit()


@functools.cache
def whole_kit() -> str:
    """A hash of all files of the kit that make anything."""
    files = sorted(PACKAGE.rglob("*"))
    return _hash(one for one in files if one.is_file() and not NOT_THE_KIT & {*one.relative_to(PACKAGE).parts})


def _hash(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        data = reading.read(file)
        digest.update(f"{file} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def _file(game: str) -> Path:
    return cache_folder() / f"site-{game}.json"


def kept(game: str, ground: str) -> dict[str, Any] | None:
    """What was made of the game on the same ground; nothing if there is nothing, or nothing that can be read."""
    try:
        found = json.loads(reading.text(_file(game)))
        return dict(found["site"]) if found["ground"] == ground else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(game: str, ground: str, site: dict[str, Any]) -> None:
    """For the next build; a folder that cannot be written to is no fault."""
    try:
        _file(game).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        writing.write(_file(game), json.dumps({"ground": ground, "site": site}), at_once=False)
    except OSError:
        return
