"""Where each law and scene of a game is written: the file and the line."""

from __future__ import annotations

from pathlib import Path

import attrs

from rulekit.check.clauses import clauses
from rulekit.play.game import Game
from rulekit.source import Span
from rulekit.testing.rule_tests import RuleTest


@attrs.frozen
class Spot:
    """A line of a file."""

    file: Path
    line: int


@attrs.frozen
class Spots:
    """The clauses and the scenes of a game; what is written nowhere stands where the game begins."""

    clauses: dict[str, Spot]
    scenes: dict[tuple[str, str], Spot]
    start: Spot

    def of(self, test: RuleTest) -> Spot:
        if test.title:
            return self.scenes.get((test.clause, test.title), self.start)
        return self.clauses.get(test.clause, self.start)


def of(game: Game, home: Path) -> Spots:
    """All of one game, whose rules lie at `home`."""
    checked = game.checked
    found: dict[str, Spot] = {}
    for place in clauses(checked.rulebook):
        if place.clause.id is not None:
            found.setdefault(place.clause.id, _spot(place.clause.span))
    for law in checked.laws:
        found[law.id or ""] = _spot(law.node.span)
    scenes = {(one.node.clause, one.node.title): _spot(one.node.span) for one in checked.scenes}
    first = checked.symbols.game
    start = _spot(first.span) if first is not None else Spot(min(rules_in(home)), 1)
    return Spots(found, scenes, start)


def rules_in(home: Path) -> list[Path]:
    """The files that make up a game."""
    return [home] if home.is_file() else sorted([*home.glob("*.rules"), *home.glob("*/*.rules")])


def _spot(span: Span) -> Spot:
    return Spot(Path(span.file).resolve(), span.line)
