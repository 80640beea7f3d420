"""Strict reader of `looks.toml`, the file in which a game describes its pictures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rulekit.files import reading
from rulekit.play.games.game import Game

NAME = "looks.toml"
Section = dict[str, Any]


class WrongLooks(ValueError):
    """The file cannot be read, or names what neither the game nor the kit has; each line of the text is one problem."""


def folder_of(game: Game) -> Path:
    """The folder of the rules."""
    declared = game.checked.symbols.game
    assert declared is not None
    return Path(declared.span.file).parent


def read_looks(file: Path) -> dict[str, Section]:
    """The sections of a looks file; none if there is no such file."""
    if not file.is_file():
        return {}
    try:
        found = tomllib.loads(reading.strip_bom(reading.read(file)).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise WrongLooks(f"{file.name}: {wrong}") from None
    loose = [name for name, section in found.items() if not isinstance(section, dict)]
    if loose:
        raise WrongLooks(f"{file.name}: `{loose[0]}` stands in no section; sections begin with a name in brackets")
    return found
