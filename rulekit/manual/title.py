"""Title of a game on pages: the one in its ledger, else the name on its game line as people write it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from rulekit.files import reading

LEDGER = "ledger.toml"


def title_of(folder: Path, name: str) -> str:
    """The title of the game in a folder; `name` is the one on its game line."""
    file = folder / LEDGER
    said = tomllib.loads(reading.text(file)).get("title") if file.is_file() else None
    return said if isinstance(said, str) and said else name.replace("-", " ").capitalize()
