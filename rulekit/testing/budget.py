"""Budgets of random games: how much is played in which configurations, and how rare an unseen fault could be."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.memo import memoize
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import option_text
from rulekit.testing.profiles import LATE, LEAST

POSITIONS_SHARE = 0.3  # of the time of a game, for the laws that look at one position


@attrs.frozen
class Budget:
    """So many `games` exactly, or what `seconds` allow."""

    seconds: float
    games: int | None = None

    def allows(self, played: int, spent: float, covered: bool) -> bool:
        """May one more game be played? `covered`: every choice has been met."""
        if self.games is not None:
            return played < self.games
        return spent < self.seconds or not covered or (played < LEAST and spent < LATE * self.seconds)


@memoize
def sample_of(game: Game) -> tuple[GameConfig, ...]:
    """Some configurations in which every allowed pair of choices occurs, the simplest first."""
    usual = game.checked.symbols.options
    found = list(configurations(game.checked, 0))
    unusual = {one: sum(value != usual[name].default for name, value in one.options) for one in found}
    return tuple(sorted(found, key=lambda one: (one.seats, unusual[one])))


def values_of(chosen: GameConfig) -> set[tuple[str, Any]]:
    """Every choice in a configuration; the number of players has no name."""
    return {*chosen.options, ("", chosen.seats)}


def choice_text(name: str, value: Any) -> str:
    """A choice as a part of a sentence about games: `for 3 players`, `with last-stone unlucky`."""
    return f"with {name} {option_text(value)}" if name else f"for {plural(value, 'player')}"


def unmet_choices(game: Game, met: Iterable[GameConfig]) -> list[str]:
    """Choices of the sample that none of these configurations has."""
    known = {value for one in met for value in values_of(one)}
    order = dict.fromkeys(value for one in sample_of(game) for value in (("", one.seats), *one.options))
    return [choice_text(*value) for value in order if value not in known]


def configurations_with_new(game: Game, met: Iterable[GameConfig] = ()) -> tuple[GameConfig, ...]:
    """Those of the sample that bring a choice which neither `met` nor the ones before them have."""
    known = {value for one in met for value in values_of(one)}
    found: list[GameConfig] = []
    for one in sample_of(game):
        if not values_of(one) <= known:
            known |= values_of(one)
            found.append(one)
    return tuple(found)


# ------------------------------------------------------------------ how much random games prove


CONFIDENCE = 0.95


@attrs.define
class Sample:
    """Random games of one game. `ended` came to their end; `whole` went as far as a random game goes."""

    game: str
    games: int = 0
    ended: int = 0
    whole: int = 0
    failed: int = 0  # clauses that did not hold
    unasked: list[str] = attrs.field(factory=list)  # those of them that no item was to tell of
    unmet: list[str] = attrs.field(factory=list)  # choices in which no game was played
    origin: str = ""  # where its rules lie, which tells two games of one name apart

    def line(self) -> str:
        """`kings: 297 games, 167 of them to the end. A fault ..`; the bound only where nothing failed."""
        text = f"{self.game}: {plural(self.games, 'random game')}, {self.ended:,} of them to the end."
        if self.unmet:
            text += f" None was played {', none '.join(self.unmet)}."
        if self.unasked:
            text += f" Broken as well, though nobody asked for it: {', '.join(f'[{one}]' for one in self.unasked)}."
        if self.failed or not self.whole:
            return text
        rare = percent(rarest_visible_share(self.whole))
        return f"{text} A fault that occurs in fewer than {rare} of such games could have stayed unseen (95 %)."

    def to_json(self) -> dict[str, Any]:
        """As a file between processes holds it."""
        return attrs.asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sample:
        """From what `to_json` gives."""
        return cls(**data)


def rarest_visible_share(games: int) -> float:
    """The share of games above which a fault would have shown in one of so many independent ones."""
    return float(1 - (1 - CONFIDENCE) ** (1 / games))


def percent(share: float) -> str:
    """Two figures that count: `1.0 %`, `0.12 %`, `63 %`."""
    number = 100 * share
    digits = 0 if number >= 10 else 1 if number >= 1 else 2 if number >= 0.1 else 3
    return f"{number:.{digits}f} %"


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def summary(samples: Iterable[str]) -> Iterator[str]:
    """The lines of all games, from samples written as JSON; a sample that was reported twice counts once.

    One without games tells that something failed elsewhere: then no line of its game says what could not have.
    """
    found = [Sample.from_json(json.loads(text)) for text in dict.fromkeys(samples)]
    broken = {(one.game, one.origin) for one in found if one.failed}
    for one in found:
        if one.games or not one.failed:
            yield attrs.evolve(one, failed=max(one.failed, int((one.game, one.origin) in broken))).line()
