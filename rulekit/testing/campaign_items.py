"""The campaigns of a game as Hypothesis tests that pytest runs, and how the items of laws get at what they found."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from rulekit.fuzz.failure_story import shell_quote
from rulekit.play.games.game import Game
from rulekit.testing import failure_report as report
from rulekit.testing import rule_tests
from rulekit.testing.budget import POSITIONS_SHARE, Budget, Sample
from rulekit.testing.campaign import PropertyCampaign
from rulekit.testing.campaign_oracles import InStep, LastPosition, Oracle, WholeGame
from rulekit.testing.rule_items import (
    CAMPAIGNS,
    DoesNotHold,
    GameFile,
    NamedItem,
    RuleItem,
    note_interrupted,
    order_of,
    sample_property,
    short_path,
)
from rulekit.testing.rule_tests import BUILT_IN, FAULTS, LAW, FileSpot
from rulekit.testing.run_seed import run_seed

DATABASE = Path(".hypothesis") / "examples"
ENOUGH = 300  # games to their end in which every law should have been put to the test
KNOWN = pytest.StashKey[dict[tuple[str, str], PropertyCampaign]]()


def oracles(config: pytest.Config) -> tuple[str, ...]:
    """The campaigns of each game."""
    return (InStep.name,) if config.option.rulekit_impl is not None else (WholeGame.name, LastPosition.name)


def _oracle(config: pytest.Config, name: str) -> Oracle:
    return InStep(config.option.rulekit_impl) if name == InStep.name else {
        one.name: one for one in (WholeGame(), LastPosition())
    }[name]  # fmt: skip


class CampaignItem(NamedItem, pytest.Function):
    """A Hypothesis test like any other: its seeds, profiles, database and statistics work."""

    game: Game
    oracle_name: str
    spot: FileSpot
    home: Path
    rulekit_order: tuple[str, int]

    @classmethod
    def of(cls, parent: GameFile, game: Game, name: str, spot: FileSpot) -> CampaignItem:
        """The pytest item of one campaign of a game."""
        made: CampaignItem = cls.from_parent(parent, name=f"{game.name}[{name}]", callobj=lambda: None)
        made.game, made.oracle_name, made.spot, made.home = game, name, spot, parent.home
        made.rulekit_order = order_of(parent.home, CAMPAIGNS)
        made.user_properties += [("game", game.name), ("sort", "campaign")]
        return made

    def setup(self) -> None:
        """The test is made before it is run, so that the plugin of Hypothesis finds it."""
        super().setup()
        self.campaign = _begun(self.config, self.home, self.game, self.oracle_name, None)
        self._obj = _prepared(self.campaign, self.config)

    def runtest(self) -> None:
        """All rounds; the first one in the hands of pytest."""
        try:
            _finished(self.campaign, super().runtest)
        except KeyboardInterrupt:
            note_interrupted(self.config, report.interruption_note(self.campaign))
            raise
        finding = self._dead()
        self.campaign.sample.failed += bool(finding)
        self.user_properties += told_sample(self.campaign)
        unreported = [clause for clause in self.campaign.found if not self._reported(clause)]
        if unreported:
            told = [story(self, [self.campaign], clause, self._place()) for clause in unreported]
            raise DoesNotHold("\n\n".join(told))
        if finding:
            raise DoesNotHold(f"{self.game.name}: {finding}")

    def _dead(self) -> str:
        """That no game ends, at all or with some choice, if that is so and nothing else has failed."""
        if self.oracle_name != WholeGame.name or self.campaign.found:
            return ""
        return report.endless(self.campaign, self.home, run_seed(self.config)).finding

    def _reported(self, clause: str) -> bool:
        """Does an item of a law tell of it?"""
        clauses = {one.test.clause for one in _rules(self.session, self.home)}
        return clause in clauses or FAULTS in clauses

    def _place(self) -> str:
        return f"{short_path(self.spot.file, self.config)}:{self.spot.line}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A story where a clause does not hold; anything else is told as pytest tells it."""
        if isinstance(excinfo.value, DoesNotHold):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the game begins."""
        return self.spot.file, self.spot.line - 1, self.name


def told_sample(made: PropertyCampaign) -> list[tuple[str, str]]:
    """What the last line is made of; positions are no games, but where one fails the line promises nothing."""
    sample = made.sample
    if made.oracle.name == LastPosition.name:
        sample = Sample(sample.game, failed=sample.failed, origin=sample.origin)
    return [sample_property(sample.to_json())] if sample.games or sample.failed else []


def _rules(session: pytest.Session, home: Path) -> list[RuleItem]:
    return [one for one in session.items if isinstance(one, RuleItem) and one.parent.home == home]  # type: ignore[union-attr]


# ------------------------------------------------------------------ campaigns


def _begun(config: pytest.Config, home: Path, game: Game, name: str, only: frozenset[str] | None) -> PropertyCampaign:
    made = PropertyCampaign(game, _oracle(config, name), only)
    report.recall(made, _folder(config, home), config.option.rulekit_impl)
    config.stash.setdefault(KNOWN, {})[str(home), name] = made
    return made


def _prepared(made: PropertyCampaign, config: pytest.Config) -> Any:
    """The test of the first round, as the profile of Hypothesis and the options of this run say."""
    options = config.option
    share = POSITIONS_SHARE if made.oracle.name == LastPosition.name else 1.0
    budget = Budget(options.rulekit_seconds * share, options.rulekit_games)
    base = settings.get_profile(settings.get_current_profile_name())
    kept = base.database or (None if config.getoption("hypothesis_seed", None) else _database(config))
    # Where CI is set, the profile of Hypothesis plays the same games for ever and keeps nothing.
    base = settings(base, derandomize=False, print_blob=False, database=kept)
    return made.prepare_test(base, run_seed(config), budget)


def _database(config: pytest.Config) -> DirectoryBasedExampleDatabase:
    return DirectoryBasedExampleDatabase(config.rootpath / DATABASE)


def _finished(made: PropertyCampaign, first: Any = None) -> None:
    """Play it; what is no broken clause is an error of the kit, and then nothing is judged."""
    try:
        made.play(first)
    except BaseException as crash:
        made.crashed = crash
        raise


def campaigns_for(item: RuleItem) -> list[PropertyCampaign]:
    """What was played for a law; an error if nothing has put it to the test, a skip if that may only be bad luck."""
    clause = item.test.clause
    found = [_campaign_of(item, name) for name in _oracles_of(item)]
    for made in found:
        if made.crashed is not None:
            not_judged(item, f"its campaign `{made.oracle.name}` broke down: {made.crashed!r}")
    if any(clause in made.found for made in found) or (clause == FAULTS and any(made.found for made in found)):
        return found
    if not any(clause in made.judged for made in found) and clause != FAULTS:
        if not any(map(report.never_ends, found)) and any(_too_small(item, made) for made in found):
            pytest.skip(f"too few games: {report.unjudged_reason(found)}")
        not_judged(item, report.unjudged_reason(found))
    blocking = next((made for made in found if report.never_ends(made)), None)
    if blocking is not None:
        not_judged(item, report.unjudged_reason([blocking]))
    return found


def _too_small(item: RuleItem, made: PropertyCampaign) -> bool:
    """May it be bad luck that a law was not put to the test? Not where no game can end, or nothing was played."""
    sample = made.sample
    if made.oracle.name == LastPosition.name or sample.ended:
        return 0 < (sample.ended or sample.games) < ENOUGH
    if made.dead is None:
        made.dead = bool(report.endless(made, item.parent.home, run_seed(item.config)).finding)  # type: ignore[union-attr]
    return 0 < sample.games and not made.dead


def not_judged(item: RuleItem, why: str) -> NoReturn:
    """An error of the item, without a traceback: nothing has put the law to the test, so nothing is known of it."""
    pytest.fail(f"{item.name} was not judged: {why}", pytrace=False)


def _oracles_of(item: RuleItem) -> tuple[str, ...]:
    """Laws about single positions and about sameness have a campaign of their own; faults show in both."""
    test = item.test
    sort = next((law.sort for law in test.game.checked.laws if law.id == test.clause), "")
    if test.clause == FAULTS:
        return WholeGame.name, LastPosition.name
    return (LastPosition.name,) if test.sort == BUILT_IN or sort == "under" else (WholeGame.name,)


def _campaign_of(item: RuleItem, name: str) -> PropertyCampaign:
    home = item.parent.home  # type: ignore[union-attr]
    known = item.config.stash.setdefault(KNOWN, {})
    made = known.get((str(home), name))
    if made is not None:
        return made
    session = item.session
    if any(isinstance(one, CampaignItem) and (one.home, one.oracle_name) == (home, name) for one in session.items):
        not_judged(item, f"the process that played its campaign `{name}` has died")
    rules = (one for one in _rules(session, home) if one.test.sort in (LAW, BUILT_IN))
    wanted = frozenset(one.test.clause for one in rules if name in _oracles_of(one))
    made = _begun(item.config, home, item.test.game, name, wanted)
    if made.is_answered:
        made.sample.failed = len(made.found)
    else:
        _prepared(made, item.config)
        _finished(made)
        made.sample.unasked = [] if FAULTS in wanted else sorted(set(made.found) - wanted)
    item.user_properties += told_sample(made)
    return made


# ------------------------------------------------------------------ stories


def story(item: Any, campaigns: list[PropertyCampaign], clause: str, place: str) -> str:
    """The failure of a clause: shrunk, kept in a file, told with what to do next; `place` if no line bears its id."""
    made = next(one for one in campaigns if clause in one.found)
    home = item.parent.home
    line = rule_tests.test_places_of(made.game, home).lines.get(clause)
    place = place if line is None else f"{short_path(line.file, item.config)}:{line.line}"
    asked_for = short_path(home, item.config)
    told = report.failure(made, clause, _folder(item.config, home), asked_for, item.config.option.rulekit_impl)
    again = " ".join(["pytest", *map(shell_quote, _again(item, made))])
    return told.text(item.name, place, again).replace(f"{os.getcwd()}/", "")


def _again(item: Any, made: PropertyCampaign) -> list[str]:
    """What pytest is given to run the item once more from where it was started, wherever the game lies."""
    options = item.config.option
    words = [f"{short_path(item.path, item.config)}::{item.name}", f"--hypothesis-seed={run_seed(item.config)}"]
    for one in made.game.own:
        words += ["--rulekit-table", f"{one.name}={one.file}"]
    if options.rulekit_impl is not None:
        words += ["--rulekit-impl", options.rulekit_impl]
        words += [word for limit in options.rulekit_limit for word in ("--rulekit-limit", limit)]
        words += ["--rulekit-sandbox", options.rulekit_sandbox] if options.rulekit_sandbox != "auto" else []
    return words


def _folder(config: pytest.Config, home: Path) -> Path:
    """Where games that broke a law are kept: with what pytest keeps, else in a place of their own.

    Two games of one name lie in two folders; each has what it has kept to itself, or one would find it mended.
    """
    cache = getattr(config, "cache", None)
    root, around = config.rootpath, home.parent
    beside = around.relative_to(root) if around.is_relative_to(root) else Path()
    with contextlib.suppress(OSError):
        if cache is not None:
            found: Path = cache.mkdir("rulekit") / beside
            found.mkdir(parents=True, exist_ok=True)
            return found
    return Path(tempfile.mkdtemp(prefix="rulekit-"))
