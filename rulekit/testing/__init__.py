"""Property tests of games: Hypothesis strategies, assertions, the campaign that checks every law, the pytest plugin.

from hypothesis import given
from rulekit.testing import assert_laws, games

@given(games("twelve-stones"))
def test_every_law_holds(game):
    assert_laws(game)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# Imported when they are asked for: pytest loads this package in every run on the machine, games or not.
NAMES = {
    "assert_laws": "assertions", "assert_position_laws": "assertions", "scenes": "assertions",
    "drawn_game": "drawn", "DrawnGame": "drawn",
    "games": "strategies", "positions": "strategies", "moves": "strategies", "near_misses": "strategies",
    "last_position": "strategies", "rulebooks": "strategies",
}  # fmt: skip

__all__ = list(NAMES)


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{NAMES[name]}"), name)
