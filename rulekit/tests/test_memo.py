"""What is kept with a thing goes when the thing goes."""

from __future__ import annotations

import copy
import gc
import weakref

from rulekit.check.configuration_space import GameConfig
from rulekit.cli.commands.new import STARTER
from rulekit.laws.law_watch import LawWatch, laws_of
from rulekit.memo import memoize
from rulekit.pipeline import load


class Thing:
    def __init__(self, size: int) -> None:
        self.size = size


@memoize
def doubled(thing: Thing, name: str = "") -> list[object]:
    return [thing, thing.size * 2, name]


def test_an_answer_is_worked_out_once_for_each_owner_and_its_names() -> None:
    thing = Thing(3)
    assert doubled(thing) is doubled(thing)
    assert doubled(thing, "a") is not doubled(thing)
    assert doubled(thing, "a") == [thing, 6, "a"]


def test_a_copy_works_out_its_own_answer() -> None:
    thing = Thing(3)
    doubled(thing)
    other = copy.copy(thing)
    other.size = 4
    assert doubled(other)[:2] == [other, 8]


def test_an_owner_goes_though_its_answer_points_back_at_it() -> None:
    thing = Thing(3)
    doubled(thing)
    gone = weakref.ref(thing)
    del thing
    gc.collect()
    assert gone() is None


def test_a_game_that_was_played_under_its_laws_is_let_go() -> None:
    game = load(STARTER)
    chosen = GameConfig((), 2)
    watch = LawWatch(game, chosen)
    watch.see(watch.engine.start())
    laws_of(game, chosen)
    gone = weakref.ref(game.setting(chosen).program)
    del game, watch
    gc.collect()
    assert gone() is None
