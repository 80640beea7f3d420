"""The seed of a run of pytest: from which all its random games are drawn."""

from __future__ import annotations

import pytest

SEED = "rulekit_seed"  # by this name workers of pytest-xdist hear of it
RUN_SEED = pytest.StashKey[int]()


def run_seed(config: pytest.Config) -> int:
    """From which all random games of this run are drawn, in every process."""
    heard = getattr(config, "workerinput", {}).get(SEED)
    return int(heard) if heard is not None else config.stash[RUN_SEED]
