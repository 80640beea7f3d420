"""A game happens, ends, and says who has won."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said

PLAY = "play\n  [play.grab]  player may grab\n"


def test_a_game_without_play_and_turn_does_not_happen() -> None:
    """There is nothing to begin with."""
    assert said(GRAB, END, code="K65") == ["play"]


def test_a_game_without_an_end_does_not_end() -> None:
    """A `finish` in an action that is never offered ends nothing."""
    idle = "action stop\n  [stop.do]  finish, won by player\n"
    assert said(GRAB, idle, TURN, code="K65") == ["end"]


def test_a_finish_that_names_the_winner_needs_no_result() -> None:
    """One that does not needs one."""
    assert not said(GRAB, PLAY + "  [play.over]  finish, won by player\n", code="K65")
    assert said(GRAB, PLAY + "  [play.over]  finish\n", code="K65") == ["none"]


def test_a_result_applies_for_every_choice_of_the_options() -> None:
    """Two lines may share them out."""
    end, choice = END.split("result")[0], "option easy is yes or no\n"
    half = "result\n  [win.a]  winner is active if easy is yes\n"
    assert said(choice, GRAB, TURN, end, half, code="K65") == [""]
    assert not said(choice, GRAB, TURN, end, half + "  [win.b]  winner is seat-one if easy is no\n", code="K65")
