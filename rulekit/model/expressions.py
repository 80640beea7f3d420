"""Values as they are written: nothing is resolved here, a name is a name."""

from __future__ import annotations

import attrs

from rulekit.model.base import Node


class Expr(Node):
    """Anything that stands for a value."""

    __slots__ = ()


@attrs.frozen
class Number(Expr):
    value: int


@attrs.frozen
class Amount(Expr):
    """`2 wood`, `(n) gold`"""

    count: Expr
    good: str


@attrs.frozen
class Yes(Expr):
    pass


@attrs.frozen
class No(Expr):
    pass


@attrs.frozen
class Nothing(Expr):
    pass


@attrs.frozen
class It(Expr):
    pass


@attrs.frozen
class Name(Expr):
    """`gold`, `player`, `deck`"""

    name: str


@attrs.frozen
class KindName(Expr):
    """`Card`: all its members"""

    name: str


@attrs.frozen
class Old(Expr):
    word: Expr


@attrs.frozen
class Of(Expr):
    """`top 6 of deck`: a word, perhaps with a number, and what it is asked of"""

    word: str
    number: Expr | None
    arg: Expr


@attrs.frozen
class Bracket(Expr):
    """Round brackets that keep prepositions apart."""

    inner: Expr


@attrs.frozen
class Chain(Expr):
    """`machines of player at cell`: a head and its prepositions, flat; who takes which is found out later"""

    head: Expr
    args: tuple[tuple[str, Expr], ...]


@attrs.frozen
class Where(Expr):
    """`S where (c)`"""

    source: Expr
    condition: Expr


@attrs.frozen
class ForEach(Expr):
    """`F for each x in S`"""

    value: Expr
    name: str
    source: Expr


@attrs.frozen
class Those(Expr):
    name: str
    source: Expr
    condition: Expr


@attrs.frozen
class All(Expr):
    """`every card of deck`"""

    noun: str
    source: Expr


@attrs.frozen
class Choice(Expr):
    """`(a if c else b)`"""

    yes: Expr
    condition: Expr
    no: Expr


@attrs.frozen
class Tuple(Expr):
    items: tuple[Expr, ...]


@attrs.frozen
class Sum(Expr):
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@attrs.frozen
class Product(Expr):
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@attrs.frozen
class Otherwise(Expr):
    value: Expr
    default: Expr


@attrs.frozen
class Range(Expr):
    """`1 to 6`, where something is chosen or walked through"""

    low: Expr
    high: Expr


@attrs.frozen
class Compare(Expr):
    op: str
    left: Expr
    right: Expr


@attrs.frozen
class In(Expr):
    left: Expr
    right: Expr
    negated: bool


@attrs.frozen
class Is(Expr):
    left: Expr
    right: Expr
    negated: bool


@attrs.frozen
class Related(Expr):
    """`unit fits mine`"""

    left: Expr
    verb: str
    right: Expr


@attrs.frozen
class And(Expr):
    parts: tuple[Expr, ...]


@attrs.frozen
class Or(Expr):
    parts: tuple[Expr, ...]


@attrs.frozen
class Not(Expr):
    inner: Expr


@attrs.frozen
class Bind(Node):
    name: str
    source: Expr


@attrs.frozen
class Quantifier(Expr):
    """`every`, `some` or `no`"""

    kind: str
    binds: tuple[Bind, ...]
    body: Expr


@attrs.frozen
class Implies(Expr):
    condition: Expr
    then: Expr


@attrs.frozen
class Supposing(Expr):
    call: Call
    condition: Expr


@attrs.frozen
class Move(Node):
    """A move written out: its name and what is chosen."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@attrs.frozen
class Legal(Expr):
    move: Move


@attrs.frozen
class Call(Node):
    """A verb with its arguments: `move top 6 of deck to hand of p`"""

    verb: str
    arg: Expr | None
    args: tuple[tuple[str, Expr], ...] = ()
    per: tuple[int, Expr] | None = None
    limit: tuple[str, Expr] | None = None  # at most / at least
