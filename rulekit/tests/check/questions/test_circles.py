"""Nothing sets itself off without end."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, problems, said

FEED = "to feed\n  [feed.do]  add 1 to heap\n"
TWO = "to sink\n  [sink.on]  if heap > 2: take 1 from heap then rise\nto rise{}\n  [rise.on]  if heap > 4: sink\n"


def test_two_procedures_that_call_each_other_are_one_circle() -> None:
    """Said once, where the first of them stands."""
    found = [p for p in problems(TWO.format(""), GRAB, TURN, END) if p.code == "K35"]
    assert [p.facts["chain"] for p in found] == ["sink, rise, sink"]


def test_one_bound_in_a_circle_is_enough() -> None:
    """`at most .. deep` on either of them."""
    assert not said(TWO.format(", at most 3 deep"), GRAB, TURN, END, code="K35")


def test_a_reaction_that_calls_its_own_event_feeds_itself() -> None:
    """A core verb would set off nothing."""
    own = "whenever after feed\n  [more.feed]  if heap < 3: {}\n"
    assert said(FEED, own.format("feed"), GRAB, TURN, END, code="K63") == [""]
    assert not said(FEED, own.format("add 1 to heap"), GRAB, TURN, END, code="K63")


def test_two_actions_that_ask_for_each_other_are_never_possible() -> None:
    """Through a word as well."""
    first = (
        "define idle is not rest is possible\naction grab\n  [grab.can]  require idle\n  [grab.do]  take 1 from heap\n"
    )
    second = "action rest\n  [rest.can]  require not grab is possible\n"
    assert said(first, second, "turn\n  [turn.go]  player may grab or rest\n", END, code="K43") == [""]
