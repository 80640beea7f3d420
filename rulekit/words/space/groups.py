"""`groups of s through r`: the parts of a set that r ties together, in either direction, each as a set."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.space.walks import through_relation
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Relation, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a set, and a relation between its members; the answer is a set of sets."""
    kind = asked.members("of").bare
    through_relation(asked, kind)
    return t.SetOf(t.SetOf(kind))


def meaning(context: WordContext, types: Types, of: tuple[Any, ...], through: Relation) -> tuple[tuple[Any, ...], ...]:
    """Each member once, together with all it is tied to directly or by others; groups in the order of their first
    members.
    """
    ties = _ties(tuple(dict.fromkeys(of)), through)
    seen: set[Any] = set()
    found: list[tuple[Any, ...]] = []
    for one in ties:
        if one not in seen:
            group = _tied_to(one, ties)
            seen |= group
            found.append(tuple(other for other in ties if other in group))
    return tuple(found)


def _ties(everything: tuple[Any, ...], through: Relation) -> dict[Any, list[Any]]:
    """What each thing is tied to, in either direction; a relation that knows what is near need not be asked of each."""
    near = getattr(through, "near", None)
    ties: dict[Any, list[Any]] = {one: [] for one in everything}
    for one in everything:
        for other in everything if near is None else near(one):
            if other in ties and (near is not None or through(one, other)):
                ties[one].append(other)
                ties[other].append(one)
    return ties


def _tied_to(one: Any, ties: dict[Any, list[Any]]) -> set[Any]:
    """All that is tied to one thing, and the thing itself."""
    group, edge = {one}, [one]
    while edge:
        fresh = {other for other in ties[edge.pop()] if other not in group}
        group |= fresh
        edge += fresh
    return group


WORD = Word(
    "groups",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    takes={"through": True},
    named={"through": ("relation",)},
    examples=(
        ("count of groups of (row of 1 + row of 3) through leads", "2"),
        ("count of groups of Stop through follows", "2"),
        ("count of groups of (row of 1 + row of 3) through beside", "2"),
        ("groups of ((1, 1), (3, 3), (1, 2)) through beside", "groups of ((1, 1), (3, 3), (1, 2)) through leads"),
        ("groups of none of Cell through leads is empty", "yes"),
    ),
)
