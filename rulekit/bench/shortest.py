"""The bundled game with the fewest characters of rules: what a small example costs."""

from __future__ import annotations

from pathlib import Path

from rulekit.data import bundled_games


def shortest() -> str:
    """Its name."""
    return min(bundled_games(), key=size).name


def size(game: Path) -> int:
    """How much text its rules are."""
    return sum(file.stat().st_size for file in game.rglob("*.rules"))
