"""A law, built-in law or scene as an item of pytest, and what the items of a game share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.fuzz.oracles import Blame
from rulekit.testing import rule_tests as rule_places
from rulekit.testing.rule_tests import (
    BUILT_IN,
    FAULT_SORTS,
    FAULTS,
    LAW,
    SCENE,
    TEXT,
    RuleTest,
    scene_misses,
    text_violation,
)

Campaigns = Callable[[Any], list[Any]]  # of an item; an error where nothing has put its law to the test
Story = Callable[[Any, list[Any], str, str], str]  # of an item, its campaigns, a clause that does not hold, a place


class GameFile(pytest.Module):
    """One file of a game."""

    home: Path


class DoesNotHold(Exception):
    """A law or scene does not hold; the text says all there is to say."""


class NamedItem(pytest.Item):
    """An item whose name has brackets of its own."""

    @property
    def id(self) -> Any:
        """As pytest reads it from the text it keeps: there the brackets are parameters, and only so is it known again.

        By this `--lf`, `--ff` and `--sw` know it. Before 9.2 pytest has the text alone and asks for nothing else.
        """
        given = super().id
        return type(given).parse(str(given))


class RuleItem(NamedItem):
    """One law, built-in law or scene."""

    test: RuleTest
    spot: rule_places.FileSpot
    campaigns_for: Campaigns
    story: Story
    rulekit_order: tuple[str, int]

    @classmethod
    def of(
        cls, parent: GameFile, test: RuleTest, spot: rule_places.FileSpot, campaigns: Campaigns, story: Story
    ) -> RuleItem:
        """`campaigns` and `story` are asked when it runs: what draws random games is imported late."""
        made: RuleItem = cls.from_parent(parent, name=test.id)
        made.test, made.spot, made.campaigns_for, made.story = test, spot, campaigns, story
        made.rulekit_order = order_of(parent.home, ITEMS)
        made.add_marker(pytest.mark.rule(id=test.clause, game=test.game.name, sort=test.sort))
        made.user_properties += [("game", test.game.name), ("clause", test.clause), ("sort", test.sort)]
        made.user_properties += [("source", test.source), ("certainty", test.certainty)]
        if test.game.assumed_rows_note:
            made.user_properties.append(("assumed", test.game.assumed_rows_note))
        return made

    def setup(self) -> None:
        """A law without a campaign behind it is an error, not a failure of the law."""
        super().setup()
        if self.test.sort in (LAW, BUILT_IN):
            self._campaigns = self.campaigns_for(self)

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
                raise DoesNotHold(self.story(self, self._campaigns, clause, self._place()))

    def _blamed(self) -> Iterator[str]:
        """The law itself; under the law about faults, every line at which the rules ran into one."""
        found: dict[str, Blame] = {k: blame for one in self._campaigns for k, (_, blame) in one.found.items()}
        known = {law.id for law in self.test.game.checked.laws}
        for clause, blame in found.items():
            fault = blame.sort in FAULT_SORTS and clause not in known
            if clause == self.test.clause or (fault and self.test.clause == FAULTS):
                yield clause

    def _place(self) -> str:
        return f"{short_path(self.spot.file, self.config)}:{self.spot.line}"

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
INTERRUPTED = pytest.StashKey[list[str]]()  # what is told of campaigns that Ctrl-C has ended
INTERRUPTED_THERE = "rulekit_interrupted"  # the same among what a worker hands back when it ends


def order_of(home: Path, rank: int) -> tuple[str, int]:
    """The game an item belongs to, and its rank in it."""
    return str(home), rank


def short_path(path: Path, config: pytest.Config) -> str:
    """As seen from where pytest was started."""
    here = config.invocation_params.dir
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def sample_property(data: dict[str, Any]) -> tuple[str, str]:
    """How a campaign travels from a worker to the last line."""
    return "rulekit_sample", json.dumps(data, sort_keys=True)


def note_interrupted(config: pytest.Config, told: str) -> None:
    """Remember how far a campaign came; a worker hands it to the process that prints the last lines."""
    lines = config.stash.setdefault(INTERRUPTED, [])
    lines.append(told)
    if hasattr(config, "workeroutput"):
        config.workeroutput[INTERRUPTED_THERE] = lines
