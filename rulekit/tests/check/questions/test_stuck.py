"""`must` promises that there is something to do."""

import pytest

from rulekit.tests.check.questions.making import BEADS, END, play_in_words, problems, said

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


ONCE = "state used is yes or no, new each turn\naction grab\n  [grab.can]  require used is no\n"
ONCE += "  [grab.do]  set used to yes then take 1 from heap\n"


def test_what_is_new_each_turn_is_known_where_the_turn_begins() -> None:
    """Until something writes to it."""
    some = END.replace("heap = 0", "heap < 3")
    assert not said(ONCE, _turn("player must grab"), some, code="K42")
    assert said(ONCE, _turn("player must grab") + "  [turn.two]  player must grab\n", some, code="K42") == [""]
    assert said(ONCE, _turn("repeat 2: player must grab"), some, code="K42") == [""]
    other = ONCE.replace("new each turn", "new each grab")
    assert said(other, _turn("player must grab"), some, code="K42") == [""]


def test_a_law_settles_it() -> None:
    """Play-outs hunt for the opposite."""
    law = "always\n  [law.can]  finished or grab is possible by active\n"
    assert not said(GRAB, _turn("player must grab"), END, law, code="K42")


def test_each_value_of_a_small_state_can_be_looked_at() -> None:
    """Of three ways one is always another than the last."""
    lean = "type Way is one of left, right, back\nstate last-way is Way\naction grab\n  [grab.way]  w in Way\n"
    lean += "  [grab.new]  require w is not last-way\n  [grab.do]  set last-way to w then take 1 from heap\n"
    assert not said(lean, _turn("player must grab"), END, code="K42")


ZONES = BEADS + "zone tray set of Bead  everyone sees face\nsetup\n  [setup.tray]  move every bead of box to tray\n"
PICK = "player must choose bead: b in tray then move b to box then take 1 from heap"


def test_what_can_be_shown_neither_way_is_left_to_play() -> None:
    """No number tells whether the tray is empty when somebody must choose: games do, and `must` is a fault then."""
    assert not said(ZONES, _turn(PICK), END, code="K42")
    playing = play_in_words(ZONES, _turn(PICK), END)
    assert "stuck at [turn.go]" in playing


def test_the_value_with_which_nothing_is_left_is_named() -> None:
    """A number, a choice, yes or no."""
    (found,) = (problem for problem in problems(GRAB, _turn("player must grab"), END) if problem.code == "K42")
    assert found.facts["reason"] == "when `heap` is 1"
    wet = "state wet is yes or no\naction grab\n  [grab.dry]  require wet is no\n"
    wet += "  [grab.do]  take 1 from heap then set wet to yes\n"
    (found,) = (problem for problem in problems(wet, _turn("player must grab"), END) if problem.code == "K42")
    assert found.facts["reason"] == "when `wet` is yes"


QUIET = [
    "action grab\n  [grab.bead]  b in tray\n  [grab.do]  move b to box then take 1 from heap\n",
    "action grab\n  [grab.can]  require tray is not empty\n  [grab.do]  take 1 from heap\n",
    "action grab\n  [grab.who]  p in Player\n  [grab.other]  require p is not player\n  [grab.do]  take 1 from heap\n",
    "state points of Player is 0 to 9, excess lost\naction grab\n  [grab.can]  require points of player < 9\n"
    "  [grab.do]  add 1 to points of player then take 1 from heap\n",
    "action grab\n  [grab.n]  n in 1 to 3\n  [grab.fit]  require n <= heap\n  [grab.do]  take n from heap\n",
]


@pytest.mark.parametrize("action", QUIET)
def test_a_decision_that_lasts_as_long_as_the_game_is_let_be(action: str) -> None:
    """Whether it does hangs on zones, players or the ending."""
    assert not said(ZONES, action, _turn("player must grab"), END, code="K42")


def test_a_state_that_shuts_every_offer_is_told_and_one_that_opens_another_is_not() -> None:
    """Both offers must be shut by the same value."""
    types = "type Mood is one of calm, wild\nstate mood is Mood\n"
    rest = "action rest\n  [rest.calm]  require mood is calm\n  [rest.do]  set mood to wild\n"
    some = GRAB.replace("require heap > 2", "require mood is {}")
    assert not said(types, rest, some.format("wild"), _turn("player must grab or rest"), END, code="K42")
    assert said(types, rest, some.format("calm"), _turn("player must grab or rest"), END, code="K42") == [""]


def test_an_exception_can_open_what_a_guard_shuts() -> None:
    """So nothing can be shown."""
    bent = GRAB.replace("require heap > 2\n", "require heap > 2\n  [grab.ever]  except [grab.can] when heap > 0\n")
    assert not said(bent, _turn("player must grab"), END, code="K42")


def test_what_may_be_done_at_any_time_is_offered_too() -> None:
    """With it nobody is stuck."""
    help_ = "anytime action sigh\n  [sigh.do]  set heap to 9\n"
    assert not said(GRAB, help_, _turn("player must grab"), END, code="K42")
