"""Whatever stands in a file, the message about it obeys us and not the file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.diagnostics.render import FORMATS, render
from rulekit.tests.diagnostics.making import at, unknown

COMMANDS = "\x1b[2J\x1b]0;owned\x07\r\b\x9b31m\u202e\u2066\u200f\u2028\u2029\x00\ufeff\u200b\u061c\x85"
ODD_TEXT = st.text(st.characters(codec=None), max_size=40)


def naughty(text: str) -> list[str]:
    """The signs in a text that a terminal would obey or an eye would miss."""
    return [sign for sign in text if sign != "\n" and not sign.isprintable()]


@pytest.mark.parametrize("format", FORMATS)
def test_commands_to_the_terminal_are_shown_not_sent(format: str) -> None:
    """In the line, in the name of the file and in the facts."""
    problem = unknown(at(1, 3, 2, f"a{COMMANDS}b"), COMMANDS, COMMANDS)
    assert not naughty(render([problem], {f"a{COMMANDS}b": f"x {COMMANDS} y"}, format))


def test_a_sign_is_spelt_out_by_its_number() -> None:
    """So that it can be found and deleted."""
    assert "1 | a<U+202E>b" in render([unknown(at(1, 1, 1, "x"))], {"x": "a\u202eb"})


@given(line=ODD_TEXT, name=ODD_TEXT, column=st.integers(-3, 60), length=st.integers(-3, 60))
def test_any_line_can_be_shown(line: str, name: str, column: int, length: int) -> None:
    """No text breaks a message, in any format."""
    problem = unknown(at(1, column, length, "x"), name)
    assert not naughty(render([problem], {"x": line}))
    assert json.loads(render([problem], {"x": line}, "json"))["problems"][0]["code"] == "K07"
    assert render([problem], {"x": line}, "github").count("\n") == 1
    assert json.loads(render([problem], {"x": line}, "sarif"))["version"] == "2.1.0"


def test_lines_are_counted_by_line_ends_only() -> None:
    """Odd separators inside a line do not move the lines below."""
    shown = render([unknown(at(2, 1, 4, "x"))], {"x": "a\u2028b\x0bc\x85d\r\nheep\r\n"})
    assert "2 | heep\n" in shown
