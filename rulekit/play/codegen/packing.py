"""Moves as whole numbers: each action has a range of its own, and the values of a move are the digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import loops
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.codegen.book import Book

MOST = 1 << 16  # moves of one action
COUNTABLE = (t.Number, t.Piece, t.Place, t.Row, t.Seat, t.Choice)


@attrs.frozen
class Pack:
    """The first number of a range, and how many values each parameter has."""

    base: int
    sizes: tuple[int, ...]

    @property
    def end(self) -> int:
        found = 1
        for size in self.sizes:
            found *= size
        return self.base + found

    def token(self, codes: list[str]) -> str:
        """Python for a move."""
        found = codes[0] if codes else ""
        if len(codes) > 1:
            found = f"{codes[0]} * {self.sizes[1]} + {codes[1]}"
        return " + ".join(x for x in (str(self.base) if self.base or not found else "", found) if x)

    def values(self, answer: str) -> list[str]:
        """Python for the values of a move."""
        inner = f"({answer} - {self.base})" if self.base else answer
        if len(self.sizes) < 2:
            return [inner][: len(self.sizes)]
        return [f"{inner} // {self.sizes[1]}", f"{inner} % {self.sizes[1]}"]

    def read(self, token: int) -> tuple[int, ...]:
        """The values of a move."""
        rest = token - self.base
        return (rest,)[: len(self.sizes)] if len(self.sizes) < 2 else divmod(rest, self.sizes[1])


def pack(b: Book, action: str) -> Pack | None:
    """The range of an action; nothing where its moves are not so simple."""
    if not b.manner.whole:
        return None
    if action not in b.packs:
        body = b.program.blocks[f"action {action}"].body
        sizes = (
            [_size(b, step) for step in body.front if isinstance(step, typed_statements.Param)]
            if body is not None
            else [None]
        )
        if None in sizes or len(sizes) > 2:
            b.packs[action] = None
        else:
            base = max((one.end for one in b.packs.values() if one is not None), default=0)
            found = Pack(base, tuple(n for n in sizes if n is not None))
            b.packs[action] = found if found.end - base <= MOST else None
    known: Pack | None = b.packs[action]
    return known


def _size(b: Book, step: typed_statements.Param) -> int | None:
    """One more than the greatest value of a parameter, if all are numbers from nought on."""
    kind = (step.source.type.member or t.UNKNOWN).bare
    if step.amount == "one" and b.purity.constant(step.source):
        return _over(b.purity.fold(step.source) or ())
    if step.amount != "one" or not isinstance(kind, COUNTABLE) or loops.maybe_inside(step.source.type):
        return None
    if isinstance(kind, t.Number):
        return kind.high + 1 if kind.low >= 0 and kind.high < MOST else None
    return _over(b.plan.members(kind))


def _over(members: Any) -> int | None:
    good = all(type(m) is int and 0 <= m < MOST for m in members)
    return max(members, default=0) + 1 if good else None
