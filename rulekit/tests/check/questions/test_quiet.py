"""Where the rules only look, nothing happens."""

from rulekit.tests.check.questions.making import END, TURN, said

GRAB = "action grab\n  [grab.can]  require supposing stir: heap > 2\n  [grab.do]  stir\n"


def _stir(line: str, more: str = "") -> tuple[str, ...]:
    return (f"to stir\n  [stir.do]  {line}\n", more, GRAB, TURN, END)


def test_what_is_supposed_runs_through() -> None:
    """A plain procedure is fine."""
    assert not said(*_stir("take 2 from heap"), code="K40")


def test_what_is_supposed_neither_draws_nor_finishes() -> None:
    """Chance could not be taken back, and an ending not at all."""
    assert said(*_stir("roll n in 1 to 2 then take n from heap"), code="K40") == ["chance"]
    assert said(*_stir("finish, won by seat-one"), code="K40") == ["finish"]


def test_what_is_supposed_sets_off_nothing() -> None:
    """The message names what would follow."""
    assert said(*_stir("take 2 from heap", "whenever after stir\n  [more.do]  add 1 to heap\n"), code="K40") == [
        "trigger"
    ]
