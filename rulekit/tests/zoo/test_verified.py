"""Engines that play wrongly, and programs that fail, through a whole verification: no wrong verdict, nothing left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from rulekit.check import configuration_space
from rulekit.play.games.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import EngineSession
from rulekit.runner import sandbox
from rulekit.runner.engine_command import EngineCommand
from rulekit.runner.process_session import PipeSession
from rulekit.tests.scale import nightly
from rulekit.tests.zoo import players
from rulekit.tests.zoo.asking import left_of, source
from rulekit.tests.zoo.expected import EXPECTED, PASS
from rulekit.tests.zoo.test_players import named
from rulekit.verify import model
from rulekit.verify.conductor import verify
from rulekit.verify.work_order import EngineOpener, WorkOrder

pytestmark = pytest.mark.long

GAMES = 600  # at most; it ends with the first cause
RIGHT = 60
EVERY = 1 if nightly() else 3  # of the programs that fail, one in so many


@attrs.frozen(eq=False)
class Here:
    """An engine in this process."""

    made: Callable[[Game], players.Engine]
    game: Game

    def open(self) -> EngineSession:
        return InProcess(self.made(self.game))


@attrs.frozen(eq=False)
class Noted:
    """An engine of its own process, every session of which is kept to see what it leaves."""

    source: EngineCommand
    opened: list[PipeSession] = attrs.field(factory=list)

    def open(self) -> EngineSession:
        self.opened.append(self.source.open())
        return self.opened[-1]


def verified(game: Game, engine: EngineOpener, games: int = GAMES) -> model.Verification:
    every = configuration_space.configurations(game.checked)
    return verify(game, WorkOrder(game.name, engine, every, games=games, until=1, version="1"))


@pytest.mark.parametrize(("made", "name", "kinds"), players.WRONG, ids=lambda one: getattr(one, "__name__", one))
def test_what_is_wrong_is_never_taken_for_right(made: Callable[[Game], players.Engine], name: str, kinds: str) -> None:
    """It differs in what it does wrong; or a check of the adapter saw it, before any rule was looked at."""
    game = named(name)
    found = verified(game, Here(made, game))
    checks = [one for one in found.smoke if one.state == "failed"]
    if found.verdict.code == 1:
        alike = {"legal"} if "refusal" in kinds.split() else set()  # listed or taken, one mistake is one cause
        assert {one.kind for one in found.causes} & (alike | set(kinds.split()))
    else:
        assert found.verdict.code == 3 and (checks or "failure" in kinds.split())
    assert "failure" in kinds.split() or not found.failures


@pytest.mark.parametrize("name", [players.CARDS, players.BOARD, players.STONES])
def test_the_rules_themselves_are_told_to_agree(name: str) -> None:
    game = named(name)
    found = verified(game, Here(players.Engine, game), RIGHT)
    assert found.verdict.code == 0 and not found.causes and not found.failures


@pytest.mark.parametrize("fault", list(EXPECTED)[::EVERY])
def test_a_program_that_fails_is_never_judged_and_leaves_nothing(fault: str, stones: Game, tmp_path: Path) -> None:
    engine = Noted(source(fault, sandbox.NONE))
    found = verified(stones, engine, games=2)
    expected = {0} if EXPECTED[fault] == (PASS,) else {0, 3} if PASS in EXPECTED[fault] else {3}
    assert found.verdict.code in expected, found.verdict
    assert not [pid for one in engine.opened for pid in left_of(one.child)]
