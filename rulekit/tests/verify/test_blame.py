"""Which clauses are named for a difference: those that wrote, asked or refused, and what stands behind them."""

from functools import cache

from rulekit.check import does
from rulekit.pipeline import load
from rulekit.play.moment import Position
from rulekit.tests.play.toys import TOYS
from rulekit.verify.blame import blamed
from rulekit.verify.changes import writes_of
from rulekit.verify.map_of_lines import map_of
from rulekit.verify.parting import Parting

game = cache(lambda name: load(TOYS / f"{name}.rules"))


def mixed() -> Position:
    """Three beads in a pile, and the pile mixed once more."""
    here = game("chance-shuffle").start(2).draw(["fir", "ash", "elm"])
    return here.apply(0, {"do": "mix"}).draw(["elm", "ash", "fir"])


def test_an_order_that_changed_was_written_by_the_line_that_mixed() -> None:
    assert [one.lines[0] for one in writes_of(mixed()) if "stack" in one.names] == ["mix.do"]


def test_an_engine_that_does_not_mix_is_told_the_line_that_does() -> None:
    parting = Parting("position", ("zones", "stack", 0), "fir", "elm", names=("stack",))
    assert blamed(mixed(), parting)[0] == "mix.do"


def test_a_move_that_cannot_be_paid_is_told_with_the_line_of_its_price() -> None:
    here = game("prices").start(2)
    parting = Parting("legal", (), "not legal", "offered", 0, {"do": "buy-two"})
    assert blamed(here, parting) == ("pay.enough", "two.pay")


def test_behind_a_choice_stand_the_cases_that_read_what_changes() -> None:
    behind = map_of(game("relation-any").checked).deep
    front = game("relation-any").checked.bodies["action lay"].front
    guards = [one.condition for one in front if isinstance(one, does.Guard)]
    assert behind.cases(guards) == ["tops.higher", "tops.none"]


def test_what_has_just_asked_is_named_before_others_that_ask_the_same() -> None:
    here = game("chance-shuffle").start(2).draw(["fir", "ash", "elm"])
    found = blamed(here.apply(0, {"do": "lift"}), Parting("asked", (), [1], [0], asks=("mix",)))
    assert found[0] == "turn.go"
