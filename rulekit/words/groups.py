"""`groups of s through r`: the parts of a set that r ties together, in either direction, each as a set."""

from __future__ import annotations

from typing import Any

from rulekit.kinds import types as t
from rulekit.words._walks import onward, through_relation
from rulekit.words.eyes import Eyes, Relation, Types
from rulekit.words.word import Asked, Word


def typing(asked: Asked) -> t.Type:
    kind = t.bare(asked.members("of"))
    through_relation(asked, "groups", kind)
    return t.SetOf(t.SetOf(kind))


def meaning(eyes: Eyes, types: Types, of: tuple[Any, ...], through: Relation) -> tuple[tuple[Any, ...], ...]:
    everything = tuple(dict.fromkeys(of))
    seen: set[Any] = set()
    found: list[tuple[Any, ...]] = []
    for one in everything:
        if one not in seen:
            group = _tied(one, everything, through)
            seen |= group
            found.append(tuple(other for other in everything if other in group))
    return tuple(found)


def _tied(one: Any, everything: tuple[Any, ...], through: Relation) -> set[Any]:
    """All that is tied to one thing, and the thing itself."""
    group, edge = {one}, [one]
    while edge:
        edge = onward(edge, everything, lambda a, b: through(a, b) or through(b, a), group)
        group.update(edge)
    return group


WORD = Word(
    "groups",
    __doc__,
    typing,
    meaning,
    takes={"through": True},
    named={"through": ("relation",)},
    examples=(
        ("count of groups of (row of 1 + row of 3) through leads", "2"),
        ("count of groups of Stop through follows", "2"),
        ("groups of none of Cell through leads is empty", "yes"),
    ),
)
