"""What a word of the kit is: what it takes, what it gives, what it means, and examples that run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Protocol

import attrs

from rulekit.records import record
from rulekit.typesystem import types as t
from rulekit.typesystem.types import Type
from rulekit.words.word_context import ASKED, GIVEN, NOTHING, PAST, UNSAID, Types, WordContext


class Gives(Enum):
    """What the answer of a word has to do with what it is asked `of`. Proofs of ranges and sizes go by it."""

    ANYTHING = "anything"  # nothing more is known than its type
    COUNT = "count"  # how many members there are
    TOTAL = "total"  # how much its numbers are together
    GREATEST = "greatest"  # the greatest of its numbers; nothing if there are none
    LEAST = "least"  # the least of them
    END = "end"  # the member at one end of what has an order; with a number so many of them
    MEMBER = "member"  # one of its members; nothing if there are none
    NTH = "nth"  # the member at a place in its order; nothing if it is not so long
    SOLE = "sole"  # its member, if there is exactly one
    NONE = "none"  # a collection without members
    EMPTINESS = "emptiness"  # yes if there are no members
    INCLUSION = "inclusion"  # yes if all members are in the other collection as well
    WHEREABOUTS = "whereabouts"  # where a piece lies
    OWNER = "owner"  # whose zone a piece lies in
    ROUND = "round"  # another member of the ring or list that the given one stands in


NUMBERS = (Gives.COUNT, Gives.TOTAL, Gives.GREATEST, Gives.LEAST)


class TypingContext(Protocol):
    """One use of a word while its types are worked out. "of" is what it is asked of, "n" the number before `of`."""

    def has(self, slot: str) -> bool:
        """Was this given?"""

    def type(self, slot: str, hint: Type | None = None) -> Type:
        """The type of what was given, places for one piece read as the piece; a hint helps names and coordinates."""

    def place(self, slot: str, hint: Type | None = None) -> Type:
        """The type of what was given, a zone staying a zone."""

    def name(self, slot: str) -> str:
        """The name given where a relation, adjective, action or zone is named."""

    def members(self, slot: str, hint: Type | None = None) -> Type:
        """Read what was given as a collection; the type of its members."""

    def items(self, slot: str) -> tuple[Type, ...]:
        """The types of the values of a list in brackets; none if it is anything else."""

    def want(self, slot: str, kind: Type) -> None:
        """What was given must be of this type."""

    def complain(self, code: str, variant: str = "", **facts: Any) -> Type:
        """Complain, and go on with an unknown type."""

    def things(self) -> Any:
        """The names of the rulebook, for words that depend on what is declared."""

    def expected_type(self) -> Type | None:
        """The type expected of the whole, if any."""

    def argument_text(self, slot: str) -> str:
        """What was given, as it stands in the text."""


@record
class Word:
    """A word of the kit. `takes` says for each preposition whether it must be there.

    `reads` says what of the position it looks at by itself, besides what it is given. A word that does not say is
    taken to look at all there is to see, which is never wrong, but slower, and more may be called a leak.
    """

    name: str
    sentence: str
    typing: Callable[[TypingContext], Type]
    meaning: Callable[..., Any]  # of the eyes, the types of all slots, and the values by keyword
    reads: tuple[str, ...] = UNSAID
    tells: Callable[[Any], bool] = lambda zone: True  # of a declared zone: does what lies in it change the answer?
    takes: Mapping[str, bool] = attrs.field(factory=dict)
    number: str = "never"  # never | may | must: a number before `of`
    of: bool = True
    adjective: bool = False
    infix: bool = False
    named: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)  # slot -> what its name may be the name of
    ahead: Callable[[Any, Types], Callable[[Any], Any]] | None = (
        None  # of eyes and types: gives all a thing is related to
    )
    divisor: str = ""  # the slot it divides by, which must be a positive number for certain
    of_nothing: Any = None  # what it gives of nothing, if not what every word of its type gives
    gives: Gives = Gives.ANYTHING
    ordered: bool = False  # does the order of what it is asked of decide the answer?
    sizes: bool = False  # does it see no more of a zone than how many lie in it?
    symmetric: bool = False  # between two values: does it not matter which stands first?
    keeps: bool = False  # does the answer always hold what it is asked of?
    along: bool = False  # does it walk along one line of places, and no further?
    dear: bool = False  # does it take so long that generated code should remember its answers?
    last: bool = False  # does its chain end with it, so that `sum of a * b` needs brackets?
    swap: str = ""  # the word that a mutant of the rules puts in its place
    synonyms: tuple[str, ...] = ()  # what people say for it
    examples: tuple[tuple[str, str], ...] = ()  # on examples.rules: a value, and another way to say it

    def run(self, context: WordContext, *, types: Types, **slots: Any) -> Any:
        """The value of the word; a word of nothing is nothing, as a set it is empty, a test of nothing is false."""
        if None in slots.values():
            return types[""].empty_value if self.of_nothing is None else self.of_nothing
        return self.meaning(context, types, **slots)

    @property
    def total(self) -> bool:
        """Has it an answer even of nothing?"""
        return self.of_nothing is not None

    @property
    def asks_moves(self) -> bool:
        """Does it ask the guards of an action?"""
        return ASKED in self.reads and "action" in self.named.get("of", ())

    @property
    def asks_prices(self) -> bool:
        """Does it ask what an effect costs?"""
        return ASKED in self.reads and "of" not in self.named

    @property
    def asks_past(self) -> bool:
        """Does it ask what was done before?"""
        return self.reads == (PAST,)

    def looks(self, given: Iterable[Type]) -> frozenset[str]:
        """What it reads when it is given values of these types: contents only where it is given a zone."""
        placed = any(kind.zones for kind in given)
        return frozenset(aspect for aspect in self.reads if aspect != GIVEN or placed)


class WordRelation:
    """A relation of the kit as something that can be asked again and again; `near` tells all at once, if it can."""

    def __init__(self, word: Word, context: WordContext, types: Types) -> None:
        self.word, self.context, self.types = word, context, types
        self.near = self.leads = None if word.ahead is None else word.ahead(context, types)

    def __call__(self, a: Any, b: Any) -> bool:
        """Whether it relates the two."""
        return bool(self.word.run(self.context, types=self.types, of=a, eq=b))


def keyword(slot: str) -> str:
    """A slot as an argument of `run`: the right side of an infix word is `eq`."""
    return "eq" if slot == "=" else slot


def _no_type(asked: TypingContext) -> Type:
    return t.UNKNOWN


def _no_meaning(context: WordContext, types: Types, **slots: Any) -> Any:
    return None


NO_WORD = Word("", "", _no_type, _no_meaning, reads=NOTHING)  # constants and operators have a meaning of their own
