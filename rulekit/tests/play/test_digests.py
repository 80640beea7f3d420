"""The net under changes of the interpreter: both engines give the same digests of games, and a changed rule another."""

import random

import pytest

from rulekit.tests.play.digests import digest, spoilt, whole

TOYS = ("copies", "menu-groups", "react-before-asks", "old-values")


@pytest.mark.parametrize("name", TOYS)
def test_both_engines_have_the_same_digests(name: str) -> None:
    """Positions, views, legal lists, reasons, events, traces, and what is said of spoilt positions."""
    one, other = digest(whole(name, "python")), digest(whole(name, "reference"))
    assert len(one) > 100 and one == {what: other[what] for what in one}


def test_a_digest_tells_where_something_differs() -> None:
    """One letter of one answer is enough."""
    found = whole("copies", "reference")
    changed = {**found, next(iter(found)): "x" + next(iter(found.values()))}
    assert [what for what in found if digest(found)[what] != digest(changed)[what]] == [next(iter(found))]


def test_a_spoilt_position_is_another_one() -> None:
    """Of fifty copies nearly all differ from what they were made of, which stays as it was."""
    data = {"states": {"a": 1, "b": [1, 2]}, "zones": {"deck": ["x", "y"]}}
    rng = random.Random(1)
    assert sum(spoilt(data, rng) != data for _ in range(50)) > 40
    assert data == {"states": {"a": 1, "b": [1, 2]}, "zones": {"deck": ["x", "y"]}}
