"""What stands left of an arrow."""

from rulekit.tests.check.questions.making import END, TURN, said


def _grab(line: str, more: str = "") -> tuple[str, ...]:
    return (more, f"action grab\n  [grab.do]  {line}\n", TURN, END)


def test_a_price_does_not_ask() -> None:
    """Neither itself nor by what it calls."""
    ask = "to stir\n  [stir.ask]  player must choose size: n in 1 to 2 then take n from heap\n"
    assert said(*_grab("stir -> add 1 to heap", ask), code="K72") == ["asks"]


def test_a_price_does_not_draw_or_finish() -> None:
    """What can be paid is known before."""
    assert said(*_grab("roll n in 1 to 3 -> take n from heap"), code="K72") == ["chance"]
    assert said(*_grab("finish, won by player -> take 1 from heap"), code="K72") == ["changes"]


def test_a_price_sets_off_no_reaction() -> None:
    """Not even one that only counts."""
    fed = "to feed\n  [feed.do]  take 1 from heap\nwhenever after feed\n  [more.feed]  add 1 to heap\n"
    assert said(*_grab("feed -> add 1 to heap", fed), code="K72") == ["changes"]


def test_an_action_has_one_price() -> None:
    """The second arrow is one too many."""
    two = "take 1 from heap -> add 1 to heap\n  [grab.more]  take 2 from heap -> add 1 to heap"
    assert said(*_grab(two), code="K77") == [""]


def test_nobody_pays_in_the_course_of_a_turn() -> None:
    """An arrow there is out of place, and that is all that is said."""
    assert said(
        *_grab("take 1 from heap")[:2], TURN + "  [turn.pay]  take 1 from heap -> add 1 to heap\n", END, code="K77"
    )
