"""`s is empty`: nothing is in it; of a place for one piece, nothing lies there."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.eyes import GIVEN, Eyes, Types
from rulekit.words.word import Asked, Gives, Word


def typing(asked: Asked) -> t.Type:
    if not _place(asked.place("of")):
        asked.members("of")
    return t.YES_NO


def _place(kind: t.Type) -> bool:
    """Is the place asked for, and not what was read from it?"""
    kind = t.bare(kind)
    return isinstance(t.bare(kind.value) if isinstance(kind, t.Map) else kind, t.Zone)


def meaning(eyes: Eyes, types: Types, of: Any) -> bool:
    kind = t.bare(types["of"])
    if isinstance(kind, t.Zone):
        return not eyes.contents(of)
    if isinstance(kind, t.Map):
        return not eyes.filled(of)
    return not of


WORD = Word(
    "empty",
    __doc__,
    typing,
    meaning,
    reads=(GIVEN,),
    gives=Gives.EMPTINESS,
    sizes=True,
    adjective=True,
    examples=(("deck is empty", "no"), ("rack of seat-one is empty", "yes"), ("spot at (2, 2) is empty", "yes")),
)
