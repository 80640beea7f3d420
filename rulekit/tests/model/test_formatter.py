"""The formatter owns the columns and nothing else: sense, remarks and blank lines stay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.diagnostics import Problems
from rulekit.model.formatter import format_source
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook
from rulekit.syntax.lexer import lex
from rulekit.testing.random_rulebooks import rulebooks
from rulekit.tests.reading import model, rules_files, short
from rulekit.tests.scale import examples


def tidy(text: str) -> str:
    """The formatted text; formatting it again changes nothing."""
    once = format_source(text, "x.rules")
    assert format_source(once, "x.rules") == once
    return once


def remarks(text: str) -> list[str]:
    """All remarks of a text, in any order."""
    return sorted(comment.text.rstrip() for comment in lex(text, "x.rules").comments)


@pytest.mark.parametrize("file", rules_files(), ids=short)
def test_formatting_keeps_every_remark_of_every_file(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert remarks(tidy(text)) == remarks(text)


@settings(max_examples=examples(150, 5_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(rulebooks(), st.integers(0, 2**32))
def test_formatting_keeps_remarks_wherever_they_stand(book: Rulebook, seed: int) -> None:
    text = scribbled(print_rulebook(book), random.Random(seed))
    assert remarks(tidy(text)) == remarks(text)


def scribbled(text: str, chance: random.Random) -> str:
    """A text with remarks and blank lines put in anywhere, and some lines with wide gaps."""
    found = []
    for number, line in enumerate(text.splitlines()):
        if chance.random() < 0.2:
            found.append(" " * chance.randrange(5) + f"# own {number}")
        if chance.random() < 0.1:
            found += [""] * chance.randrange(1, 4)
        found.append(line + (f"  # behind {number}" if chance.random() < 0.2 else ""))
    return "\n".join(found) + "\n" + "# last\n" * chance.randrange(2)


def test_ids_sentences_and_sources_stand_in_columns() -> None:
    text = "always\n  [a.b] x=y   @A:1\n  [a.long] x   is y@A:2\n"
    assert tidy(text) == ("always\n  [a.b]     x = y" + " " * 71 + "@A:1\n  [a.long]  x is y" + " " * 70 + "@A:2\n")


def test_views_of_zones_that_follow_each_other_are_aligned() -> None:
    text = "zone deck pile of Card nobody sees it\nzone hand of Player set of Card up to 6 owner sees it\n"
    assert tidy(text) == (
        "zone deck            pile of Card         nobody sees it\n"
        "zone hand of Player  set of Card up to 6  owner sees it\n"
    )


def test_remarks_stay_before_and_behind_their_lines() -> None:
    text = "# top\n\n\n\naction a # head\n# about it\n  [a.b] finish   # done\n# end\n"
    assert tidy(text) == "# top\n\naction a  # head\n  # about it\n  [a.b]  finish  # done\n# end\n"


def test_a_block_of_one_short_line_is_pulled_up() -> None:
    text = "action a\n  [a.b] if x = 1:  @A:1\n    finish\n"
    assert tidy(text) == "action a\n  [a.b]  if x = 1: finish" + " " * 63 + "@A:1\n"


def test_a_block_that_binds_a_name_or_holds_a_remark_is_left_alone() -> None:
    for inner in ("    let y be 2\n", "    # why\n    finish\n", "    finish  # why\n", "    [a.c]  finish\n"):
        text = f"action a\n  [a.b]  if x = 1:\n{inner}"
        assert tidy(text) == text


def test_what_replaces_a_line_may_have_openers() -> None:
    text = "action a\n  [a.b]  instead of [a.c]: if x: finish\n"
    assert tidy(text) == text == tidy(text.replace(": if x:", ":\n    if x:"))
    head, loop = "action a\n  [a.b]  instead of [a.c] when y:", "for each p of Player:"
    block = f"{head}\n    {loop}\n      [a.d]  add 1 to z\n      [a.e]  finish\n"
    below = f"{head} {loop}\n    [a.d]  add 1 to z\n    [a.e]  finish\n"
    assert tidy(below) == tidy(block) == block


def test_a_long_line_is_broken_inside_brackets_only() -> None:
    words = " and ".join(f"some-long-name-{i} is empty" for i in range(12))
    laid = tidy(f"define x is {words}\n")
    assert max(map(len, laid.splitlines())) <= 140
    assert laid.startswith("define x is (some-long-name-0 is empty and some-")
    assert "\n    and some-long-name-3" in laid
    assert model(laid) == model(f"define x is {words}\n")


def test_text_with_slips_is_not_touched() -> None:
    with pytest.raises(Problems):
        format_source("acton a\n  [a.b] finish\n", "x.rules")


def test_nothing_and_remarks_alone_are_texts_too() -> None:
    assert tidy("") == "" == tidy("\n\n")
    assert tidy("  # one\n\n\n# two\n") == "# one\n\n# two\n"


def test_brackets_stand_where_they_are_needed_and_where_they_help() -> None:
    said = {
        "(a or b) and c": "(a or b) and c",
        "a or b and c": "a or (b and c)",
        "((a + b)) * c = ((d))": "(a + b) * c = d",
        "(goods of p) at leaf = 1": "(goods of p) at leaf = 1",
        "goods of (rest of p at x) at leaf = 1": "goods of (rest of p at x) at leaf = 1",
        "(a otherwise b) > 9": "(a otherwise b) > 9",
        "a - (b - c) = 0": "a - (b - c) = 0",
    }
    for given_, printed in said.items():
        assert tidy(f"always\n  [a.b] {given_}\n") == f"always\n  [a.b]  {printed}\n"
