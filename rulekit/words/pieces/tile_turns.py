"""What `poses` and `look` share: tiles, and how often they turn before they have come round."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Types, WordContext

QUARTERS = 4


def facings(asked: TypingContext, word: str) -> t.Type:
    """The numbers a facing of this tile can be."""
    kind = asked.type("of").bare
    if not kind.is_known:
        return kind
    info = asked.things().kinds.get(kind.kind) if kind.piece else None
    if info is None or info.sort != "tile":
        return unfit(asked, word, "of", "a tile")
    return t.Number(0, turns(asked, info.name) - 1)


def turns(asked: TypingContext, tile: str) -> int:
    """As many as the ring of what turns with the tile has members, else quarters."""
    kinds = [info for info in asked.things().kinds.values() if tile in (info.name, info.whole)]
    fields: list[Any] = [field for info in kinds for field in info.fields.values() if field.turning]
    rings = [field.type.of.bare for field in fields]
    return max((len(ring.members) for ring in rings if ring.members), default=QUARTERS)


def smallest(context: WordContext, types: Types, tile: int) -> dict[int, int]:
    """For each turn the smallest turn that looks the same."""
    kind = str(types["of"].bare)
    looks = [context.looks(kind, tile, turn) for turn in range(context.ring(kind))]
    return {turn: looks.index(look) for turn, look in enumerate(looks)}
