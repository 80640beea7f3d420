"""`owner of x`: the player whose zone a piece lies in; nothing in a zone of nobody."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.pieces.piece_word_helpers import one_piece, zone_of
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import POSITION, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of one piece; the answer is a player, or nothing."""
    one_piece(asked, "owner")
    return t.or_nothing(t.SEAT)


def meaning(context: WordContext, types: Types, of: int) -> int | None:
    """The player among the indexes of the zone it lies in, None if there is none."""
    zone = zone_of(context, types, of)
    info = context.zone_info(zone)
    indexes = zip((*info.of, *info.at), context.zone_args(zone), strict=True)
    return next((value for kind, value in indexes if kind.player), None)


WORD = Word(
    "owner",
    __doc__,
    typing,
    meaning,
    reads=(POSITION,),
    gives=Gives.OWNER,
    tells=lambda zone: any(kind.bare.player for kind in (*zone.of, *zone.at)),
    examples=(("owner of oak", "seat-one"), ("owner of ash", "nothing")),
)
