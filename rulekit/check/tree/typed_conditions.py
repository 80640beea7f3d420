"""Checked values that are yes or no: comparisons, relations, `and`, `or`, quantifiers, questions about moves.

All are a `Predicate`, so their type is always the same. What is nothing makes a comparison no, never a fault; `Not`
therefore makes it yes. Everybody takes these classes from `typed_expressions`, where all forms of values are.
"""

from __future__ import annotations

from typing import Any

from rulekit.check.tree.typed_value import Predicate, T
from rulekit.records import node
from rulekit.words.word_context import ASKED


@node
class Related(Predicate):
    """A relation of the game between its arguments: true if any, or all, of its cases hold, as it was declared.

    A value::

        unit fits mine
    """

    relation: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()

    @property
    def refers(self) -> str:
        """The relation."""
        return f"relation {self.relation}"


@node
class Compare(Predicate):
    """Two numbers compared; no if one of them is nothing.

    A value::

        count of deck >= 3
    """

    op: str
    left: T
    right: T

    @property
    def compared(self) -> tuple[T, ...]:
        """Left and right."""
        return (self.left, self.right)


@node
class Equal(Predicate):
    """Two values that are the same, or (`negated`) are not. If one of them is nothing the answer is no both times.

    A value::

        owner of c is player
    """

    left: T
    right: T
    negated: bool

    @property
    def compared(self) -> tuple[T, ...]:
        """Left and right."""
        return (self.left, self.right)


@node
class IsNothing(Predicate):
    """There is no value, or (`negated`) there is one.

    A value::

        board at c is nothing
    """

    value: T
    negated: bool


@node
class IsIn(Predicate):
    """A member of a set, a piece in a zone; `negated` for `not in`.

    A value::

        c not in hand of player
    """

    left: T
    right: T
    negated: bool

    @property
    def operands(self) -> tuple[T, ...]:
        """Left and right."""
        return (self.left, self.right)


@node
class IsNot(Predicate):
    """An adjective denied. False, as `is`, when the value is nothing.

    A value::

        x is not staffed
    """

    value: T
    test: T


@node
class And(Predicate):
    """All parts hold. They are asked from left to right, and what stands on the left guards what stands on the
    right.

    A value::

        deck is not nothing and cost of top of deck > 2
    """

    parts: tuple[T, ...]

    @property
    def conjuncts(self) -> tuple[T, ...]:
        """Its parts."""
        return self.parts


@node
class Or(Predicate):
    """One of the parts holds. They are asked from left to right.

    A value::

        coins of p = 0 or passed of p
    """

    parts: tuple[T, ...]


@node
class Not(Predicate):
    """The condition does not hold. A condition that is no because something is nothing becomes yes.

    A value::

        not c in hand of player
    """

    inner: T


@node
class Quantifier(Predicate):
    """`kind` of the combinations of members make the body true: every, some or no. Later names may depend on
    earlier ones.

    A value::

        every p in Player, c in hand of p has cost of c < 9
    """

    kind: str  # every | some | no
    binds: tuple[tuple[str, T], ...]
    body: T


@node
class Supposing(Predicate):
    """Whether a condition would hold after a call (`typed_statements.Call`). The call is made on a copy of the
    state.

    A value::

        supposing move c to hand: count of deck > 0
    """

    call: Any  # check.does.Call
    condition: T


@node
class Legal(Predicate):
    """Whether these values would be a legal move of the action now.

    A value::

        legal (play card oak)
    """

    action: str
    args: tuple[tuple[str, T], ...]

    @property
    def refers(self) -> str:
        """The action."""
        return f"action {self.action}"

    @property
    def looks_at(self) -> frozenset[str]:
        """Who is asked what."""
        return frozenset((ASKED,))
