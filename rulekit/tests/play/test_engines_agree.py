"""Two engines from one rulebook: the written one says and does what the reference says and does, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.play.compiled.bridge import machine_of, state_of
from rulekit.play.engine import Written
from rulekit.play.frames import Decision
from rulekit.tests.play.agreeing import difference, engines, samples, unlike
from rulekit.tests.scale import examples

GAMES = bundled_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_engines_play_every_game_alike(game: Path) -> None:
    """Legal lists, positions, frames, faults and the lines that ran."""
    reference, written = engines(game)
    for seed in range(examples(1, 200)):
        assert difference(reference, written, seed, examples(120, 3000)) is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_engines_agree_under_other_options(game: Path) -> None:
    """A sample of configurations, each played for a while."""
    for seats, chosen in samples(game, examples(2, 30)):
        reference, written = engines(game, seats, **chosen)
        assert difference(reference, written, 1, examples(60, 1000)) is None, (seats, chosen)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_of_the_reference_goes_on_in_the_written_engine(game: Path) -> None:
    """There and back again, at the first steps of a game."""
    reference, written = engines(game)
    assert isinstance(written, Written)
    position = reference.begin()
    for _ in range(examples(3, 100)):
        pending = reference.pending(position)
        assert unlike(reference, position, written, state_of(written.driver, position)) is None
        if not isinstance(pending, Decision):
            return
        position = reference.decide(position, pending.seat, pending.moves[-1])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_branches_off_leaves_its_parent_as_it_was(game: Path) -> None:
    """Every child of a position is made, then the position is looked at again."""
    _, written = engines(game)
    assert isinstance(written, Written)
    position = written.begin()
    before = repr(machine_of(position).table.states)
    for move in written.legal(position, position.seat)[: examples(5, 1000)]:
        written.decide(position, position.seat, move)
    assert repr(machine_of(position).table.states) == before


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_long_campaign_finds_no_difference(game: Path) -> None:
    """Many seeds under many configurations."""
    for n, (seats, chosen) in enumerate(samples(game, 20, seed=7)):
        reference, written = engines(game, seats, **chosen)
        assert difference(reference, written, n, 3000) is None, (seats, chosen)
