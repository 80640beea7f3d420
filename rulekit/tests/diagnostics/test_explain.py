"""The page of a code."""

import pytest

from rulekit.diagnostics import codes
from rulekit.diagnostics.explain import code_list, normal_code, page


@pytest.mark.parametrize("code", codes())
def test_a_page_explains_and_shows_wrong_and_right(code: str) -> None:
    """In an order in which one reads."""
    text = page(code) or ""
    assert text.startswith(code)
    parts = [text.index(f"\n{title}\n") for title in ("What it looks like", "Wrong", "Right")]
    assert parts == sorted(parts) and "###" not in text and len(text) < 6000


@pytest.mark.parametrize(
    ("typed", "meant"), [("k7", "K07"), ("7", "K07"), ("K007", "K07"), (" K42 ", "K42"), ("x", "X")]
)
def test_a_code_may_be_typed_in_short(typed: str, meant: str) -> None:
    """Nobody remembers the nought."""
    assert normal_code(typed) == meant


@pytest.mark.parametrize("code", ["K0", "K999", "", "../K07", "K٠٧"])
def test_an_unknown_code_has_no_page(code: str) -> None:
    """The command says so."""
    assert page(code) is None


def test_the_list_has_a_line_for_each_code() -> None:
    """With severity and title."""
    lines = code_list().splitlines()
    assert len(lines) == len(codes()) and lines[6] == "K07  error    unknown name"
