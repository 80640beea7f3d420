"""How much a generated test does: a few hundred cases at every change, the full campaign at night."""

from __future__ import annotations

import os


def nightly() -> bool:
    """Whether this is the long run."""
    return os.environ.get("RULEKIT_PROFILE") == "nightly"


def examples(usual: int, at_night: int) -> int:
    """The number of cases for this run."""
    return at_night if nightly() else usual
