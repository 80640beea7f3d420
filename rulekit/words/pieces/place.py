"""`place of x`: the `at` index of the zone a piece lies in, or nothing; `at z`: in that zone only."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.pieces.piece_word_helpers import one_piece, zone_of
from rulekit.words.shared_typings import unfit
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import POSITION, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of one piece, and perhaps a zone by its name; the answer is a place, or nothing.

    K75 if pieces of this kind can lie at places of two types and `at` does not say which is meant.
    """
    kind = one_piece(asked, "place")
    if asked.has("at"):
        asked.place("at")
    if not kind.piece:
        return t.UNKNOWN
    zones = [zone for zone in asked.things().zones.values() if zone.kind == kind.kind]
    if asked.has("at"):
        zones = [zone for zone in zones if zone.name == asked.name("at")]
        if not zones and asked.name("at"):
            return unfit(asked, "place", "of", f"a piece that can lie in `{asked.argument_text('at')}`")
    return _where(asked, kind, [zone for zone in zones if zone.at])


def _where(asked: TypingContext, kind: t.Type, zones: list[Any]) -> t.Type:
    """The one type of place these zones have; of two it must be said which is meant."""
    found = list(dict.fromkeys(zone.at[0] for zone in zones))
    if len(found) > 1:
        return asked.complain("K75", kind=kind, types=found)
    return t.or_nothing(found[0]) if found else t.NOTHING


def meaning(context: WordContext, types: Types, of: int, at: str | None = None) -> Any:
    """The place its zone is at; None if the zone is at none, or is another one than the one named."""
    zone = zone_of(context, types, of)
    info = context.zone_info(zone)
    if not info.at or (at is not None and info.name != at):
        return None
    return context.zone_args(zone)[len(info.of)]


WORD = Word(
    "place",
    __doc__,
    typing,
    meaning,
    reads=(POSITION,),
    gives=Gives.WHEREABOUTS,
    tells=lambda zone: bool(zone.at),
    takes={"at": False},
    named={"at": ("zone",)},
    examples=(("place of bar", "(1, 1)"), ("place of bend at spot", "(3, 2)"), ("place of spare at spot", "nothing")),
)
