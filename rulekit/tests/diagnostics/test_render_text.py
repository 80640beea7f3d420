"""Messages for people: in order, with marks under the right letters."""

import pytest

from rulekit.diagnostics import Problem
from rulekit.diagnostics.render import render
from rulekit.tests.diagnostics.making import SOURCES, at, slip, unknown

WHOLE = """\
error[K07]: unknown name
 --> game.rules:3:35
  |
3 |   [end.heap]  at end of turn when heep = 0
  |                                   ^^^^
  = I know no `heep`.
note: a state of this game
 --> game.rules:2:7
  |
2 | state heap is 0 to 9
  |       ----
help: Did you mean `heap`? Correct the name, or declare it.
more: rulekit explain K07

1 error
"""


def marks(line: str, column: int, length: int) -> tuple[str, str]:
    """A line as shown and the marks below it."""
    shown = render([unknown(at(1, column, length, "x"))], {"x": line}).split("\n")
    return shown[3].removeprefix("1 | "), shown[4].removeprefix("  | ")


def test_a_message_has_title_place_line_marks_sentence_and_help() -> None:
    """The whole of it."""
    assert render([slip()], SOURCES) == WHOLE


def test_a_problem_without_a_known_file_has_no_excerpt() -> None:
    """Place and sentence remain."""
    assert "|" not in render([unknown(at(3, 1, 1, "elsewhere.rules"))], SOURCES)
    assert "-->" not in render([unknown(None)], SOURCES)


@pytest.mark.parametrize(("line", "column"), [(0, 0), (99, 1), (3, 999), (-1, -1)])
def test_a_place_that_is_not_there_does_no_harm(line: int, column: int) -> None:
    """Whoever is wrong about the place still gets his message out."""
    assert "I know no `heep`" in render([unknown(at(line, column))], SOURCES)


@pytest.mark.parametrize(
    ("line", "column", "length", "lead", "under"),
    [
        ("колода x", 8, 1, 7, 1),
        ("山札 x", 4, 1, 5, 1),
        ("山札", 1, 2, 0, 4),
        ("\tx", 2, 1, 4, 1),
        ("a\u0301b x", 5, 1, 3, 1),
        ("a\u202eb x", 5, 1, 11, 1),
    ],
)
def test_marks_stand_under_the_letters(line: str, column: int, length: int, lead: int, under: int) -> None:
    """Wide letters, tabs, accents of their own, and signs that are spelt out."""
    assert marks(line, column, length)[1] == " " * lead + "^" * under


def test_a_long_line_is_cut_round_the_marks() -> None:
    """The slip is seen, the rest is not."""
    shown, under = marks("x" * 5000 + "slip" + "y" * 5000, 5001, 4)
    assert len(shown) < 130 and shown.startswith("...") and shown.endswith("...")
    assert shown[under.index("^") :].startswith("slip") and under.count("^") == 4


def test_a_megabyte_of_line_is_no_burden() -> None:
    """Only the part that is shown is looked at."""
    assert len(render([unknown(at(1, 500_000, 400_000, "x"))], {"x": "ж" * 1_000_000})) < 700


def test_a_stretch_over_several_lines_is_marked_on_the_first() -> None:
    """To the end of the line."""
    problem = Problem("K07", at(2, 7).joined_with(at(3, 5)), facts={"name": "x"})
    assert "|       ^^^^^^^^^^^^^^" in render([problem], SOURCES)


def test_problems_come_in_the_order_of_the_text() -> None:
    """By file, line and column, and each once."""
    places = [at(3, 5), at(3, 4), at(1, 1, 1, "b"), at(1, 9, 1, "a"), at(3, 4)]
    shown = [line for line in render(map(unknown, places)).split("\n") if "-->" in line]
    assert [line.split()[-1] for line in shown] == ["a:1:9", "b:1:1", "game.rules:3:4", "game.rules:3:5"]


def test_too_many_problems_are_counted_and_not_shown() -> None:
    """Errors before warnings, for there the cure begins."""
    many = [Problem("K59", at(line, 1), facts={"option": "long"}) for line in range(1, 90)]
    shown = render([*many, unknown(at(99, 1))], limit=2)
    assert "88 more are not shown." in shown and "error[K07]" in shown
    assert shown.endswith("1 error, 89 warnings\n")


def test_the_severity_can_be_overridden() -> None:
    """A warning that is certain is an error."""
    assert render([Problem("K59", None, severity="error")]).startswith("error[K59]")


def test_a_variant_can_have_a_severity_of_its_own() -> None:
    """`top n` between two piles may be meant."""
    assert [Problem("K41", None, name).severity for name in ("between", "top")] == ["error", "warning"]


def test_colour_only_when_asked_and_it_says_nothing_more() -> None:
    """Without the colours the text is the same."""
    coloured = render([slip()], SOURCES, colour=True)
    parts = coloured.split("\x1b[")
    assert parts[0] + "".join(part.partition("m")[2] for part in parts[1:]) == render([slip()], SOURCES)
    assert "\x1b" not in render([slip()], SOURCES)


def test_no_problems_are_no_problems() -> None:
    """An empty report is said."""
    assert render([]) == "no problems\n"
