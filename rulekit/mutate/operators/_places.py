"""Where a node stands, as far as operators ask: is it a condition, and of which family is a number or a name."""

from __future__ import annotations

from typing import Any

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import Spot

TESTS = (x.And, x.Or, x.Not, x.Compare, x.In, x.Is, x.Related, x.Quantifier, x.Implies, x.Supposing)
FRONT = (s.Require, s.Pick, s.Picks, s.Let)  # what a body begins with
CONDITIONS = ("condition", "parts", "body", "then", "law", "inner")  # fields that hold yes or no


def is_test(spot: Spot) -> bool:
    """Is it a condition, whole or a part of one?"""
    if isinstance(spot.node, d.After | d.Under | d.Only) or not isinstance(spot.node, x.Expr):
        return False
    if isinstance(spot.parent, d.Define | d.ValueCase) and spot.step == "value":
        return isinstance(spot.node, TESTS)
    if isinstance(spot.parent, x.Bracket | x.Not):
        return isinstance(spot.node, TESTS)
    return spot.step in CONDITIONS and not isinstance(spot.parent, x.Bind)


def number_family(spot: Spot) -> str:
    """Which family changes a number that is written here."""
    if isinstance(spot.parent, x.Chain) and isinstance(spot.node, x.Number) and _prep(spot) == "within":
        return "space"
    if spot.inside(s.Roll, s.Lot) and isinstance(spot.parent, x.Range):
        return "chance"
    if isinstance(spot.parent, s.Menu | s.Picks) and spot.step == "count":
        return "decisions"
    if spot.inside(d.Bound) or (isinstance(spot.decl, d.State) and "bounds" in spot.path):
        return "caps"
    if spot.inside(d.Term):
        return "accounts"
    return "effects" if in_effect(spot) else "conditions"


def in_effect(spot: Spot) -> bool:
    """Does it stand in what a verb is told?"""
    return spot.inside(x.Call, s.Repeat) and not spot.inside(x.Supposing)


def is_guard(node: Any) -> bool:
    """A line of `require`, or an id that has nothing but such lines under it."""
    if isinstance(node, s.Block):
        return not node.openers and all(is_guard(item) for item in node.body.items)
    return isinstance(node, s.Line) and any(isinstance(step, s.Require) for step in node.steps.does)


def does(node: Any) -> bool:
    """A line that is neither guard nor parameter, or a block with such a line in it."""
    if isinstance(node, s.Block):
        return any(does(item) for item in node.body.items)
    if isinstance(node, s.MenuItem):
        return True
    return isinstance(node, s.Line) and not any(isinstance(step, FRONT) for step in node.steps.does)


def alone(spot: Spot) -> bool:
    """Is it all that stands under an id? Then the id goes with it."""
    return spot.listed and len(spot.fellows) == 1 and len(spot.above) > 2 and isinstance(spot.above[-3], s.Block)


def _prep(spot: Spot) -> str:
    """The preposition before an argument of a chain."""
    pair = spot.above[-2].args[spot.path[-2]] if isinstance(spot.path[-2], int) else ("", None)  # type: ignore[attr-defined]
    return str(pair[0])
