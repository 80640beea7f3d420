"""Pages of games from build to build: a game of which nothing has changed, nor the kit, is not made again."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import attrs

from rulekit.data import conformance_root
from rulekit.site import site_cache
from rulekit.site.all_terms import GameTerm
from rulekit.site.builder.game_site import GameSite
from rulekit.site.game_list import ListedGame
from rulekit.site.search_words import GameWords

Content = TypeVar("Content", str, bytes)
HEAVY = ("files", "table")


def ground_of(game: Path) -> str:
    """A hash of everything that the pages of a game are made from."""
    root = conformance_root()
    beside = [root / "reports" / f"{game.name}.json", root / "mutants" / f"{game.name}.toml"]
    beside += [root / "vectors" / game.name / "manifest.json", root / "figures" / f"{game.name}.json"]
    files = [*sorted(game.rglob("*")), *beside]
    return site_cache.hash_of(file for file in files if file.is_file()) + site_cache.kit_hash()


class KeptFiles(Mapping[str, Content]):
    """Files by their names, read all together when the content of one is asked for: mostly none is."""

    def __init__(self, names: list[str], load: Callable[[], Mapping[str, Content]]) -> None:
        self._names = dict.fromkeys(names)
        self._load: Callable[[], Mapping[str, Content]] = load
        self._loaded: Mapping[str, Content] | None = None

    def __getitem__(self, name: str) -> Content:
        if name not in self._names:
            raise KeyError(name)
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_kept(game: Path, ground: str, again: Callable[[], GameSite]) -> GameSite | None:
    """What was made of the game on the same ground; nothing if there is nothing, or nothing that can be read.

    `again` makes it, if its files are asked for and cannot be read after all.
    """
    found = site_cache.load(_name(game.name))
    try:
        return _site(game.name, found["site"], again) if found["ground"] == ground else None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None


def keep(game: Path, ground: str, site: GameSite) -> None:
    """For the next build."""
    table = {name: b64encode(data).decode() for name, data in site.table.items()}
    site_cache.keep(_files(game.name), {"digest": site.digest, "files": {**site.files}, "table": table})
    said = attrs.asdict(site, filter=lambda field, _: field.name not in HEAVY)
    names = {name: [*getattr(site, name)] for name in HEAVY}
    site_cache.keep(_name(game.name), {"ground": ground, "site": said | names})


def _site(game: str, said: dict[str, Any], again: Callable[[], GameSite]) -> GameSite:
    shown = ListedGame(**{**said["standing"], "few": tuple(said["standing"]["few"])})
    terms, words = [GameTerm(**one) for one in said["terms"]], GameWords(**said["words"])
    heavy: dict[str, Any] = {}

    def load(what: str) -> Any:
        if not heavy:
            heavy.update(_heavy(game, said["digest"]) or {name: getattr(again(), name) for name in HEAVY})
        return heavy[what]

    kept = {"standing": shown, "terms": terms, "words": words}
    lists = {name: tuple(said[name]) for name in ("nav", "machines")}
    files = {name: KeptFiles(said[name], partial(load, name)) for name in HEAVY}
    return GameSite(**{**said, **lists, **kept, **files})


def _heavy(game: str, digest: str) -> dict[str, Any] | None:
    """The files of a game and of its table; nothing if others lie there."""
    found = site_cache.load(_files(game))
    try:
        table = {name: b64decode(text) for name, text in found["table"].items()}
        return {"files": found["files"], "table": table} if found["digest"] == digest else None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None


def _name(game: str) -> str:
    return f"site-{game}.json"


def _files(game: str) -> str:
    return f"files-{game}.json"
