"""Laws that look at one position: the built-in ones, and those about sameness; which of them a position breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.check.tree.checked_rulebook import CheckedLaw
from rulekit.laws import metamorphic as same
from rulekit.laws.builtin import free_laws
from rulekit.laws.law_context import LawContext
from rulekit.memo import memoize
from rulekit.play.games.game import Game, Position

Law = Callable[[LawContext], str | None]


@attrs.frozen
class Violation:
    """A law that a position breaks, and how."""

    id: str
    text: str


def position_laws(game: Game, chosen: GameConfig) -> dict[str, Law]:
    """Those that apply in a configuration, by their ids."""
    alike = {law.id or "": law for law in sameness_laws(game)}
    found: dict[str, Law] = {one.id: one.find_violation for one in free_laws()}
    return found | {
        name: partial(same.find_violation, law) for name, law in alike.items() if same.applies(game, law, chosen)
    }


def is_position_law(game: Game, clause: str) -> bool:
    """Is this the id of a law that looks at one position?"""
    return any(clause == one.id for one in free_laws()) or any(clause == law.id for law in sameness_laws(game))


def sameness_laws(game: Game) -> list[CheckedLaw]:
    """The laws of a game about twins (`under rotating Player` ..)."""
    return [law for law in game.checked.laws if law.sort == "under"]


def violations(here: Position, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[Violation]:
    """What a position breaks, law by law; nothing is looked at before set-up is over.

    Laws that choose what they look at choose by the position alone, so that the same position gives the same answer.
    """
    if not here.state.started:
        return
    for name, law in _laws(here.game, here.chosen).items():
        if wanted(name):
            text = law(LawContext(here, random.Random(here.hash())))
            if text is not None:
                yield Violation(name, text)


@memoize
def _laws(game: Game, chosen: GameConfig) -> dict[str, Law]:
    return position_laws(game, chosen)
