"""What pytest collects: a file of rules with its laws and scenes; each is judged and, if it fails, told as a story."""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.files import reading
from rulekit.laws import places
from rulekit.laws.cases import mark_of
from rulekit.laws.finding import Case, Finding
from rulekit.laws.judges import Unfit, effort_of, judge_of
from rulekit.laws.telling import in_words, saved, story
from rulekit.limits import FILE_LIMIT
from rulekit.play.game import Game
from rulekit.problems import Problems

GAME_LINE = re.compile(r"^game[ \t]+\S+[ \t]+for[ \t]+[0-9]", re.MULTILINE)
CLAUSE_LINE = re.compile(r"^ +\[[a-z][a-z0-9.-]*\] +\S", re.MULTILINE)
SHRUNK = ("plain", "after")  # sorts of laws by which `rulekit shrink` can judge
GAMES = pytest.StashKey[dict[Path, Game | Problems]]()
TAKEN = pytest.StashKey[set[str]]()  # tables of one's own that some game has a place for
ORDERS = pytest.StashKey[dict[tuple[str, str], int]]()


def home_of(file: Path, named: Callable[[Path], bool]) -> Path | None:
    """The folder whose rules begin with one `game` line: that of the file, or the one around it. A file may be a game.

    A folder that was named is a game even if nothing in it begins one, if it holds clauses: then that is what is wrong
    with it. Files of rules of any other sort are none of our business, unless one was named itself.
    """
    folders = (file.parent, file.parent.parent)
    for folder in folders:
        begun = [one for one in sorted(folder.glob("*.rules")) if _holds(one, GAME_LINE)]
        if len(begun) == 1:
            return folder
        if begun:
            return file if file in begun else None
    if named(file):
        return file
    ours = (one for one in folders if named(one) and any(_holds(rules, CLAUSE_LINE) for rules in one.glob("*.rules")))
    return next(ours, None)


def _holds(file: Path, line: re.Pattern[str]) -> bool:
    """Whether a file has such a line; what cannot be read, or is no text, has none."""
    try:
        data = reading.read(file, FILE_LIMIT)
    except OSError:
        return False
    return b"\0" not in data and line.search(reading.unmarked(data).decode("utf-8", "replace")) is not None


class Broken(Exception):
    """A case does not hold."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.wrong)
        self.finding = finding


class RulesFile(pytest.File):
    """One file of a game: laws are collected where they are written, those of every game where the game begins."""

    home: Path

    @classmethod
    def from_parent(cls, parent: Any, *, home: Path, **more: Any) -> RulesFile:  # type: ignore[override]
        made: RulesFile = super().from_parent(parent, **more)
        made.home = home
        return made

    def collect(self) -> Iterator[pytest.Item]:
        """The cases of this file."""
        found = self._game()
        if isinstance(found, Problems):
            self._refuse(found)
            return
        spots = places.of(found, self.home)
        every = self.config.option.rulekit_every
        for case in judge_of(self.config).cases(found, every):
            spot = spots.of(case)
            if spot.file == self.path:
                yield Promise.from_parent(self, name=case.id, case=case, spot=spot, home=self.home)

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
        files = {Path(one.span.file).resolve() for one in problems.problems if one.span is not None}
        first = min(places.rules_in(self.home), default=self.path)
        if self.path in files or (self.path == first and not files) or self.session.isinitpath(self.path):
            raise self.CollectError(in_words(problems))


class Promise(pytest.Item):
    """One law, scene or free law in one configuration."""

    case: Case
    spot: places.Spot
    home: Path

    @classmethod
    def from_parent(  # type: ignore[override]
        cls, parent: Any, *, case: Case, spot: places.Spot, home: Path, **more: Any
    ) -> Promise:
        made: Promise = super().from_parent(parent, **more)
        made.case, made.spot, made.home = case, spot, home
        made._noted()
        return made

    def _noted(self) -> None:
        case = self.case
        order = self.config.stash.setdefault(ORDERS, {})
        chosen = mark_of(case.of, case.configuration) if case.configuration is not None else ""
        self.rulekit_order = order.setdefault((case.game, chosen), len(order))
        self.add_marker(pytest.mark.rule(id=case.clause, game=case.game, sort=case.sort))
        self.user_properties += [("game", case.game), ("clause", case.clause), ("sort", case.sort)]
        self.user_properties += [("source", case.source), ("certainty", case.certainty)]
        if chosen:
            self.user_properties.append(("configuration", chosen))
        if case.of.assumed:
            self.user_properties.append(("assumed", case.of.assumed))

    def runtest(self) -> None:
        """Judge it, and note how much was played."""
        judge, effort = judge_of(self.config), effort_of(self.config)
        try:
            found = judge.judge(self.case, effort)
        except Unfit as why:
            pytest.skip(str(why))
        played = judge.played(self.case, effort)
        if played is not None:
            self.user_properties += [("games", str(played[0])), ("answers", str(played[1]))]
        if found is not None:
            raise Broken(found)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A story, not a traceback; a slip of the kit itself still gives one."""
        if isinstance(excinfo.value, Broken):
            return self._story(excinfo.value.finding)
        return super().repr_failure(excinfo, style)

    def _story(self, finding: Finding) -> str:
        config = self.config
        where = f"{_short(self.spot.file, config)}:{self.spot.line}"
        file = saved(finding, _folder(config))
        commands = {} if file is None else self._with(_quoted(file, config))
        names = ("games", "seed", "longest", "looks", "impl")
        said = [(name, getattr(config.option, f"rulekit_{name}")) for name in names]
        said += [("table", f"{own.name}={own.file}") for own in finding.case.of.own]
        more = [f"--rulekit-{name} {shlex.quote(str(value))}" for name, value in said if value is not None]
        commands["again"] = " ".join(["pytest", shlex.quote(self.nodeid), *more])
        told = story(finding, where, config.option.rulekit_seed, commands)
        return told.replace(f"{config.invocation_params.dir}/", "")

    def _with(self, file: str) -> dict[str, str]:
        """What can be done with the game that was found."""
        case, impl = self.case, self.config.option.rulekit_impl
        own = "".join(f" --table {shlex.quote(f'{one.name}={one.file}')}" for one in case.of.own)
        game = f"{_quoted(self.home, self.config)}{own}"
        found = {"replay": f"rulekit replay {file} --game {game}"}
        sorts = {law.id: law.sort for law in case.of.checked.laws}
        if sorts.get(case.clause) in SHRUNK and impl is None:
            found["shorter"] = f"rulekit shrink {file} --game {game} --clause {case.clause}"
        return found

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is written."""
        return self.spot.file, self.spot.line - 1, self.name


# ------------------------------------------------------------------ words and places


def _folder(config: pytest.Config) -> Path:
    """Where games that broke a law are kept: with what pytest keeps, else in a place of their own."""
    cache = getattr(config, "cache", None)
    return cache.mkdir("rulekit") if cache is not None else Path(tempfile.mkdtemp(prefix="rulekit-"))


def _short(path: Path, config: pytest.Config) -> str:
    """As seen from where pytest was started."""
    here = config.invocation_params.dir
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def _quoted(path: Path, config: pytest.Config) -> str:
    return shlex.quote(_short(path, config))
