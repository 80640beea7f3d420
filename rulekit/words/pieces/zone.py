"""`zone of x`: the zone a piece lies in; every piece lies in one."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.pieces.piece_word_helpers import one_piece, zone_of
from rulekit.words.shared_typings import lift_nothing
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import POSITION, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of one piece; the answer is a zone for pieces of its kind."""
    kind = one_piece(asked, "zone")
    return lift_nothing(asked, t.Zone(kind.kind, ""), "of") if kind.piece else kind


def meaning(context: WordContext, types: Types, of: int) -> int:
    """The number of the zone."""
    return zone_of(context, types, of)


WORD = Word(
    "zone",
    __doc__,
    typing,
    meaning,
    reads=(POSITION,),
    gives=Gives.WHEREABOUTS,
    examples=(("zone of oak", "hand of seat-one"), ("zone of ash", "deck")),
)
