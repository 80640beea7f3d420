"""What a generated engine keeps: answers until something they rest on is written, lists of what members may be."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.play.codegen import collecting
from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.engine_variants import BRANCHING, COUNTED_WHOLE_GAME, PLAYOUT
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.codegen.load import Module
from rulekit.play.codegen.runtime import RUNNING
from rulekit.play.engines import DECISION
from rulekit.play.games.game import Game
from rulekit.play.games.variant_agreement import random_difference
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import stream
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy

EVERY_GAME = pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)


def usual(game: Game) -> PreparedGame:
    return game.settings.prepare({}, game.players[0])


def module(game: Game, manner: Manner) -> Module:
    setting = usual(game)
    return Module(setting.program, setting.table, manner)


@EVERY_GAME
def test_every_writing_throws_away_what_rests_on_it(folder: Path) -> None:
    """No line that says what was written is left in the text, whatever the engine is for."""
    texts = [module(bundled(folder), manner).text for manner in (COUNTED_WHOLE_GAME, BRANCHING)]
    assert not any("wrote(" in text or "shares(" in text for text in texts)


def test_what_changes_seldom_is_kept_and_what_changes_always_is_not() -> None:
    grown, written_each_turn = (module(game, PLAYOUT).book.keeping for game in (toy("map-grows"), toy("space-line")))
    assert grown and not written_each_turn


def test_a_position_and_its_child_keep_answers_of_their_own() -> None:
    here = toy("map-grows").start(chance=1).apply(0, {"do": "draw-one"})
    before = here.legal(1)
    there = here.apply(1, next(move for move in before if move["do"] == "lay")).apply(0, {"do": "draw-one"})
    assert here.legal(1) == before != there.legal(1)
    assert there.legal(1) == here.game.position(there.to_json()).legal(1)


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_over_kept_ways_finds_what_a_walk_that_asks_finds(seed: int) -> None:
    draw = Random(seed)
    ways = {one: tuple(draw.sample(range(12), draw.randrange(4))) for one in range(12)}
    start, shut, within = (
        draw.sample(range(12), 2),
        tuple(draw.sample(range(12), draw.randrange(3))),
        draw.choice((None, *range(-1, 7))),
    )
    known = {one: ways[one] for one in ways if draw.random() < 0.7}
    found = collecting.spread(known, lambda _, one: ways[one], None, dict.fromkeys(start, 0), shut, within)
    assert found == collecting.reached(ways.__getitem__, tuple(start), shut, within, None)


def test_moves_of_one_member_are_made_once() -> None:
    game = toy("map-grows")
    here = game.start(chance=1).apply(0, {"do": "draw-one"})
    assert "SAID" in module(game, PLAYOUT).text and here.legal(1) == game.position(here.to_json()).legal(1)


class Aside(Generated):
    """Looks first at what would come of every other move, and of the moves after it."""

    def decide(self, state: Any, seat: int, number: int) -> Any:
        self.look(state, 3)
        return super().decide(state, seat, number)

    def look(self, state: Any, far: int) -> None:
        kind, _, seat, count = self.short_question(state)
        for number in range(min(count, 6)) if far and kind == DECISION else ():
            self.look(super().decide(state, seat, number), far - 1)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_tried_beside_a_game_leaves_no_answers_in_it(seed: int) -> None:
    setting = usual(toy("map-grows"))
    engines: dict[str, Generated] = {"branching": Aside(setting)}
    assert random_difference(setting, stream(seed, "aside"), 25, engines) is None


def test_what_is_known_of_cells_far_from_a_tile_stays_when_it_is_laid() -> None:
    text = module(toy("map-grows"), PLAYOUT).text
    assert "touched.isdisjoint(AROUND" in text and "if s.m_0: s.t_0 = {*s.t_0, s.w_Tile" in text


def test_two_charts_that_read_the_same_of_a_cell_keep_it_once() -> None:
    text = module(toy("map-grows"), PLAYOUT).text
    assert len(re.findall(r"Charts\(", text)) == 2 and len(set(re.findall(r"READINGS\d+", text))) == 1


def test_a_copy_made_while_nothing_is_known_learns_nothing_from_what_the_other_lays() -> None:
    engine = Generated(usual(toy("map-grows")))
    here = on(engine, engine.draw(engine.start(), tuple(range(1, 6))), "draw-one")
    before = named(engine, here, "lay")
    for slot in here.kept:
        setattr(here, slot, {})
    there = engine.driver.branch(here)
    assert named(engine, on(engine, on(engine, here, "lay"), "draw-one"), "lay")
    there.stage = RUNNING
    engine.driver.run(there)
    assert named(engine, there, "lay") == before


def on(engine: Any, here: Any, action: str) -> Any:
    return engine.decide(here, here.seat, here.moves.index(named(engine, here, action)[0]))


def named(engine: Any, here: Any, action: str) -> list[Any]:
    return [token for token in here.moves if engine.moves[token].name == action]
