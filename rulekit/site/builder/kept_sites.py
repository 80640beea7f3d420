"""Pages of games from build to build: a game of which nothing has changed, nor the kit, is not made again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.data import conformance_root
from rulekit.site import site_cache


def ground_of(game: Path) -> str:
    """A hash of everything that the pages of a game are made from."""
    root = conformance_root()
    beside = [root / "reports" / f"{game.name}.json", root / "mutants" / f"{game.name}.toml"]
    beside.append(root / "vectors" / game.name / "manifest.json")
    files = [*sorted(game.rglob("*")), *beside]
    return site_cache.hash_of(file for file in files if file.is_file()) + site_cache.kit_hash()


def read_kept(game: str, ground: str) -> dict[str, Any] | None:
    """What was made of the game on the same ground; nothing if there is nothing, or nothing that can be read."""
    found = site_cache.load(_name(game))
    if not isinstance(found, dict) or found.get("ground") != ground or not isinstance(found.get("site"), dict):
        return None
    return dict(found["site"])


def keep(game: str, ground: str, site: dict[str, Any]) -> None:
    """For the next build."""
    site_cache.keep(_name(game), {"ground": ground, "site": site})


def _name(game: str) -> str:
    return f"site-{game}.json"
