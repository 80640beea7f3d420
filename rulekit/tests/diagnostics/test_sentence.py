"""Sentences are filled without ever failing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.diagnostics.sentence import fill, gaps, wishes


@pytest.mark.parametrize(
    ("near", "said"),
    [
        ("", "I know no `x`. Correct it."),
        ("a", "I know no `x`. Did you mean `a`? Correct it."),
        ("a, b, c", "I know no `x`. Did you mean `a`, `b` or `c`? Correct it."),
    ],
)
def test_an_optional_clause_goes_when_its_fact_is_missing(near: str, said: str) -> None:
    """And what is left reads as a sentence."""
    template = "I know no `{name}`.<< Did you mean {near:or}?>> Correct it."
    assert fill(template, {"name": "x", "near": near}) == said


def test_a_missing_fact_becomes_two_dots() -> None:
    """The sentence still stands."""
    assert fill("I know no `{name}`.", {}) == "I know no `..`."


def test_numbers_and_chains_are_written_for_readers() -> None:
    """12,870 is read, 12870 is counted."""
    assert fill("{count:number}: {chain:then}", {"count": "12870", "chain": "a, b"}) == "12,870: `a`, then `b`"


def test_a_sentence_begins_with_a_capital() -> None:
    """Even if its first word is a fact."""
    assert fill("{found} is wrong.", {"found": "a number"}) == "A number is wrong."


def test_gaps_tell_what_is_needed_and_wishes_what_is_used() -> None:
    """A check can be tested for giving all facts."""
    template = "{name}<< or {near:or}>>"
    assert gaps(template) == {"name"} and wishes(template) == {"name", "near"}


@given(st.text(), st.dictionaries(st.sampled_from(["name", "near", "count"]), st.text()))
def test_nothing_that_is_put_in_breaks_it(template: str, facts: dict[str, str]) -> None:
    """Facts may hold braces, quotes and anything else."""
    assert isinstance(fill(template + "{name}{near:or}{count:number}{near:then}", facts), str)
