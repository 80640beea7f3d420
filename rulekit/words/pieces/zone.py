"""`zone of x`: the zone a piece lies in; every piece lies in one."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.argument_types import lifted
from rulekit.words.eyes import POSITION, Eyes, Types
from rulekit.words.pieces.piece_lookup import one_piece, zone_of
from rulekit.words.word import Asked, Gives, Word


def typing(asked: Asked) -> t.Type:
    kind = one_piece(asked, "zone")
    return lifted(asked, t.Zone(kind.kind, ""), "of") if isinstance(kind, t.Piece) else kind


def meaning(eyes: Eyes, types: Types, of: int) -> int:
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
