"""`zone of x`: the zone a piece lies in; every piece lies in one."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.eyes import POSITION, Eyes, Types
from rulekit.words.pieces.piece_word_helpers import one_piece, zone_of
from rulekit.words.shared_typings import lift_nothing
from rulekit.words.word import Asked, Gives, Word


def typing(asked: Asked) -> t.Type:
    """Of one piece; the answer is a zone for pieces of its kind."""
    kind = one_piece(asked, "zone")
    return lift_nothing(asked, t.Zone(kind.kind, ""), "of") if kind.piece else kind


def meaning(eyes: Eyes, types: Types, of: int) -> int:
    """The number of the zone."""
    return zone_of(eyes, types, of)


WORD = Word(
    "zone",
    __doc__,
    typing,
    meaning,
    reads=(POSITION,),
    gives=Gives.WHEREABOUTS,
    examples=(("zone of oak", "hand of seat-one"), ("zone of ash", "deck")),
)
