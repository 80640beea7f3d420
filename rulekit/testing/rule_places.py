"""Where each law and scene of a game is written: the file and the line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.memo import kept
from rulekit.play.games.game import Game
from rulekit.source import Span
from rulekit.testing.rule_tests import RuleTest, rule_tests


@attrs.frozen
class Spot:
    """A line of a file."""

    file: Path
    line: int


@attrs.frozen
class Places:
    """Where a game begins and what is written in each of its files; what is written nowhere stands at the beginning."""

    start: Spot
    tests: dict[Path, list[tuple[RuleTest, Spot]]]


@kept
def of(game: Game, home: Path) -> Places:
    """All of one game, whose rules lie at `home`; worked out once, however many files ask."""
    spot = _spotter()
    checked = game.checked
    found: dict[str, Spot] = {}
    for place in clauses(checked.rulebook):
        if place.clause.id is not None:
            found.setdefault(place.clause.id, spot(place.clause.span))
    for law in checked.laws:
        found[law.id or ""] = spot(law.node.span)
    scenes = {(s.node.clause, s.node.title): spot(s.node.span) for s in checked.scenes}
    first = checked.symbols.game
    start = spot(first.span) if first is not None else Spot(min(rules_in(home)), 1)
    tests: dict[Path, list[tuple[RuleTest, Spot]]] = {}
    for test in rule_tests(game):
        at = scenes.get((test.clause, test.title), start) if test.title else found.get(test.clause, start)
        tests.setdefault(at.file, []).append((test, at))
    return Places(start, tests)


def rules_in(home: Path) -> list[Path]:
    """The files that make up a game."""
    return [home] if home.is_file() else sorted([*home.glob("*.rules"), *home.glob("*/*.rules")])


def _spotter() -> Callable[[Span], Spot]:
    """Every file is looked up once."""
    resolved = cache(lambda file: Path(file).resolve())
    return lambda span: Spot(resolved(span.file), span.line)
