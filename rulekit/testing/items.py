"""What pytest collects of a game: its campaigns of random games, and an item for each law, built-in law and scene.

A campaign item plays; the item of a law plays nothing and reports what the campaigns have found about it. Asked for
alone (`-k`), it begins campaigns of its own with that law only. A law that was never put to the test has not passed.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import Problems
from rulekit.files import reading
from rulekit.limits import FILE_LIMIT
from rulekit.play.games.game import Game
from rulekit.testing import rule_tests as rule_places
from rulekit.testing.rule_items import GameFile, RuleItem
from rulekit.testing.strategies import hypothesis_missing

GAME_LINE = re.compile(r"^game[ \t]+\S+[ \t]+for[ \t]+[0-9]", re.MULTILINE)
CLAUSE_LINE = re.compile(r"^ +\[[a-z][a-z0-9.-]*\] +\S", re.MULTILINE)
GAMES = pytest.StashKey[dict[Path, Game | Problems]]()
BEGUN = pytest.StashKey[Callable[[Path], list[Path]]]()
TAKEN = pytest.StashKey[set[str]]()  # tables of one's own that some game has a place for


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


def game_files_in(folder: Path) -> list[Path]:
    """The files of a folder that begin a game."""
    return [one for one in sorted(folder.glob("*.rules")) if _holds(one, GAME_LINE)]


def game_files_finder(config: pytest.Config) -> Callable[[Path], list[Path]]:
    """The same, every folder looked through once in a run."""
    if BEGUN not in config.stash:
        found: Callable[[Path], list[Path]] = cache(game_files_in)
        config.stash[BEGUN] = found
    return config.stash[BEGUN]


def _holds(file: Path, line: re.Pattern[str]) -> bool:
    """Whether a file has such a line; what cannot be read, or is no text, has none."""
    try:
        data = reading.read(file, FILE_LIMIT)
    except OSError:
        return False
    return b"\0" not in data and line.search(reading.strip_bom(data).decode("utf-8", "replace")) is not None


class RulesFile(GameFile):
    """One file of a game: laws are collected where they are written, campaigns where the game begins."""

    @classmethod
    def from_parent(cls, parent: Any, *, home: Path, **more: Any) -> RulesFile:  # type: ignore[override]
        """The collector of a rules file, with the folder of its game."""
        made: RulesFile = super().from_parent(parent, **more)
        made.home = home
        return made

    def _getobj(self) -> Any:
        """There is no module behind it."""
        return types.ModuleType(self.path.stem)

    def collect(self) -> Iterator[pytest.Item]:
        """What is written in this file."""
        missing = hypothesis_missing()
        if missing is not None:
            if self.path == min(rule_places.rules_in(self.home), default=self.path):
                raise self.CollectError(f"games are tested with random games, and {missing}")
            return
        found = self._game()
        if isinstance(found, Problems):
            self._refuse(found)
            return
        places, here = (
            rule_places.test_places_of(found, self.home),
            self.path.resolve(),
        )  # a folder may be reached by a link
        from rulekit.testing.campaign_items import CampaignItem, campaigns_for, oracles, story

        if places.start.file == here:
            for name in oracles(self.config):
                yield CampaignItem.of(self, found, name, places.start)
        if self.config.option.rulekit_impl is not None:
            return  # laws are about the rules; another engine is held to the rules themselves
        for test, spot in places.tests.get(here, ()):
            yield RuleItem.of(self, test, spot, campaigns_for, story)

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
        """Told where the problems are; whoever asks for another file of the game alone hears of them too.

        Problems of other files, such as the ledger, are told where the game begins: else it would be left out silently.
        """
        from rulekit.testing.failure_report import problems_text

        files = {Path(one.span.file).resolve() for one in problems.problems if one.span is not None}
        rules = rule_places.rules_in(self.home)
        ours = files & {one.resolve() for one in rules}
        first = min(rules, default=self.path)
        if self.path.resolve() in ours or (self.path == first and not ours) or self.session.isinitpath(self.path):
            raise self.CollectError(problems_text(problems))
