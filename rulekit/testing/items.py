"""What pytest collects of a game: its campaigns of random games, and an item for each law, built-in law and scene.

A campaign item plays; the item of a law plays nothing and reports what the campaigns have found about it. Asked for
alone (`-k`), it begins campaigns of its own with that law only. A law that was never put to the test has not passed.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import Problems
from rulekit.files import reading
from rulekit.fuzz.oracles import Blame
from rulekit.limits import FILE_LIMIT
from rulekit.play.games.game import Game
from rulekit.testing import rule_places
from rulekit.testing.rule_tests import BUILT_IN, LAW, SCENE, TEXT, RuleTest, scene_misses, text_violation
from rulekit.testing.strategies import EXTRA

GAME_LINE = re.compile(r"^game[ \t]+\S+[ \t]+for[ \t]+[0-9]", re.MULTILINE)
CLAUSE_LINE = re.compile(r"^ +\[[a-z][a-z0-9.-]*\] +\S", re.MULTILINE)
GAMES = pytest.StashKey[dict[Path, Game | Problems]]()
BEGUN = pytest.StashKey[Callable[[Path], list[Path]]]()
TAKEN = pytest.StashKey[set[str]]()  # tables of one's own that some game has a place for
FAULTS = "free.stuck"  # faults of the rules are reported under this law, whatever line they come from


def home_of(file: Path, named: Callable[[Path], bool], begun_in: Callable[[Path], list[Path]]) -> Path | None:
    """The folder whose rules begin with one `game` line: that of the file, or the one around it. A file may be a game.

    A folder that was named is a game even if nothing in it begins one, if it holds clauses: then that is what is wrong
    with it. Files of rules of any other sort are none of our business, unless one was named itself.
    """
    folders = (file.parent, file.parent.parent)
    for folder in folders:
        begun = begun_in(folder)
        if len(begun) == 1:
            return folder
        if begun:
            return file if file in begun else None
    if named(file):
        return file
    ours = (one for one in folders if named(one) and any(_holds(rules, CLAUSE_LINE) for rules in one.glob("*.rules")))
    return next(ours, None)


def begun_in(folder: Path) -> list[Path]:
    """The files of a folder that begin a game."""
    return [one for one in sorted(folder.glob("*.rules")) if _holds(one, GAME_LINE)]


def begun_once(config: pytest.Config) -> Callable[[Path], list[Path]]:
    """The same, every folder looked through once in a run."""
    if BEGUN not in config.stash:
        found: Callable[[Path], list[Path]] = cache(begun_in)
        config.stash[BEGUN] = found
    return config.stash[BEGUN]


def has_hypothesis() -> bool:
    """The plugin is there wherever rulekit is, what draws random games comes with an extra."""
    try:
        import hypothesis  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def _holds(file: Path, line: re.Pattern[str]) -> bool:
    """Whether a file has such a line; what cannot be read, or is no text, has none."""
    try:
        data = reading.read(file, FILE_LIMIT)
    except OSError:
        return False
    return b"\0" not in data and line.search(reading.unmarked(data).decode("utf-8", "replace")) is not None


class RulesFile(pytest.Module):
    """One file of a game: laws are collected where they are written, campaigns where the game begins."""

    home: Path

    @classmethod
    def from_parent(cls, parent: Any, *, home: Path, **more: Any) -> RulesFile:  # type: ignore[override]
        made: RulesFile = super().from_parent(parent, **more)
        made.home = home
        return made

    def _getobj(self) -> Any:
        """There is no module behind it."""
        return types.ModuleType(self.path.stem)

    def collect(self) -> Iterator[pytest.Item]:
        """What is written in this file."""
        if not has_hypothesis():
            if self.path == min(rule_places.rules_in(self.home), default=self.path):
                raise self.CollectError(f"games are tested with random games, and {EXTRA}")
            return
        found = self._game()
        if isinstance(found, Problems):
            self._refuse(found)
            return
        places = rule_places.of(found, self.home)
        if places.start.file == self.path:
            from rulekit.testing.campaign_items import CampaignItem, oracles

            for name in oracles(self.config):
                yield CampaignItem.of(self, found, name, places.start)
        if self.config.option.rulekit_impl is not None:
            return  # laws are about the rules; another engine is held to the rules themselves
        for test, spot in places.tests.get(self.path, ()):
            yield RuleItem.of(self, test, spot)

    def _game(self) -> Game | Problems:
        from rulekit.pipeline import load

        known = self.config.stash.setdefault(GAMES, {})
        if self.home not in known:
            try:
                known[self.home] = load(self.home, self._tables())
            except Problems as problems:
                known[self.home] = problems
        return known[self.home]

    def _tables(self) -> dict[str, str]:
        """Tables of one's own that this game has a place for."""
        folder = self.home if self.home.is_dir() else self.home.parent
        found = {name: file for name, file in self.config.option.rulekit_table if reading.is_there(folder / name)}
        self.config.stash.setdefault(TAKEN, set()).update(found)
        return found

    def _refuse(self, problems: Problems) -> None:
        """Told where the problems are; whoever asks for another file of the game alone hears of them too."""
        from rulekit.testing.failure_report import rendered

        files = {Path(one.span.file).resolve() for one in problems.problems if one.span is not None}
        first = min(rule_places.rules_in(self.home), default=self.path)
        if self.path in files or (self.path == first and not files) or self.session.isinitpath(self.path):
            raise self.CollectError(rendered(problems))


