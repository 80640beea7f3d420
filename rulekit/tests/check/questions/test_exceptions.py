"""Clauses that replace one line."""

from rulekit.tests.check.questions.making import END, TURN, said


def _grab(first: str, second: str) -> tuple[str, ...]:
    lines = f"  [grab.a]  instead of [grab.do] {first}: add 1 to heap\n"
    lines += f"  [grab.b]  instead of [grab.do] {second}: add 2 to heap\n"
    return (f"option easy is yes or no\naction grab\n  [grab.do]  take 1 from heap\n{lines}", TURN, END)


def test_two_that_can_both_apply_overlap() -> None:
    """Nobody knows which is meant."""
    assert said(*_grab("when heap > 3", "when heap > 6"), code="K52") == [""]
    assert said(*_grab("when heap > 3", ""), code="K52") == [""]


def test_two_that_exclude_each_other_do_not() -> None:
    """By numbers, by members, by denial, in any part of the conditions."""
    assert not said(*_grab("when heap > 3 and heap < 7", "when heap > 6"), code="K52")
    assert not said(*_grab("when easy is yes", "when easy is no and heap > 3"), code="K52")
    assert not said(*_grab("when heap = 2 or heap = 3", "when heap = 5 or heap > 6"), code="K52")
