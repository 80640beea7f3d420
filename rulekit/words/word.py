"""What a word of the kit is: what it takes, what it gives, what it means, and examples that run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import attrs

from rulekit.records import record
from rulekit.typesystem import types as t
from rulekit.typesystem.types import Type
from rulekit.words.eyes import GIVEN, UNSAID, Eyes, Types


class Asked(Protocol):
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

    def wrong(self, code: str, variant: str = "", **facts: Any) -> Type:
        """Complain, and go on with an unknown type."""

    def things(self) -> Any:
        """The names of the rulebook, for words that depend on what is declared."""

    def hope(self) -> Type | None:
        """The type expected of the whole, if any."""

    def written(self, slot: str) -> str:
        """What was given, as it stands in the text."""


@record
class Word:
    """A word of the kit. `takes` says for each preposition whether it must be there.

    `reads` says what of the position it looks at by itself, besides what it is given. A word that does not say is
    taken to look at all there is to see, which is never wrong, but slower, and more may be called a leak.
    """

    name: str
    sentence: str
    typing: Callable[[Asked], Type]
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
    examples: tuple[tuple[str, str], ...] = ()  # on examples.rules: a value, and another way to say it

    def run(self, eyes: Eyes, *, types: Types, **slots: Any) -> Any:
        """The value of the word; a word of nothing is nothing, as a set it is empty, a test of nothing is false."""
        if None in slots.values():
            return nothing_as(types[""]) if self.of_nothing is None else self.of_nothing
        return self.meaning(eyes, types, **slots)

    def looks(self, given: Iterable[Type]) -> frozenset[str]:
        """What it reads when it is given values of these types: contents only where it is given a zone."""
        placed = any(map(_zones, given))
        return frozenset(aspect for aspect in self.reads if aspect != GIVEN or placed)


def _zones(kind: Type) -> bool:
    """Is this a zone, or a map of zones?"""
    kind = t.bare(kind)
    return isinstance(t.bare(kind.value) if isinstance(kind, t.Map) else kind, t.Zone)


class Related:
    """A relation of the kit as something that can be asked again and again; `near` tells all at once, if it can."""

    def __init__(self, word: Word, eyes: Eyes, types: Types) -> None:
        self.word, self.eyes, self.types = word, eyes, types
        self.near = self.leads = None if word.ahead is None else word.ahead(eyes, types)

    def __call__(self, a: Any, b: Any) -> bool:
        return bool(self.word.run(self.eyes, types=self.types, of=a, eq=b))


def keyword(slot: str) -> str:
    """A slot as an argument of `run`: the right side of an infix word is `eq`."""
    return "eq" if slot == "=" else slot


def nothing_as(kind: Type) -> Any:
    """What nothing is where a value of this type is wanted."""
    if isinstance(kind, t.SetOf | t.Sequence):
        return ()
    if isinstance(kind, t.BagOf):
        return {}
    return False if isinstance(kind, t.YesNo) else None
