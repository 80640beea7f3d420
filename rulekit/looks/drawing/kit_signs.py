"""The signs of the kit, which every looks file may use: outlines in `signs.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from rulekit.files import reading


@cache
def kit_signs() -> dict[str, str]:
    """The signs of the kit: outlines on a grid of 24, by name."""
    text = reading.read(Path(__file__).parent / "signs.toml").decode()
    return {name: str(outline) for name, outline in tomllib.loads(text).items()}
