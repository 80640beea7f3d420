"""Tallies are kept of answers, and for laws."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said

LAW = "at-most\n  [law.many]  tally of {} <= 9\n"


def test_a_tally_is_kept_of_actions_that_are_offered() -> None:
    """Of others it would be nought for ever."""
    idle = "action rest\n  [rest.do]  add 0 to heap\n"
    assert said(GRAB, idle, TURN, END, LAW.format("rest"), code="K66") == [""]
    assert not said(GRAB, TURN, END, LAW.format("grab"), code="K66")


def test_rules_do_not_read_tallies() -> None:
    """They are no part of the position."""
    peep = "action grab\n  [grab.can]  require tally of grab < 3\n  [grab.do]  take 1 from heap\n"
    assert said(peep, TURN, END, code="K83") == ["tally"]
