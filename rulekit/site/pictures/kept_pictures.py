"""Pictures of scenes from build to build: where rules, looks, notes, scene and kit stay the same, none is redrawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from rulekit.files import reading
from rulekit.looks.looks_file import NAME as LOOKS
from rulekit.looks.looks_file import folder_of
from rulekit.manual.notes import notes_beside
from rulekit.play.games.game import Game
from rulekit.site import site_cache


class KeptPictures:
    """The pictures of one game, by what they are made of."""

    def __init__(self, game: Game) -> None:
        folder = folder_of(game.checked)
        looks = reading.read(folder / LOOKS) if (folder / LOOKS).is_file() else b""
        notes = sorted(notes_beside(folder).items())
        self.ground = f"{site_cache.kit_hash()} {game.spec} {hashlib.sha256(looks).hexdigest()} {notes}"
        self.name = f"pictures-{game.name}.json"
        self.known = _texts(site_cache.load(self.name))
        self.used: dict[str, str] = {}

    def of(self, what: str, draw: Callable[[], str]) -> str:
        """The picture of that, drawn if it is not kept."""
        key = hashlib.sha256(f"{self.ground}\n{what}".encode()).hexdigest()
        if key not in self.used:
            self.used[key] = self.known[key] if key in self.known else draw()
        return self.used[key]

    def keep(self) -> None:
        """For the next build, if anything is new."""
        if not self.used.keys() <= self.known.keys():
            site_cache.keep(self.name, self.used)


def _texts(found: object) -> dict[str, str]:
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}
