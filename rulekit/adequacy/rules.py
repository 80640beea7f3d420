"""Two rungs: which lines of the rules vectors meet, and which guards alone refuse one of their wrong moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulekit.adequacy.ladder import Rung, counted
from rulekit.adequacy.noting import Notes
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.coverage import Counted
from rulekit.fuzz.guidance.coverage_goals import GUARD, LINE, Goal, known_guards
from rulekit.fuzz.guidance.waived_goals import spelled
from rulekit.play.games.game import Game
from rulekit.verify.lockstep.lines_met import noticeable

GUARDS_BAR = 95.0


def guards_of(game: Game) -> frozenset[str]:
    """Every guard and price there is."""
    return frozenset(known_guards(game.setting(sample(game)[0]).program))


def lines(game: Game, notes: Notes, excuses: Mapping[Goal, str]) -> Rung:
    """Lines that run, allow a move, refuse one, end the game or count."""
    wanted = noticeable(game.checked)
    apart = reasons(game, LINE, wanted - notes.lines, wanted & notes.lines, excuses)
    return counted("lines", "lines of the rules are met", wanted, notes.lines, left_out=apart)


def guards(game: Game, notes: Notes, excuses: Mapping[Goal, str]) -> Rung:
    """Guards that are the only ones to refuse some move that a vector tries."""
    wanted = guards_of(game)
    apart = reasons(game, GUARD, wanted - notes.alone, notes.alone, excuses)
    return counted("guards", "guards alone refuse a wrong move", wanted, notes.alone, GUARDS_BAR, apart)


def reasons(
    game: Game, sort: str, left: Collection[str], seen: Collection[str], excuses: Mapping[Goal, str]
) -> dict[str, str]:
    """Why some of what is left is not reached: no configuration leads there, or the rulings give a reason."""
    goals = {(sort, name) for name in left}
    found = {name: why for (_, name), why in spelled(excuses, goals, {(sort, name) for name in seen}).items()}
    return {**found, **unreachable(game, goals - {(sort, name) for name in found})}


def unreachable(game: Game, left: Collection[Goal]) -> dict[str, str]:
    """What no configuration can reach, with the reason; configurations are asked as long as something is left."""
    shut: dict[Goal, str] = {}
    todo = set(left)
    for chosen in sample(game):
        if not todo:
            break
        goals = Counted(game, chosen).goals
        todo -= goals.open
        for goal in todo & set(goals.shut):
            shut.setdefault(goal, goals.shut[goal])
    return {name: shut[sort, name] for sort, name in todo if (sort, name) in shut}


__all__ = ["guards", "guards_of", "lines", "unreachable"]
