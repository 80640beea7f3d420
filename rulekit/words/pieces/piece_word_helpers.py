"""What `owner`, `zone` and `place` share: one piece, and the zone it lies in."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Types, WordContext


def one_piece(asked: TypingContext, word: str) -> t.Type:
    """The kind of the piece."""
    kind = asked.type("of").bare
    if isinstance(kind, t.Piece | t.Unknown):
        return kind
    return unfit(asked, word, "of", "a card, tile or piece")


def zone_of(context: WordContext, types: Types, piece: int) -> int:
    """The number of the zone the piece lies in; every piece lies in one."""
    return context.zone_of(str(types["of"].bare), piece)
