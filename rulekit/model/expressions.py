"""Values as they are written: nothing is resolved here, a name is a name."""

from __future__ import annotations

from rulekit.model.base import Node
from rulekit.records import node
from rulekit.source import NOWHERE, Span


class Prep(str):
    """A preposition that remembers where it stands; everywhere else it is its letters."""

    span: Span = NOWHERE

    @classmethod
    def at(cls, text: str, span: Span) -> Prep:
        made = cls(text)
        made.span = span
        return made


class Expr(Node):
    """Anything that stands for a value."""

    __slots__ = ()


@node
class Number(Expr):
    value: int


@node
class Negative(Expr):
    """`-1`: a number below nothing, written with its sign."""

    number: Number


@node
class Amount(Expr):
    """`2 wood`, `(n) gold`"""

    count: Expr
    good: str


@node
class Yes(Expr):
    pass


@node
class No(Expr):
    pass


@node
class Nothing(Expr):
    pass


@node
class It(Expr):
    pass


@node
class Name(Expr):
    """`gold`, `player`, `deck`"""

    name: str


@node
class KindName(Expr):
    """`Card`: all its members"""

    name: str


@node
class Old(Expr):
    word: Expr


@node
class Of(Expr):
    """`top 6 of deck`: a word, perhaps with a number, and what it is asked of"""

    word: str
    number: Expr | None
    arg: Expr


@node
class Bracket(Expr):
    """Round brackets that keep prepositions apart."""

    inner: Expr


@node
class Chain(Expr):
    """`machines of player at cell`: a head and its prepositions, flat; who takes which is found out later"""

    head: Expr
    args: tuple[tuple[str, Expr], ...]


@node
class Where(Expr):
    """`S where (c)`"""

    source: Expr
    condition: Expr


@node
class ForEach(Expr):
    """`F for each x in S`"""

    value: Expr
    name: str
    source: Expr


@node
class Those(Expr):
    name: str
    source: Expr
    condition: Expr


@node
class Extreme(Expr):
    """`those c in hand with most strength of c`: all that have the greatest of these numbers."""

    name: str
    source: Expr
    limit: str  # most | least
    mark: Expr


@node
class All(Expr):
    """`every card of deck`"""

    noun: str
    source: Expr


@node
class Choice(Expr):
    """`(a if c else b)`"""

    yes: Expr
    condition: Expr
    no: Expr


@node
class Tuple(Expr):
    items: tuple[Expr, ...]


@node
class Sum(Expr):
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@node
class Product(Expr):
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@node
class Otherwise(Expr):
    value: Expr
    default: Expr


@node
class Range(Expr):
    """`1 to 6`, where something is chosen or walked through"""

    low: Expr
    high: Expr


@node
class Compare(Expr):
    op: str
    left: Expr
    right: Expr


@node
class In(Expr):
    left: Expr
    right: Expr
    negated: bool


@node
class Is(Expr):
    left: Expr
    right: Expr
    negated: bool


@node
class Related(Expr):
    """`unit fits mine`"""

    left: Expr
    verb: str
    right: Expr


@node
class And(Expr):
    parts: tuple[Expr, ...]


@node
class Or(Expr):
    parts: tuple[Expr, ...]


@node
class Not(Expr):
    inner: Expr


@node
class Bind(Node):
    name: str
    source: Expr


@node
class Quantifier(Expr):
    """`every`, `some` or `no`"""

    kind: str
    binds: tuple[Bind, ...]
    body: Expr


@node
class Implies(Expr):
    condition: Expr
    then: Expr


@node
class Supposing(Expr):
    call: Call
    condition: Expr


@node
class Move(Node):
    """A move written out: its name and what is chosen."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@node
class Legal(Expr):
    move: Move


@node
class Call(Node):
    """A verb with its arguments: `move top 6 of deck to hand of p`"""

    verb: str
    arg: Expr | None
    args: tuple[tuple[str, Expr], ...] = ()
    per: tuple[int, Expr] | None = None
    limit: tuple[str, Expr] | None = None  # at most / at least
