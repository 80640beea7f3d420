"""`opposite of x`: the one half way round a ring or the table; with an odd number of players there is none."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.order.ring_steps import WANTED, step, type_of_ring_step
from rulekit.words.shared_typings import unfit
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a member of a ring, or a player; the answer is one too, or nothing with an odd number of them."""
    kind = type_of_ring_step(asked, "opposite")
    inner = kind.bare
    if inner.row:
        return unfit(asked, "opposite", "of", WANTED.replace(" or a row of a list", "").replace(", a", " or a"))
    if inner.members:
        return kind if _even(len(inner.members)) else asked.complain("K62", type=str(inner), count=len(inner.members))
    if not inner.player:
        return kind
    fewest, most = asked.things().seats
    if fewest == most:
        return kind if _even(most) else asked.complain("K62", type="Player", count=most)
    return t.or_nothing(kind)


def _even(count: int) -> bool:
    return count % 2 == 0


def meaning(context: WordContext, types: Types, of: int) -> int | None:
    """Half of the way round, None if that is no whole number of steps."""
    kind = types["of"].bare
    count = len(kind.members) if kind.members else context.seats
    return step(context, kind, of, count // 2) if _even(count) else None


WORD = Word(
    "opposite",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.ROUND,
    swap="next",
    examples=(("opposite of ne", "sw"), ("opposite of seat-one", "seat-two")),
)
