"""What a printed file of laws stands on: `Promises` makes its decorators, each case of which judges itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.laws import cases, places
from rulekit.laws.campaign import LONGEST
from rulekit.laws.finding import Case
from rulekit.laws.telling import in_words, story
from rulekit.play.game import Game
from rulekit.problems import Problems

Decorator = Callable[[Callable[..., None]], Any]


@attrs.define(eq=False)
class Promises:
    """The laws and scenes of one game, and how thoroughly they are looked at."""

    game: str
    games: int = 2
    seed: str = "0"
    longest: int = LONGEST
    every: bool = False
    tables: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def loaded(self) -> Game:
        from rulekit.data import NoSuchGame
        from rulekit.pipeline import load

        try:
            return load(self.game, self.tables)
        except Problems as problems:
            wrong = in_words(problems)
        except NoSuchGame as unknown:
            wrong = f"{unknown}; say in `Promises(..)` where its rules are"
        pytest.fail(wrong, pytrace=False)

    @cached_property
    def known(self) -> dict[str, Case]:
        return {case.id: case for case in cases.cases(self.loaded, self.every)}

    @cached_property
    def spots(self) -> places.Spots:
        from rulekit.data import find_game

        return places.of(self.loaded, find_game(self.game))

    def law(self, clause: str, configurations: Sequence[str]) -> Decorator:
        """A law in each of these configurations; a game with one configuration does not name it."""
        return self._cases(clause, configurations)

    def scene(self, clause: str, *titles: str) -> Decorator:
        """The scenes of a clause, by their titles."""
        return self._cases(clause, [f"scene {title}" for title in titles])

    def _cases(self, clause: str, marks: Sequence[str]) -> Decorator:
        name = self.loaded.name
        ids = [f"{name}[{clause}]{f' @{mark}' if mark else ''}" for mark in marks]
        promises = [pytest.param(Promise(self, one), id=one) for one in ids]
        marked = pytest.mark.rule(id=clause, game=name)
        return lambda function: marked(pytest.mark.parametrize("promise", promises)(function))


@attrs.frozen
class Promise:
    """One case, by its id."""

    of: Promises
    id: str

    def holds(self) -> None:
        """Judge it; tell the story if it does not hold."""
        case = self.of.known.get(self.id)
        if case is None:
            pytest.fail(f"{self.id} is no longer in the rules; print this file anew", pytrace=False)
        found = cases.judge(case, self.of.games, self.of.seed, longest=self.of.longest)
        if found is not None:
            spot = self.of.spots.of(case)
            told = story(found, f"{spot.file}:{spot.line}", self.of.seed, {"again": f"pytest -k '{case.clause}'"})
            pytest.fail(told.replace(f"{Path.cwd()}/", ""), pytrace=False)
