"""Written forms must tell apart what can be chosen."""

from rulekit.check.lints.decisions import written_alike
from rulekit.tests.check.questions.alone import grabbing, said

SIZE = "type Size is 1 to 4\nwritten Size as {}\n"
DO = "[grab.do]  move ash to table"


def test_two_members_written_the_same_are_found() -> None:
    """At the written form."""
    assert said(written_alike, grabbing("[grab.n]  n in Size", DO, more=SIZE.format("it / 2"))) == ["K78: it / 2"]


def test_members_that_cannot_be_chosen_together_may_be_written_the_same() -> None:
    """Only what stands in one domain must differ; and what differs is no fault."""
    some = "[grab.n]  n in those n in Size having (n = 1 or n = 3)"
    assert said(written_alike, grabbing(some, DO, more=SIZE.format("it / 2"))) == []
    assert said(written_alike, grabbing("[grab.n]  n in Size", DO, more=SIZE.format("it * 2"))) == []


def test_what_only_a_position_tells_stays_open() -> None:
    """Nothing is said of it."""
    more = SIZE.format("it + count of deck")
    assert said(written_alike, grabbing("[grab.n]  n in Size", DO, more=more)) == []
