"""Laws about sameness: a position and its renamed twin run on in step; one file for each way of renaming, by scan."""

from __future__ import annotations

import importlib
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.tree.checked_rulebook import CheckedLaw
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic import in_step
from rulekit.model import declarations as d
from rulekit.play.games.game import Game


def way(how: str) -> Any:
    """The file of one way of renaming: `twins(look, over)` gives the worlds to compare with."""
    return importlib.import_module(f"{__name__}.relations.{how}")


def applies(game: Game, law: CheckedLaw, chosen: GameConfig) -> bool:
    """Does the law speak of this configuration?"""
    if law.condition is None:
        return True
    return ConstantFolder(game.checked, dict(chosen.options), chosen.seats).ask(law.condition) is not False


def find_violation(law: CheckedLaw, look: LawContext) -> str | None:
    """What a renamed world does otherwise."""
    node = law.node.law
    assert isinstance(node, d.Under)
    for pair in way(node.how).twins(look, node.over):
        wrong = in_step.first_divergence(look, pair, node.compared)
        if wrong:
            return f"under {node.how} {node.over} {wrong}"
    return None
