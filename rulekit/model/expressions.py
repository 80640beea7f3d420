"""Values as they are written: nothing is resolved here, a name is a name.

What is written is kept as it stands, brackets too, so that the printer gives back the same text. Which word a
preposition belongs to, what a name means and of which type it is, `rulekit/check/elaboration` finds out. Each
sample is a value as it can stand behind `is`.
"""

from __future__ import annotations

from rulekit.model.base import Node
from rulekit.records import node
from rulekit.source import NOWHERE, Span


class Prep(str):
    """A preposition that remembers where it stands; everywhere else it is its letters."""

    span: Span = NOWHERE

    @classmethod
    def at(cls, text: str, span: Span) -> Prep:
        """The preposition `text`, written at this place of a file."""
        made = cls(text)
        made.span = span
        return made


class Expr(Node):
    """Anything that stands for a value."""

    __slots__ = ()


@node
class Number(Expr):
    """A whole number. There are no others in the language.

    A value::

        12
    """

    value: int


@node
class Negative(Expr):
    """A number below zero, written with its sign.

    A value::

        -1
    """

    number: Number


@node
class Amount(Expr):
    """A number of a good: how many, and of what.

    A value::

        2 wood
    """

    count: Expr
    good: str


@node
class Yes(Expr):
    """The truth value that is true.

    A value::

        yes
    """


@node
class No(Expr):
    """The truth value that is false.

    A value::

        no
    """


@node
class Nothing(Expr):
    """No value: what an empty place holds, and what a word answers when there is no answer.

    A value::

        nothing
    """


@node
class It(Expr):
    """What the text is about: the member a `where` looks at, or the piece that a view is of.

    A value::

        hand where (cost of it > 2)
    """


@node
class Name(Expr):
    """Anything called by a small name: a zone, state, word without parameters, parameter or row.

    A value::

        gold
    """

    name: str


@node
class KindName(Expr):
    """All members of a kind, as a value.

    A value::

        Card
    """

    name: str


@node
class Old(Expr):
    """What the word said before the step; only in laws after `after`, and in effects.

    A value::

        old count of deck
    """

    word: Expr


@node
class Of(Expr):
    """A word and what it is asked of, perhaps with a number between them.

    A value::

        top 6 of deck
    """

    word: str
    number: Expr | None
    arg: Expr


@node
class Bracket(Expr):
    """Round brackets that keep prepositions apart; brackets round anything else leave no trace.

    A value::

        (machines of player) at cell
    """

    inner: Expr


@node
class Chain(Expr):
    """A head and its prepositions, flat, as they were written; which word takes which of them is found out later.

    A value::

        machines of player at cell
    """

    head: Expr
    args: tuple[tuple[str, Expr], ...]


@node
class Where(Expr):
    """Those members of a set or pieces of a zone for which a condition holds; `it` is the member.

    A value::

        hand where (cost of it < 3)
    """

    source: Expr
    condition: Expr


@node
class ForEach(Expr):
    """The value once for each member, as a set with one answer per member.

    A value::

        cost of c for each c in hand
    """

    value: Expr
    name: str
    source: Expr


@node
class Those(Expr):
    """Those members for which a condition holds, with a name for the member.

    A value::

        those c in hand having (cost of c > coins of player)
    """

    name: str
    source: Expr
    condition: Expr


@node
class Extreme(Expr):
    """All members that have the greatest (or least) of these numbers; several, if they are equal.

    A value::

        those c in hand with most strength of c
    """

    name: str
    source: Expr
    limit: str  # most | least
    mark: Expr


@node
class All(Expr):
    """Every piece of a kind in a place, as one value.

    A value::

        every card of deck
    """

    noun: str
    source: Expr


@node
class Choice(Expr):
    """One of two values. The brackets belong to the form.

    A value::

        (3 if round > 2 else 1)
    """

    yes: Expr
    condition: Expr
    no: Expr


@node
class Tuple(Expr):
    """Several values together, as the key of a word that is asked by two things.

    A value::

        (player, 3)
    """

    items: tuple[Expr, ...]


@node
class Sum(Expr):
    """Numbers added and taken away from left to right: pairs of sign and value behind the first.

    A value::

        a + b - 1
    """

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@node
class Product(Expr):
    """Multiplication and division from left to right, of numbers or of a number and a bag. Division rounds down.

    A value::

        2 * a / b
    """

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@node
class Otherwise(Expr):
    """A value, or a second one where the first is nothing.

    A value::

        owner of c otherwise player
    """

    value: Expr
    default: Expr


@node
class Range(Expr):
    """The numbers from one to another, where something is chosen or walked through.

    A value::

        some n in 1 to 6 has n = round
    """

    low: Expr
    high: Expr


@node
class Compare(Expr):
    """Two values compared. `op` is one of `=`, `<`, `>`, `<=`, `>=`.

    A value::

        count of deck >= 3
    """

    op: str
    left: Expr
    right: Expr


@node
class In(Expr):
    """Membership: a value in a set, a piece in a zone.

    A value::

        c not in hand of player
    """

    left: Expr
    right: Expr
    negated: bool


@node
class Is(Expr):
    """Being the same, or being in a state a word names: `deck is nothing`.

    A value::

        owner of c is not player
    """

    left: Expr
    right: Expr
    negated: bool


@node
class Related(Expr):
    """A relation that the game declares, between two values.

    A value::

        unit fits mine
    """

    left: Expr
    verb: str
    right: Expr


@node
class And(Expr):
    """All parts hold; what stands on the left guards what stands on the right.

    A value::

        a = 1 and b = 2 and c = 3
    """

    parts: tuple[Expr, ...]


@node
class Or(Expr):
    """One of the parts holds.

    A value::

        a = 1 or b = 2
    """

    parts: tuple[Expr, ...]


@node
class Not(Expr):
    """The inner condition does not hold.

    A value::

        not c in hand
    """

    inner: Expr


@node
class Bind(Node):
    """A name and what it goes through, in `every`, `some` and `no`.

    A value::

        every p in Player, c in hand of p has cost of c < 9
    """

    name: str
    source: Expr


@node
class Quantifier(Expr):
    """A condition about every, some or no combination of members.

    A value::

        some p in Player has score of p > 20
    """

    kind: str
    binds: tuple[Bind, ...]
    body: Expr


@node
class Implies(Expr):
    """If the condition holds the other has to hold too; true if it does not.

    A value::

        if round > 3 then coins of player > 0
    """

    condition: Expr
    then: Expr


@node
class Supposing(Expr):
    """Whether a condition would hold after a call. The call is made on a copy, and nothing of it stays.

    A value::

        supposing move c to hand: count of deck > 0
    """

    call: Call
    condition: Expr


@node
class Move(Node):
    """A move written out: its name and what is chosen. Not a value by itself; it stands in `legal ( )` and in
    scenes.

    A value::

        legal (play card oak)
    """

    name: str
    args: tuple[tuple[str, Expr], ...]


@node
class Legal(Expr):
    """Whether a move could be made now.

    A value::

        legal (play card oak)
    """

    move: Move


@node
class Call(Node):
    """A verb with its arguments. `per` and `limit` scale and bound an amount.

    A line::

        add 2 to score of player per 3 coins of player, at most 10
    """

    verb: str
    arg: Expr | None
    args: tuple[tuple[str, Expr], ...] = ()
    per: tuple[int, Expr] | None = None
    limit: tuple[str, Expr] | None = None  # at most / at least
