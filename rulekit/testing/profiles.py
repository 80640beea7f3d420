"""How long random games of a game are played: the profiles dev, ci and nightly. Imports nothing, for pytest's sake."""

from __future__ import annotations

import os

SECONDS = {"dev": 5.0, "ci": 60.0, "nightly": 600.0}  # for each game
LEAST = 60  # games, even where they take longer than that: fewer say too little
LATE = 4.0  # times the seconds, after which fewer must do


def profile(named: object = None) -> str:
    """As RULEKIT_PROFILE or the profile of Hypothesis says; without either `ci` where CI is set, else `dev`."""
    said = os.environ.get("RULEKIT_PROFILE") or named
    return said if isinstance(said, str) and said in SECONDS else "ci" if os.environ.get("CI") else "dev"
