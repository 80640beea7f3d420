"""The base of checked values, with what every value answers of itself; most answer "none", and few classes differ.

Who asks a value one of these need not know its class: `place.state` is the name of the state that it reads, whatever
else it may be. The classes stand in `typed_expressions`.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.records import Record, node
from rulekit.source import NOWHERE, Span
from rulekit.typesystem.types import YES_NO, Type


@node
class T(Record):
    """A value with its type; `span` is where it was written. Two values are equal if they say the same, wherever
    they stand.
    """

    type: Type = attrs.field(kw_only=True)
    span: Span = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)

    @property
    def local(self) -> str:
        """The name of a parameter or bound name; "" of any other value."""
        return ""

    @property
    def binds(self) -> tuple[tuple[str, T], ...]:
        """The names that stand for members in `body`, each with its collection; most values bind none."""
        return ()

    @property
    def body(self) -> T:
        """What is said of the names that it binds; of what binds none, itself."""
        return self

    @property
    def never_empty(self) -> bool:
        """Whether it is a collection that has a member in every game; known of the members of a type."""
        return False

    @property
    def stored(self) -> str:
        """The name of the state or zone that it is, at whatever indexes; "" of any other value."""
        return self.state or self.zone_name

    @property
    def state(self) -> str:
        """The name of the state that it reads; "" of any other value."""
        return ""

    @property
    def zone_name(self) -> str:
        """The name of the zone that it is; "" of any other value."""
        return ""

    @property
    def indexes(self) -> tuple[T, ...]:
        """The indexes of a state or zone, as far as they are given; none of any other value."""
        return ()

    @property
    def container(self) -> T:
        """What is written when this is written: of `goods at wood` the goods, else itself."""
        return self

    @property
    def option(self) -> str:
        """The name of the option whose value it is; "" of any other value."""
        return ""

    @property
    def refers(self) -> str:
        """What it calls by name, as effects name it: `word limit`, `relation fits`, `action play`; "" if nothing."""
        return ""

    @property
    def looks_at(self) -> frozenset[str]:
        """What it looks at by itself, besides its parts and the table (see `words.word_context`): mostly nothing."""
        return frozenset()

    @property
    def known(self) -> bool:
        """Is it known before play, as a number or a name is?"""
        return False

    @property
    def constant(self) -> Any:
        """What it is, if that is known before play; None of any other value."""
        return None

    @property
    def elements(self) -> tuple[T, ...] | None:
        """The values listed in brackets; None of any other value."""
        return None

    @property
    def listed(self) -> tuple[T, ...] | None:
        """The values listed in brackets, if sets among them are not joined; None of any other value."""
        return None

    @property
    def conjuncts(self) -> tuple[T, ...]:
        """The conditions that must all hold: the parts of an `and`, else itself alone."""
        return (self,)

    @property
    def compared(self) -> tuple[T, ...]:
        """Both sides of a comparison; none of any other value."""
        return ()

    @property
    def operands(self) -> tuple[T, ...]:
        """Both sides of a comparison or of `in`; none of any other value."""
        return self.compared

    def named(self, *sorts: str) -> str:
        """The name of a relation, adjective or action given as such, if it is of one of these sorts; "" of a value."""
        return ""


@node
class Predicate(T):
    """A value that is yes or no. Where its parts are nothing it is no, never nothing."""

    type: Type = attrs.field(default=YES_NO, kw_only=True)
