"""Everything must be small enough to be listed."""

from rulekit.tests.check.small import asked

WIDE = "type Wide is 0 to 299\n"


def test_a_state_with_too_many_entries_is_named() -> None:
    more = WIDE + "state seen of Wide at Wide is yes or no\n"
    assert asked("K71", "set heap to 1", more=more) == ["K71"]


def test_states_that_are_too_many_together_are_named_once() -> None:
    more = WIDE + "".join(f"state seen-{n} of Wide at Round is yes or no\n" for n in "abc") + "type Round is 1 to 90\n"
    assert asked("K71", "set heap to 1", more=more) == ["K71"]


def test_a_small_table_is_let_be() -> None:
    more = WIDE + "state seen of Wide is yes or no\n"
    assert asked("K71", "set heap to 1", more=more) == []


def test_a_range_or_a_type_that_is_too_wide_is_named() -> None:
    more = "state far is 0 to 5000000, must fit\ntype Far is 0 to 70000\n"
    assert asked("K71", "set far to 3", more=more) == ["K71 type", "K71 range"]


def test_a_space_that_is_too_large_is_never_laid_out() -> None:
    more = "type Side is ring of n, e, s, w\nspace Cell is square-grid, across 100000, down 100000, sides Side\n"
    assert asked("K71", "set heap to 1", more=more) == ["K71 type"]
