"""Assertions for tests of one's own: that every law holds in a drawn game or at a position, that a scene comes true.

from hypothesis import given
from rulekit.testing import assert_laws, games

@given(games("my-game"))
def test_every_law_holds(game):
    assert_laws(game)
"""

from __future__ import annotations

from pathlib import Path

import attrs

from rulekit.diagnostics.suggest import nearest
from rulekit.fuzz.oracles import Blame
from rulekit.laws.position_laws import is_position_law, violations
from rulekit.play.games.game import Game, Position
from rulekit.testing.campaign_oracles import WholeGame
from rulekit.testing.drawn import DrawnGame, load_game
from rulekit.testing.rule_tests import SCENE, RuleTest, rule_tests, scene_misses


def assert_laws(game: DrawnGame, *clauses: str) -> None:
    """Every law holds at every position of a drawn game, or those with these ids; and the rules run into no fault."""
    __tracebackhide__ = True
    _require_laws(game.game, clauses)
    seen = WholeGame().observe(game, frozenset(clauses) or None, lambda _: True)
    if seen.blame is not None:
        raise AssertionError(_describe_blame(game.game, seen.blame))


def assert_position_laws(position: Position) -> None:
    """The laws that every game has, and those about sameness, hold at a position."""
    __tracebackhide__ = True
    broken = next(violations(position), None)
    if broken is not None:
        raise AssertionError(f"[{broken.id}] does not hold: {broken.text}")


def _require_laws(game: Game, clauses: tuple[str, ...]) -> None:
    """A law that is not there, or that no game puts to the test, would hold whatever happens."""
    sorts = {law.id: law.sort for law in game.checked.laws if law.id is not None}
    for clause in clauses:
        if is_position_law(game, clause):
            raise ValueError(f"[{clause}] is about single positions: `assert_position_laws(position)` asks for it")
        if sorts.get(clause) == "only":
            raise ValueError(f"[{clause}] is about the text of the rules: `rulekit test` judges it, without a game")
        if clause not in sorts:
            near = nearest(clause, sorts)
            hint = f" Did you mean {' or '.join(f'[{one}]' for one in near)}?" if near else ""
            raise ValueError(f"{game.name} has no law [{clause}].{hint}")


def _describe_blame(game: Game, blame: Blame) -> str:
    reason = game.clause(blame.clause)
    rows = [f"{blame.said}, after {blame.answers} answers", f"  [{blame.clause}] {reason.line}"]
    return "\n".join([*rows, *(f"  {name}: {text}" for name, text in reason.sentences)])


@attrs.frozen
class Scene:
    """A worked example of the rules, to be a parameter of a test."""

    _test: RuleTest

    def assert_true(self) -> None:
        """Play it and see that each of its lines comes true."""
        __tracebackhide__ = True
        misses = scene_misses(self._test)
        if misses:
            raise AssertionError("\n".join([str(self), *misses]))

    def __str__(self) -> str:
        return f"[{self._test.clause}] {self._test.title}"


def scenes(game: Game | str | Path) -> list[Scene]:
    """All scenes of a game."""
    return [Scene(test) for test in rule_tests(load_game(game)) if test.sort == SCENE]
