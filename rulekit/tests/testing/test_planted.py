"""Planted faults are found, and shrunk to as few moves as is promised."""

from pathlib import Path
from typing import Any

import pytest

from rulekit.tests.testing.planted import PLANTED, row

pytestmark = pytest.mark.long


by_day = [pytest.param(one, marks=[] if one.get("quick") else [pytest.mark.nightly]) for one in PLANTED]


@pytest.mark.parametrize("planted", by_day, ids=lambda one: f"{one['game']}-{one['blames']}")
def test_a_planted_fault_is_shrunk_to_few_moves(planted: dict[str, Any], tmp_path: Path) -> None:
    found = row(planted, tmp_path)
    assert found.holds, str(found)
    assert found.drawn is not None and found.small is not None and found.small <= found.drawn
