"""Every code has one golden: the whole message about its own wrong sample."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.diagnostics import codes, entry, samples
from rulekit.diagnostics.explain import example
from rulekit.diagnostics.render import render

HERE = Path(__file__).parent


def message(code: str) -> str:
    """The message of the example in the catalogue, with its line shown."""
    found = example(entry(code))
    assert found is not None
    return render([found], samples.texts(samples.sample_with_pointer(entry(code).wrong, "")))


@pytest.mark.parametrize("code", codes())
def test_a_message_reads_as_its_golden(code: str, golden: Callable[[str, str], None]) -> None:
    """Search the code, find the cause, the test and the text."""
    golden(f"diagnostics/{entry(code).slug}.txt", message(code))


def test_every_golden_has_a_code() -> None:
    """No stale goldens, and one for each code."""
    assert {file.stem for file in HERE.glob("*.txt")} == {entry(code).slug for code in codes()}


@pytest.mark.parametrize("code", codes())
def test_an_example_gives_all_facts_its_sentences_need(code: str) -> None:
    """No gap stays open."""
    found = example(entry(code))
    assert found is not None and not found.missing_facts
