"""`changing O`: the same game with another value of an option, from the same outcomes of set-up."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.configuration_space import GameConfig, demands_broken_by
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin
from rulekit.play.games.game import Position
from rulekit.play.refusals import Refused


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """One twin for each other value of the option that may be chosen here."""
    here = look.here
    checked = here.game.checked
    for value in checked.symbols.options[over].values:
        options = {**dict(here.chosen.options), over: value}
        if value == dict(here.chosen.options)[over] or demands_broken_by(checked, options, here.chosen.seats):
            continue
        other = replay_in(here, GameConfig(tuple(options.items()), here.chosen.seats))
        if other is not None:
            yield Twin(other, Renaming(here.machine.plan))


def replay_in(here: Position, chosen: GameConfig) -> Position | None:
    """The same answers in the other configuration; None where they cannot be given, which shows at an earlier look."""
    other = here.game.start(chosen.seats, dict(chosen.options))
    for one in here.line()[1:]:
        try:
            step = one.step
            other = other.apply(step["seat"], step["move"]) if "move" in step else other.draw(step["outcome"])
        except Refused:
            return None
    return other
