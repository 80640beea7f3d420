"""One name, one move."""

from rulekit.tests.check.questions.making import END, problems, said

TURN = "turn\n  [turn.go]  player may grab or drop\n"
CHOOSE = "action {0}\n  [{0}.ask]  player must choose size: {1} in 1 to 2 then take {1} from heap\n"
WRITTEN = "action {0}, written pull\n  [{0}.n]  n in {1}\n  [{0}.do]  take n from heap\n"


def test_a_choice_of_one_name_has_the_same_parameters_everywhere() -> None:
    """Told at the second name, with the first beside it."""
    assert not said(CHOOSE.format("grab", "n"), CHOOSE.format("drop", "n"), TURN, END, code="K84")
    (found,) = [
        p for p in problems(CHOOSE.format("grab", "n"), CHOOSE.format("drop", "m"), TURN, END) if p.code == "K84"
    ]
    assert found.span is not None and (found.span.line, found.span.column) == (6, 34) and found.second


def test_two_actions_of_one_written_name_differ_in_one_decision() -> None:
    """By their values, if not by their parameters."""
    assert said(WRITTEN.format("grab", "1 to 3"), WRITTEN.format("drop", "2 to 4"), TURN, END, code="K84") == [
        "offered"
    ]
    assert not said(WRITTEN.format("grab", "1 to 2"), WRITTEN.format("drop", "3 to 4"), TURN, END, code="K84")
