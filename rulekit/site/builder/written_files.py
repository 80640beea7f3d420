"""Which files of games lie where they were written, untouched since, so that nobody need read and compare them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulekit.site import site_cache
from rulekit.site.builder.file_stamps import stamp
from rulekit.site.builder.game_site import GameSite
from rulekit.webplay.play_folder import FOLDER


def names_of(site: GameSite) -> Iterator[str]:
    """All files of a game, below the folder of the pages."""
    yield from site.files
    yield from (f"{FOLDER}/{name}" for name in site.table)


def still_there(docs: Path, sites: Iterable[GameSite]) -> set[str]:
    """The files of those games that were written there as they are now, and that nobody has touched since."""
    known = site_cache.load(_name(docs))
    found: set[str] = set()
    for site in sites:
        names = [*names_of(site)]
        if isinstance(known, dict) and known.get(site.name) == _told(docs, site, names):
            found.update(names)
    return found


def keep(docs: Path, sites: Iterable[GameSite]) -> None:
    """Say that the files of these games have just been written."""
    site_cache.keep(_name(docs), {site.name: _told(docs, site, [*names_of(site)]) for site in sites})


def _told(docs: Path, site: GameSite, names: list[str]) -> dict[str, Any]:
    root = str(docs)
    return {"digest": site.digest, "stamps": [[*stamp(f"{root}/{name}")] for name in names]}


def _name(docs: Path) -> str:
    return f"written-{hashlib.sha256(str(docs.resolve()).encode()).hexdigest()[:16]}.json"
