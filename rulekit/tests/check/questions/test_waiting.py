"""Lines that can wait have ids."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said


def _stir(*lines: str) -> tuple[str, ...]:
    body = "".join(f"  {line}\n" for line in lines)
    return (f"to stir\n{body}", GRAB, TURN + "  [turn.stir]  stir\n", END)


def test_a_line_that_draws_needs_an_id() -> None:
    """So that a stored game can say where it stands."""
    assert said(*_stir("roll n in 1 to 2 then take n from heap"), code="K05") == ["id"]


def test_a_line_that_calls_what_asks_needs_an_id_too() -> None:
    """Waiting is handed up."""
    ask = "to ask-all\n  [ask.all]  player must choose size: n in 1 to 2 then take n from heap\n"
    assert said(ask, *_stir("ask-all"), code="K05") == ["id"]


def test_a_sentence_broken_behind_its_id_has_that_id() -> None:
    """The formatter breaks long lines there."""
    assert not said(*_stir("[stir.do]", "  if heap > 2: roll n in 1 to 2 then take n from heap"), code="K05")


def test_a_line_that_never_waits_needs_none() -> None:
    """`let` and core verbs run through."""
    assert not said(*_stir("take 1 from heap"), code="K05")
