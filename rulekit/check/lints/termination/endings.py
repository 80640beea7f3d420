"""K65: does the game happen, end, and say who has won?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.configuration_space import configurations
from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K65 for a game without play, without an end, or without a result for some number of players.

    A declaration::

        end
          [end.heap]  at end of turn when heap = 0

    K65 if no line of `result` says who has won then.
    """
    game = checked.symbols.game
    if game is None:
        return
    begun = [name for name in ("play", "turn") if name in checked.bodies]
    if not begun:
        yield problem_at("K65", game.span, "play")
        return
    finishes = list(_finishes(checked))
    if not checked.endings and not finishes:
        yield problem_at("K65", game.span, "end")
        return
    if not checked.endings and all(step.winners is not None for step in finishes):
        return
    if not checked.results:
        yield problem_at("K65", game.span, "none")
    else:
        yield from _players(checked)


def _finishes(checked: CheckedRulebook) -> Iterator[typed_statements.Finish]:
    """Every `finish` that the course of the game can come to."""
    known = effects(checked)
    keys = frozenset().union(
        *(known.summary_of(name).keys for name in ("setup", "play", "turn") if name in checked.bodies)
    )
    for key in sorted(keys):
        if key in checked.bodies:
            yield from all_of(checked.bodies[key], typed_statements.Finish)


def _players(checked: CheckedRulebook) -> Iterator[Problem]:
    """For how many players does no line of the result apply?"""
    conditions = [line.condition for line in checked.results]
    if any(condition is None for condition in conditions):
        return
    without = set()
    for way in configurations(checked):
        folder = ConstantFolder(checked, way.chosen, way.seats)
        if all(folder.ask(condition) is False for condition in conditions if condition is not None):
            without.add(way.seats)
    if without:
        yield problem_at(
            "K65", checked.rulebook.declarations_of(d.Results)[0].span, players=", ".join(map(str, sorted(without)))
        )
