"""Who judges the cases that pytest has collected: our own engine, or one by other hands that was named."""

from __future__ import annotations

from typing import Protocol

import pytest

from rulekit.laws import cases
from rulekit.laws.finding import Case, Finding
from rulekit.play.game import Game


class Unfit(Exception):
    """A case that cannot be put to this engine, and why."""


class Judge(Protocol):
    """What is asked, and whether it holds."""

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]: ...

    def judge(self, case: Case, games: int, seed: str, longest: int) -> Finding | None: ...


class Ourselves:
    """Our own engine."""

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]:
        return cases.cases(game, every)

    def judge(self, case: Case, games: int, seed: str, longest: int) -> Finding | None:
        return cases.judge(case, games, seed, longest=longest)


JUDGE = pytest.StashKey[Judge]()


def judge_of(config: pytest.Config) -> Judge:
    """One for the whole run, for it remembers the games it has played."""
    if JUDGE not in config.stash:
        named = config.option.rulekit_impl
        config.stash[JUDGE] = Ourselves() if named is None else _stranger(named)
    return config.stash[JUDGE]


def _stranger(named: str) -> Judge:
    from rulekit.laws.stranger import Stranger

    return Stranger(named)
