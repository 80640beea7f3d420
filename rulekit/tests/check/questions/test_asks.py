"""Moves at any time."""

from rulekit.tests.check.questions.making import END, problems, said

GRAB = "action grab\n  [grab.can]  require heap > 0\n  [grab.do]  take 1 from heap\n"
TURN = "turn\n  [turn.grab]  player must grab\n"


def _swap(line: str, excepted: str = "") -> str:
    return f"action swap, anytime{excepted}\n  [swap.do]  {line}\n"


def test_an_anytime_action_asks_nothing() -> None:
    """Told where it asks."""
    assert (
        said(GRAB, _swap("player must choose gift: n in 1 to 3 then add n to heap"), TURN, END, code="K37")[0] == "asks"
    )


def test_an_anytime_action_does_not_starve_a_must() -> None:
    """Unless that decision is excepted."""
    (found,) = [p for p in problems(GRAB, _swap("set heap to 0"), TURN, END) if p.code == "K37"]
    assert (found.variant, found.facts["name"], found.facts["reader"]) == ("starves", "heap", "[grab.can]")
    assert not said(GRAB, _swap("set heap to 0", " except grab"), TURN, END, code="K37")


def test_in_a_play_of_its_own_somebody_must_be_made_active() -> None:
    """A turn loop does it by itself."""
    play = "play\n  [play.grab]  repeat 3: seat-two may grab\n  [play.over]  finish, won by seat-one\n"
    assert said(GRAB, _swap("add 1 to heap"), play, code="K79") == [""]
    assert not said(GRAB, _swap("add 1 to heap"), TURN, END, code="K79")
