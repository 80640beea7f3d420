"""Loops end, and measures fall."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said


def _grab(line: str) -> tuple[str, ...]:
    return (f"action grab\n  [grab.do]  {line}\n", TURN, END)


def test_a_loop_that_neither_asks_nor_falls_has_no_end() -> None:
    """The plainest slip: it takes, but nothing says that it ends."""
    assert said(*_grab("until heap = 0: take 1 from heap"), code="K32") == [""]


def test_a_loop_that_draws_may_go_on() -> None:
    """Each pass waits for chance."""
    assert not said(*_grab("until heap < 3: roll n in 1 to 3 then take n from heap"), code="K32")


def test_how_often_at_most_is_known_before_play() -> None:
    """A bound that play decides is none."""
    assert said(*_grab("until heap = 0, at most heap times: take 1 from heap"), code="K32") == [""]


def test_for_ever_belongs_to_play_and_waits() -> None:
    """Elsewhere it is out of place; in play it must ask or draw."""
    assert said(*_grab("for ever: take 1 from heap"), code="K32") == ["ever-place"]
    silent = "play\n  [play.on]  for ever: take 1 from heap\n  [play.late]  take 1 from heap\n"
    assert said(GRAB, silent, END, code="K32") == ["ever-silent", "after-ever"]


def test_a_measure_that_only_rises_does_not_fall() -> None:
    """`add` never lowers what is counted."""
    assert said(*_grab("until heap = 9, falling heap: add 1 to heap"), code="K33") == [""]


def test_a_procedure_that_calls_itself_lowers_its_measure() -> None:
    """By what it does, or by what it hands on."""
    same = "to sink n: Number, falling n\n  [sink.on]  if n > 0: sink n\n"
    less = "to sink n: Number, falling n\n  [sink.on]  if n > 0: sink n - 1\n"
    assert said(same, *_grab("take 1 from heap then sink 3"), code="K33") == ["call"]
    assert not said(less, *_grab("take 1 from heap then sink 3"), code="K33")
