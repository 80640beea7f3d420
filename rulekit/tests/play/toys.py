"""Small games of the tests' own, made playable."""

from functools import cache
from pathlib import Path

from rulekit import Game, load
from rulekit.cli.commands.new import STARTER

TOYS = Path(__file__).parents[1] / "games"


@cache
def toy(name: str) -> Game:
    """One of the games in rulekit/tests/games."""
    return load(TOYS / f"{name}.rules")


@cache
def starter() -> Game:
    """The game that `rulekit new` begins with; it has a ledger."""
    return load(STARTER)
