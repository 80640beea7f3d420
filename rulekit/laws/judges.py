"""Who judges the cases that pytest has collected: our own engine, or one by other hands that was named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulekit.laws.cases import judge
from rulekit.laws.finding import Case, Finding

Judge = Callable[[Case, int, str], Finding | None]
JUDGE = pytest.StashKey[Judge]()


def judge_of(config: pytest.Config) -> Judge:
    """One for the whole run, for it remembers the games it has played."""
    if JUDGE not in config.stash:
        named = config.option.rulekit_impl
        config.stash[JUDGE] = judge if named is None else _stranger(named)
    return config.stash[JUDGE]


def _stranger(named: str) -> Judge:
    from rulekit.laws.stranger import Stranger

    return Stranger(named).judge
