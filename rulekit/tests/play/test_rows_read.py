"""What one step reads of the rows of tables: the effect that ran and what it asked, not what was only offered."""

from __future__ import annotations

from rulekit.play.games.game import Position
from rulekit.play.games.rows_read import printed_cells, printed_rows, rows_of_start, rows_of_step
from rulekit.tests.play.toys import toy

GAME = toy("effects")


def after(here: Position, **move: str) -> set[tuple[str, ...]]:
    """The rows that such a move reads."""
    return {cell[1:] for cell in rows_of_step(here, (0, here.legal(0).index({"do": "employ", **move})))}


def test_a_step_reads_the_effect_that_runs_and_the_fields_it_asks() -> None:
    here = GAME.start(2)
    assert after(here, tool="shop", g="salt") == {("shop", "sell"), ("shop", "worth")}
    assert after(here, tool="loom", how="b") == {("loom", "b")}


def test_what_was_worked_out_before_is_read_again() -> None:
    """A word that answers from memory would read nothing the second time."""
    here = GAME.start(2)
    assert after(here, tool="shop", g="salt") == after(here, tool="shop", g="salt") != set()


def test_the_set_up_reads_only_what_it_asks() -> None:
    assert rows_of_start(GAME.start(2)) == frozenset()


def test_fields_that_no_rule_asks_are_not_wanted() -> None:
    """All effects, and the one field that a rule reads; the column itself is told by its effects."""
    printed = {cell[1:] for kind, row in printed_rows(GAME.checked) for cell in printed_cells(GAME.checked, kind, row)}
    worth = {(row, "worth") for row in ("loom", "shop", "well")}
    assert printed == worth | {("loom", "a"), ("loom", "b"), ("shop", "sell"), ("well", "1")}
