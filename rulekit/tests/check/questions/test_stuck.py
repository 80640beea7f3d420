"""`must` promises that there is something to do."""

import pytest

from rulekit.tests.check.questions.making import BEADS, END, said

GRAB = "action grab\n  [grab.can]  require heap > 2\n  [grab.do]  take 1 from heap\n"
REST = "action rest\n  [rest.can]  require not grab is possible\n"


def _turn(line: str) -> str:
    return f"turn\n  [turn.go]  {line}\n"


def test_a_must_that_can_come_to_nothing_is_told() -> None:
    """Nothing shows that the heap is large enough."""
    assert said(GRAB, _turn("player must grab"), END, code="K42") == [""]


@pytest.mark.parametrize(
    "line",
    [
        "player must grab, if able",
        "player may grab",
        "if heap > 5: player must grab",
        "if grab is possible: player must grab",
        "until not grab is possible: player must grab",
        "player must grab or rest",
        "player must choose size: n in 1 to 3 then raise heap to n",
    ],
)
def test_what_encloses_a_decision_can_settle_it(line: str) -> None:
    """A condition, a loop, or an offer that is there just when the other is not."""
    assert not said(GRAB, REST, _turn(line), END, code="K42")


def test_a_condition_that_was_changed_since_settles_nothing() -> None:
    """The heap is lowered between the test and the question."""
    assert said(GRAB, _turn("if heap > 5: set heap to 0 then player must grab"), END, code="K42") == [""]


def test_an_ending_that_has_not_come_settles_it() -> None:
    """If the heap were empty, the game were over."""
    some = GRAB.replace("heap > 2", "heap >= 1")
    assert not said(some, _turn("player must grab"), END, code="K42")


def test_a_law_settles_it() -> None:
    """Play-outs hunt for the opposite."""
    law = "always\n  [law.can]  finished or grab is possible by active\n"
    assert not said(GRAB, _turn("player must grab"), END, law, code="K42")


def test_each_value_of_a_small_state_can_be_looked_at() -> None:
    """Of three ways one is always another than the last."""
    lean = "type Way is one of left, right, back\nstate last-way is Way\naction grab\n  [grab.way]  w in Way\n"
    lean += "  [grab.new]  require w is not last-way\n  [grab.do]  set last-way to w then take 1 from heap\n"
    assert not said(lean, _turn("player must grab"), END, code="K42")


def test_a_choice_from_a_zone_may_find_nothing() -> None:
    """Until it is known that something lies there."""
    zones = BEADS + "zone tray set of Bead  everyone sees face\nsetup\n  [setup.tray]  move every bead of box to tray\n"
    pick = "player must choose bead: b in tray then move b to box then take 1 from heap"
    assert said(zones, _turn(pick), END, code="K42") == ["choose"]
    assert not said(zones, _turn(f"if tray is not empty: {pick}"), END, code="K42")
