"""Printing and reading undo each other, for rulebooks made up by chance and for those that come with the kit."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings

from rulekit.model.base import Node, walk
from rulekit.model.rulebook import Rulebook
from rulekit.testing.random_rulebooks import (
    closings,
    happenings,
    openings,
    places,
    rulebooks,
    scenes,
    things,
    words,
)
from rulekit.tests.reading import assert_round_trip, model, rules_files, short
from rulekit.tests.scale import examples

PATIENT = list(HealthCheck)
SORTS = (openings, things, places, words, happenings, closings, scenes)
SORTLESS = {"Rulebook"}  # the whole, of which all the sorts are parts


@pytest.mark.long
@settings(max_examples=examples(300, 10_000), deadline=None, suppress_health_check=PATIENT)
@given(rulebooks())
def test_what_is_printed_reads_back_the_same(book: Rulebook) -> None:
    assert_round_trip(book)


@pytest.mark.parametrize("file", rules_files(), ids=short)
def test_every_file_of_the_kit_reads_back_the_same(file: Path) -> None:
    assert_round_trip(model(file.read_text(encoding="utf-8")))


@pytest.mark.long
def test_every_class_of_node_is_made_up_by_chance() -> None:
    seen: set[str] = set()
    for number, sort in product(range(10), SORTS):
        if leaves(Node) - SORTLESS <= seen:
            break
        seen |= classes_drawn(sort(), number)
    assert leaves(Node) - seen == SORTLESS


def classes_drawn(sort: Any, number: int) -> set[str]:
    """The classes of nodes in a hundred drawings, the same ones every time."""
    seen: set[str] = set()

    @seed(number)
    @settings(max_examples=100, deadline=None, database=None, suppress_health_check=PATIENT)
    @given(sort)
    def look(found: Node) -> None:
        seen.update(type(node).__name__ for node in walk(found))

    look()
    return seen


def leaves(kind: type[Node]) -> set[str]:
    """The classes that have no classes under them: those that nodes are of."""
    under = kind.__subclasses__()
    return {kind.__name__} if not under else set().union(*map(leaves, under))
