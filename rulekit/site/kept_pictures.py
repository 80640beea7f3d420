"""Pictures of scenes from build to build: where rules, looks, scene and kit are as before, nothing is drawn again."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from rulekit.data import PACKAGE
from rulekit.files import reading, writing
from rulekit.looks.looks_file import NAME as LOOKS
from rulekit.looks.looks_file import folder_of
from rulekit.play.games.game import Game

DRAWN_BY = ("site", "looks", "play", "check")  # the rooms that a picture depends on


class KeptPictures:
    """The pictures of one game, by what they are made of."""

    def __init__(self, game: Game) -> None:
        looks = folder_of(game) / LOOKS
        drawn = reading.read(looks) if looks.is_file() else b""
        self.ground = f"{kit_hash()} {game.spec} {hashlib.sha256(drawn).hexdigest()}"
        self.file = cache_folder() / f"pictures-{game.name}.json"
        self.known = _read(self.file)
        self.used: dict[str, str] = {}

    def of(self, what: str, draw: Callable[[], str]) -> str:
        """The picture of that, drawn if it is not kept."""
        key = hashlib.sha256(f"{self.ground}\n{what}".encode()).hexdigest()
        if key not in self.used:
            self.used[key] = self.known[key] if key in self.known else draw()
        return self.used[key]

    def keep(self) -> None:
        """For the next build, if anything is new; a folder that cannot be written to is no fault."""
        if self.used.keys() <= self.known.keys():
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            writing.write(self.file, json.dumps(self.used), at_once=False)
        except OSError:
            return


def _read(file: Path) -> dict[str, str]:
    """What was kept; nothing if there is nothing, or nothing that can be read."""
    try:
        found = json.loads(reading.text(file))
    except (OSError, ValueError):
        return {}
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}


def cache_folder() -> Path:
    """Where the kit keeps what it can make again."""
    root = os.environ.get("RULEKIT_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "rulekit"


@functools.cache
def kit_hash() -> str:
    """A hash of what draws."""
    digest = hashlib.sha256()
    for room in DRAWN_BY:
        for file in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(reading.read(file))
    return digest.hexdigest()
