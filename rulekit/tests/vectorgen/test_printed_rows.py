"""Rows are looked for only where a few answers leave some of what is printed unread."""

from __future__ import annotations

from rulekit.play.games.rows_read import rows_of_step
from rulekit.tests.play.toys import toy
from rulekit.vectorgen.printed_rows import covered_cells, rows_differ


def test_a_game_of_two_turns_leaves_rows_unread() -> None:
    here = toy("effects").start(2)
    assert rows_differ(here.game)
    assert covered_cells(here, (0, 0)) == rows_of_step(here, (0, 0)) != frozenset()


def test_nothing_is_looked_for_where_every_answer_reads_all_there_is() -> None:
    """A table of three prices, each of which any turn adds up."""
    game = toy("all-rows-read")
    here = game.start(2)
    assert rows_of_step(here, (0, 0)) and not rows_differ(game)
    assert covered_cells(here, (0, 0)) == frozenset()
