"""Pictures of a game from build to build: where nothing that one is made of has changed, it is not drawn again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from rulekit.check.tree.checked_rulebook import CheckedScene
from rulekit.files import reading
from rulekit.looks.looks_file import NAME as LOOKS
from rulekit.looks.looks_file import folder_of
from rulekit.manual.notes import notes_beside
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook
from rulekit.play.games.game import Game
from rulekit.play.reasons.clause_texts import spec_hash
from rulekit.site import site_cache
from rulekit.site.pictures.rule_parts import WATCHING, RuleParts, scene_text

# What says how a game goes on: of a position that lies there it changes nothing.
COURSE = (d.Programme, d.Action, d.Procedure, d.Reaction, d.Endings, d.Results, *WATCHING)


class KeptPictures:
    """The pictures of one game, by what they are made of."""

    def __init__(self, game: Game) -> None:
        folder = folder_of(game.checked)
        looks = reading.read(folder / LOOKS) if (folder / LOOKS).is_file() else b""
        notes = sorted(notes_beside(folder).items())
        seen = f"{site_cache.kit_hash()} {hashlib.sha256(looks).hexdigest()} {notes} {_tables(game)}"
        self.seen, self.parts = seen, RuleParts(game)
        self.ground = f"{game.spec} {seen}"
        self.played = f"{_without(game, WATCHING)} {seen}"
        self.declared = f"{_without(game, COURSE)} {seen}"
        self.name = f"pictures-{game.name}.json"
        self.known = _texts(site_cache.load(self.name))
        self.used: dict[str, str] = {}
        self.fresh = False  # whether some that are known are not kept yet

    def picture_of(self, what: str, draw: Callable[[], str]) -> str:
        """The picture of that, drawn if it is not kept: of anything that the rules bring about."""
        return self._of(f"{self.ground}\n{what}", draw)

    def of_played(self, what: str, draw: Callable[[], str]) -> str:
        """The same of what is played, which stays when another law is held against it."""
        return self._of(f"{self.played}\n{what}", draw)

    def of_declared(self, what: str, draw: Callable[[], str]) -> str:
        """The same of what lies there, which stays when the rules say otherwise how a game goes on."""
        return self._of(f"{self.declared}\n{what}", draw)

    def of_scene(self, what: str, scene: CheckedScene, draw: Callable[[], str]) -> str:
        """The same of a scene, which stays while nothing that was looked at when it was played says otherwise."""
        asked = _hash(f"{self.seen} {self.parts.ground}\n{what}\n{scene_text(scene)}")
        parts = self.used.get(asked, self.known.get(asked))
        key = "" if parts is None else self._with_parts(asked, parts)
        if parts is None or not (key in self.used or key in self.known):
            with self.parts.games.record_looks() as noted:
                text = draw()
            parts = "\n".join(sorted(noted))
            key = self._with_parts(asked, parts)
            self.used[key] = text
        self.used[asked] = parts
        return self.used.setdefault(key, self.known.get(key, ""))

    def _with_parts(self, asked: str, parts: str) -> str:
        return _hash(f"{asked} {self.parts.hash(parts.splitlines())}")

    def _of(self, made_of: str, draw: Callable[[], str]) -> str:
        key = _hash(made_of)
        if key not in self.used:
            self.used[key] = self.known[key] if key in self.known else draw()
        return self.used[key]

    def add(self, drawn: Mapping[str, str]) -> None:
        """Pictures that were drawn elsewhere, by their keys."""
        self.known |= drawn
        self.fresh = bool(drawn)

    @property
    def new(self) -> dict[str, str]:
        """Those that were drawn now and not before."""
        return {key: text for key, text in self.used.items() if self.known.get(key) != text}

    def keep(self) -> None:
        """For the next build, if anything is new."""
        if self.fresh or self.new:
            site_cache.keep(self.name, self.used)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _without(game: Game, sorts: tuple[type, ...]) -> str:
    """A hash of the rules but for such declarations; without those of the course: things, spaces, zones, words."""
    found = (one for one in game.checked.rulebook.declarations if not isinstance(one, sorts))
    return spec_hash(Rulebook(tuple(found)))


def _tables(game: Game) -> str:
    """A hash of the tables as written, which say more than the rules know of them: titles, notes, sentences."""
    files = {kind.rows[0].span.file for kind in game.checked.symbols.kinds.values() if kind.rows}
    return hashlib.sha256(
        b"\n".join(reading.read(file) for file in sorted(files) if file.endswith(".toml"))
    ).hexdigest()


def _texts(found: object) -> dict[str, str]:
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}
