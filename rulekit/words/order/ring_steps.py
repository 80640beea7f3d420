"""What `next`, `previous` and `opposite` share: going round, or along the rows of a list."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext
from rulekit.words.word_context import WordContext

WANTED = "a Player, a member of a ring or a row of a list"


def type_of_ring_step(asked: TypingContext, word: str) -> t.Type:
    """The type of what goes round; `or nothing` if it may be nothing."""
    hope = (asked.expected_type() or t.UNKNOWN).bare
    kind = asked.type("of", hope if isinstance(hope, t.Choice | t.Seat | t.Row) else None)
    inner = kind.bare
    if isinstance(inner, t.Unknown | t.Seat) or (inner.row and is_list(asked, inner)):
        return kind
    if not inner.members:
        return unfit(asked, word, "of", WANTED)
    return kind if inner.ring else asked.complain("K62", "no-ring", type=str(inner), word=word)


def is_list(asked: TypingContext, kind: t.Type) -> bool:
    """Whether the rows of this kind stand in a list, which has two ends and does not go round."""
    info = asked.things().kinds.get(kind.kind)
    return info is not None and info.sort == "list"


def type_of_one_step(asked: TypingContext, word: str) -> t.Type:
    """The same for one step: the rows of a list end somewhere."""
    kind = type_of_ring_step(asked, word)
    return t.or_nothing(kind) if kind.bare.row else kind


def step(context: WordContext, kind: t.Type, of: int, by: int) -> int | None:
    """So many members on."""
    kind = kind.bare
    count = len(kind.members) if kind.members else len(context.members(kind))
    if kind.row:
        return of + by if 0 <= of + by < count else None
    return (of + by) % count
