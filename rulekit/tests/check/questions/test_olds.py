"""What `old` may be asked of."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said

SCORE = "state score of Player is 0 to 9, excess lost\nto feed p: Player\n  [feed.do]  add 1 to score of p\n"


def _after(*lines: str) -> tuple[str, ...]:
    body = "".join(f"  {line}\n" for line in lines)
    return (SCORE, f"whenever after feed\n{body}", GRAB, TURN + "  [turn.feed]  feed player\n", END)


def test_old_of_a_parameter_is_known() -> None:
    """The event began with it."""
    assert not said(*_after("[more.do]  if old score of p = 0: add 1 to score of p"), code="K80")


def test_old_of_a_name_bound_later_is_not() -> None:
    """It was not there when the event began."""
    late = ("[more.who]  let rival be next of p", "[more.do]  if old score of rival = 0: add 1 to score of p")
    assert said(*_after(*late), code="K80") == [""]
