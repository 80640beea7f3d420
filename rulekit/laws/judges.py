"""Who judges the cases that pytest has collected: our own engine, or one by other hands that was named."""

from __future__ import annotations

from typing import Protocol

import attrs
import pytest

from rulekit.laws import cases
from rulekit.laws.finding import Case, Finding
from rulekit.play.game import Game


class Unfit(Exception):
    """A case that cannot be put to this engine, and why."""


@attrs.frozen
class Effort:
    """How much is played for each configuration: games, answers in each, moments of each that are looked at closely."""

    games: int
    seed: str
    longest: int
    looks: int | None


class Judge(Protocol):
    """What is asked, and whether it holds."""

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]: ...

    def judge(self, case: Case, effort: Effort) -> Finding | None: ...


class Ourselves:
    """Our own engine."""

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]:
        return cases.cases(game, every)

    def judge(self, case: Case, effort: Effort) -> Finding | None:
        return cases.judge(case, effort.games, effort.seed, longest=effort.longest, looks=effort.looks)


JUDGE = pytest.StashKey[Judge]()


def judge_of(config: pytest.Config) -> Judge:
    """One for the whole run, for it remembers the games it has played."""
    if JUDGE not in config.stash:
        named = config.option.rulekit_impl
        config.stash[JUDGE] = Ourselves() if named is None else _stranger(named)
    return config.stash[JUDGE]


def effort_of(config: pytest.Config) -> Effort:
    """As the options say."""
    options = config.option
    return Effort(options.rulekit_games, options.rulekit_seed, options.rulekit_longest, options.rulekit_looks)


def _stranger(named: str) -> Judge:
    from rulekit.laws.stranger import Stranger

    return Stranger(named)
