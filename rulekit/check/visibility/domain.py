"""The abstract domain of visibility: where pieces of a value may lie, whose seat it is, what was read on the way."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.visibility.views import ANY, HiddenRead
from rulekit.records import draft, evolve, record
from rulekit.source import Span

IMPLIED = ("player", "here")  # names that are passed on to whatever is called


@record
class PieceLocation:
    """Where a piece may lie, or which zone is meant."""

    zone: str
    whose: str = ANY
    end: str | None = None  # top | bottom: that piece of a pile
    keys: frozenset[PieceLocation] = frozenset()  # where the piece may lie to which the zone belongs
    sort: str = "lies"  # lies | table: any piece, taken from the printed table | lost: nobody can say where


TABLE = PieceLocation("", sort="table")


@record
class ValueInfo:
    """What is known of a value: the locations of the pieces it may be, and whose seat it is."""

    spots: frozenset[PieceLocation] = frozenset()
    seat: str = ANY

    @property
    def piece_locations(self) -> list[PieceLocation]:
        """In a fixed order: the first read that is hidden is the one a message speaks of."""
        return sorted((s for s in self.spots if s.sort == "lies"), key=lambda s: (s.zone, s.whose, s.end or ""))

    @property
    def from_table(self) -> bool:
        """Whether the value rests on something that is read from the table, and is not known before play."""
        return TABLE in self.spots


NOTHING = ValueInfo()
PRINTED = ValueInfo(frozenset((TABLE,)))


def union(infos: Iterable[ValueInfo]) -> ValueInfo:
    """What is known of a value that is one of several."""
    found = list(infos)
    if len(found) == 1:
        return found[0]
    seats = {info.seat for info in found}
    return ValueInfo(frozenset().union(*(info.spots for info in found)), seats.pop() if len(seats) == 1 else ANY)


@draft
class ReadContext:
    """Where a value stands: what is known of its names, in which body, who decides; and the reads found so far."""

    env: dict[str, ValueInfo]
    body: typed_statements.Body | None = None
    asked: tuple[v.T, ...] = ()
    found: list[HiddenRead] = attrs.field(factory=list)
    free: frozenset[str] = frozenset()  # names that run through a whole type
    lying: tuple[tuple[v.T, ValueInfo], ...] = ()  # states of which a condition says where their piece lies
    early: bool = False  # before anything of the body has been done

    def without_counting(self) -> ReadContext:
        """The same context; reads found there do not count."""
        return evolve(self, found=[])

    def in_procedure(self, env: dict[str, ValueInfo], body: typed_statements.Body) -> ReadContext:
        """Inside a procedure that is called from here."""
        return ReadContext({**{n: i for n, i in self.env.items() if n in IMPLIED}, **env}, body, early=True)

    def report(self, reads: Iterable[HiddenRead], span: Span) -> None:
        """Reads inside something that is called count where it is called."""
        self.found += [evolve(r, span=span, inner=r.inner if r.inner.line else r.span) for r in reads]


@record
class ClauseReads:
    """One clause of a move and what it reads. `sort`: parameter, guard, price or menu."""

    id: str | None
    sort: str
    openly: bool
    found: tuple[HiddenRead, ...]
    span: Span
