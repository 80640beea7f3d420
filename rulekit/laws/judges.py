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
    """How much is played for each configuration: games, answers in each; and how many moments are looked at closely.

    `looks` are shared out over the configurations of a game, at least one for each.
    """

    games: int
    seed: str
    longest: int
    looks: int | None


class Judge(Protocol):
    """What is asked, and whether it holds."""

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]: ...

    def judge(self, case: Case, effort: Effort) -> Finding | None: ...

    def played(self, case: Case, effort: Effort) -> tuple[int, int] | None:
        """Games and answers by which it was judged, where they are counted."""


class Ourselves:
    """Our own engine."""

    def __init__(self) -> None:
        self.many: dict[str, int] = {}  # configurations of each game

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]:
        found = cases.cases(game, every)
        self.many[game.name] = len({case.configuration for case in found if case.configuration is not None})
        return found

    def judge(self, case: Case, effort: Effort) -> Finding | None:
        looks = None if effort.looks is None else max(1, effort.looks // max(1, self.many.get(case.game, 1)))
        return cases.judge(case, effort.games, effort.seed, longest=effort.longest, looks=looks)

    def played(self, case: Case, effort: Effort) -> tuple[int, int] | None:
        found = cases.played(case, effort.games, effort.seed, effort.longest)
        return None if found is None else (found.games, found.steps)


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
