"""What the rooms of the check work out on the way stays as it is, unless somebody means to change it."""

from collections.abc import Callable

import pytest

from rulekit.tests.check.answers import digests, toys

pytestmark = pytest.mark.long


def test_intermediate_answers_are_as_they_were(golden: Callable[[str, str], None]) -> None:
    """Facts, intervals, proofs, effects, visibility and lints; `answers.py` writes them out for comparing."""
    golden("check/answers.txt", digests(toys()))
