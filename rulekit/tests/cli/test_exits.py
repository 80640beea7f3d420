"""The exit code: one function, one table."""

import itertools
import re

import pytest

from rulekit.cli.exits import MEANINGS, WORST_FIRST, Exit, exit_code, verdict
from rulekit.data import PACKAGE


def test_nothing_run_is_no_success() -> None:
    """A build whose pattern matches nothing must not turn green."""
    assert exit_code([]) == 5


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations_with_replacement(WORST_FIRST, 2)))
def test_the_worst_verdict_counts(one: Exit, other: Exit) -> None:
    """In whichever order they come."""
    assert exit_code([one, other]) == exit_code([other, one]) == one


def test_any_finding_is_a_finding() -> None:
    """However many there are."""
    assert [verdict(findings) for findings in (0, 1, 70, False, True)] == [0, 1, 1, 0, 1]


def test_every_code_has_a_meaning() -> None:
    """And none is named twice."""
    assert set(MEANINGS) == set(Exit) and len(set(MEANINGS.values())) == len(Exit)


def test_the_page_shows_every_code() -> None:
    """The table of the docs is the table of the code."""
    page = PACKAGE.parent / "docs" / "exit-codes.md"
    shown = re.findall(r"^\| (\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(map(int, shown)) == sorted(Exit)