class DoesNotHold(Exception):
    """A law or scene does not hold; the text says all there is to say."""


class RuleItem(pytest.Item):
    """One law, built-in law or scene."""

    test: RuleTest
    spot: rule_places.Spot
    rulekit_order: tuple[str, int]

    @classmethod
    def of(cls, parent: RulesFile, test: RuleTest, spot: rule_places.Spot) -> RuleItem:
        made: RuleItem = cls.from_parent(parent, name=test.id)
        made.test, made.spot = test, spot
        made.rulekit_order = order_of(parent.home, ITEMS)
        made.add_marker(pytest.mark.rule(id=test.clause, game=test.game.name, sort=test.sort))
        made.user_properties += [("game", test.game.name), ("clause", test.clause), ("sort", test.sort)]
        made.user_properties += [("source", test.source), ("certainty", test.certainty)]
        if test.game.assumed:
            made.user_properties.append(("assumed", test.game.assumed))
        return made

    def setup(self) -> None:
        """A law without a campaign behind it is an error, not a failure of the law."""
        super().setup()
        if self.test.sort in (LAW, BUILT_IN):
            from rulekit.testing.campaign_items import campaigns_for

            self._campaigns = campaigns_for(self)

    def runtest(self) -> None:
        """Nothing is played here unless this item was asked for alone."""
        if self.test.sort == SCENE:
            misses = scene_misses(self.test)
            if misses:
                raise DoesNotHold("\n".join([f"{self.name} does not come true ({self._place()})", *misses]))
        elif self.test.sort == TEXT:
            wrong = text_violation(self.test)
            if wrong is not None:
                raise DoesNotHold(f"{self.name} does not hold: {wrong} ({self._place()})\n{self.test.sentence}")
        else:
            for clause in self._blamed():
                from rulekit.testing.campaign_items import story

                raise DoesNotHold(story(self, self._campaigns, clause, self._place()))

    def _blamed(self) -> Iterator[str]:
        """The law itself; under the law about faults, every line at which the rules ran into one."""
        found: dict[str, Blame] = {k: blame for one in self._campaigns for k, (_, blame) in one.found.items()}
        known = {law.id for law in self.test.game.checked.laws}
        for clause, blame in found.items():
            fault = blame.sort in ("fault", "result") and clause not in known
            if clause == self.test.clause or (fault and self.test.clause == FAULTS):
                yield clause

    def _place(self) -> str:
        return f"{short(self.spot.file, self.config)}:{self.spot.line}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A story, not a traceback; a slip of the kit itself still gives one."""
        if isinstance(excinfo.value, DoesNotHold):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is written."""
        return self.spot.file, self.spot.line - 1, self.name


# ------------------------------------------------------------------ words and places

CAMPAIGNS, ITEMS = 0, 1


def order_of(home: Path, rank: int) -> tuple[str, int]:
    """Games one after the other, in each the campaigns first."""
    return str(home), rank


def short(path: Path, config: pytest.Config) -> str:
    """As seen from where pytest was started."""
    here = config.invocation_params.dir
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def sample_property(data: dict[str, Any]) -> tuple[str, str]:
    """How a campaign travels from a worker to the last line."""
    return "rulekit_sample", json.dumps(data, sort_keys=True)
