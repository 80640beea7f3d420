"""What a game promises: each law, built-in law and scene as one test, with its sentences and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.laws import reads_only
from rulekit.laws.builtin import free_laws
from rulekit.memo import memoize
from rulekit.play.games.game import Game
from rulekit.play.scenes.scene_runner import play_scene
from rulekit.source import Span

LAW, BUILT_IN, TEXT, SCENE = "law", "built-in", "text", "scene"  # TEXT: a law about the text of the rules
FAULTS = "free.stuck"  # faults of the rules are reported under this law, whatever line they come from
FAULT_SORTS = ("fault", "result")  # what is blamed then


@attrs.frozen
class RuleTest:
    """One of them; `title` tells the scenes of one clause apart."""

    game: Game = attrs.field(eq=False, repr=False)
    clause: str
    sort: str
    sentence: str
    source: str = ""
    certainty: str = ""
    title: str = ""

    @property
    def id(self) -> str:
        """The name pytest shows: game, clause and, of a scene, its title."""
        return f"{self.game.name}[{self.clause}]{f' @scene {self.title}' if self.title else ''}"


def rule_tests(game: Game) -> Iterator[RuleTest]:
    """All of a game, in the order of its text; the built-in laws last."""
    for law in game.checked.laws:
        yield _test(game, law.id or "", TEXT if law.sort == "only" else LAW)
    for scene in game.checked.scenes:
        yield _test(game, scene.node.clause, SCENE, scene.node.title)
    for built_in in free_laws():
        yield RuleTest(game, built_in.id, BUILT_IN, built_in.sentence)


def _test(game: Game, clause: str, sort: str, title: str = "") -> RuleTest:
    texts = game.clauses
    reason = texts.reason(f"[{clause}]")
    sentence = " ".join(text for _, text in reason.sentences) or reason.line
    known = [texts.ledger[name] for name, _ in reason.sentences]
    source = "; ".join(dict.fromkeys(one.place for one in known))
    certainty = "; ".join(dict.fromkeys(one.certainty for one in known))
    return RuleTest(game, clause, sort, sentence, source, certainty, title)


# ------------------------------------------------------------------ those that need no random game


def scene_misses(test: RuleTest) -> list[str]:
    """What does not come true in a scene."""
    wanted = (test.clause, test.title)
    found = next(one for one in test.game.checked.scenes if (one.node.clause, one.node.title) == wanted)
    return [str(miss) for miss in play_scene(test.game.settings, found).misses]


def text_violation(test: RuleTest) -> str | None:
    """What a law about the text of the rules forbids and the rules do."""
    found = (one.said for one in reads_only.violations(test.game.checked) if one.clause == test.clause)
    return next(found, None)


# ------------------------------------------------------------------ where each law and scene of a game is written


@attrs.frozen
class FileSpot:
    """A line of a file."""

    file: Path
    line: int


@attrs.frozen
class TestPlaces:
    """Where a game begins and what is written in each of its files; what is written nowhere stands at the beginning."""

    start: FileSpot
    tests: dict[Path, list[tuple[RuleTest, FileSpot]]]
    lines: dict[str, FileSpot]  # every line of the rules that has an id


@memoize
def test_places_of(game: Game, home: Path) -> TestPlaces:
    """All of one game, whose rules lie at `home`; worked out once, however many files ask."""
    spot = _spotter()
    checked = game.checked
    found: dict[str, FileSpot] = {}
    for place in clauses(checked.rulebook):
        if place.clause.id is not None:
            found.setdefault(place.clause.id, spot(place.clause.span))
    for law in checked.laws:
        found[law.id or ""] = spot(law.node.span)
    scenes = {(s.node.clause, s.node.title): spot(s.node.span) for s in checked.scenes}
    first = checked.symbols.game
    start = spot(first.span) if first is not None else FileSpot(min(rules_in(home)), 1)
    tests: dict[Path, list[tuple[RuleTest, FileSpot]]] = {}
    for test in rule_tests(game):
        at = scenes.get((test.clause, test.title), start) if test.title else found.get(test.clause, start)
        tests.setdefault(at.file, []).append((test, at))
    return TestPlaces(start, tests, found)


def rules_in(home: Path) -> list[Path]:
    """The files that make up a game."""
    return [home] if home.is_file() else sorted([*home.glob("*.rules"), *home.glob("*/*.rules")])


def _spotter() -> Callable[[Span], FileSpot]:
    """Every file is looked up once."""
    resolved = cache(lambda file: Path(file).resolve())
    return lambda span: FileSpot(resolved(span.file), span.line)
