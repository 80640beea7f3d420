"""Checked values: every name resolved, every preposition given out, every type known."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.records import Record, node
from rulekit.source import NOWHERE, Span
from rulekit.typesystem.types import UNKNOWN, YES_NO, Type
from rulekit.words import core
from rulekit.words.word import NO_WORD, Word


@node
class T(Record):
    """A value with its type; `span` is where it was written."""

    type: Type = attrs.field(kw_only=True)
    span: Span = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@node
class Predicate(T):
    """A value that is yes or no."""

    type: Type = attrs.field(default=YES_NO, kw_only=True)


@node
class Const(T):
    """A value known before play: a number, a member's number, yes or no, nothing, a list of such."""

    value: Any


@node
class Broken(T):
    """Stands where a complaint was made already."""

    type: Type = attrs.field(default=UNKNOWN, kw_only=True)


@node
class Local(T):
    """A parameter or bound name. `here`, `player`, `it` and `last` are locals too."""

    name: str


@node
class OptionValue(T):
    name: str


@node
class Members(T):
    """All members of a type, in order: `Card`, `Player`, `Race`"""

    of: Type


@node
class Read(T):
    """A state at all its indexes, or a map when some are left open."""

    state: str
    args: tuple[T, ...]


@node
class ZoneAt(T):
    """A zone, or a map of zones when some indexes are left open."""

    zone: str
    args: tuple[T, ...]


@node
class Held(T):
    """What lies in a zone: the piece of a `one`, else its pieces in order; of a map, all of it in index order."""

    zone: T


@node
class MapValues(T):
    """What a map of values holds, in index order."""

    map: T


@node
class FieldOf(T):
    """A printed field of a row; `sides` are where it is printed."""

    kind: str
    field: str
    of: T
    sides: tuple[str, ...]


@node
class Parts(T):
    """`corridors of t`"""

    kind: str
    of: T


@node
class Whole(T):
    """`tile of w`"""

    kind: str
    of: T


@node
class Use(T):
    """A word of the game: `limit of s`; `hidden` are the values of player and here it asks for."""

    word: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()


@node
class CoreUse(T):
    """A word of the kit with its arguments by preposition; "" is the direct one, "n" the number before `of`."""

    word: str
    args: tuple[tuple[str, T], ...]

    def get(self, prep: str) -> T | None:
        return next((value for name, value in self.args if name == prep), None)

    @property
    def definition(self) -> Word:
        """What the kit declares of the word; of a constant or an operator nothing."""
        return core.find(self.word) or NO_WORD

    @property
    def reads(self) -> frozenset[str]:
        """What the word looks at by itself, besides its arguments."""
        return core.reads(self.word, [value.type for _, value in self.args])


def divisor(node: T) -> T | None:
    """What a value divides by, if it is a division or a word that divides."""
    if isinstance(node, Arith):
        return node.right if node.op == "/" else None
    slot = core.divisor(node.word) if isinstance(node, CoreUse) else ""
    return node.get(slot) if isinstance(node, CoreUse) and slot else None


@node
class Named(T):
    """A relation, adjective, action, zone or kind named as such: after `through`, `stopping`, in `possible`."""

    sort: str  # relation | adjective | action
    name: str


@node
class Related(Predicate):
    relation: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()


@node
class Arith(T):
    op: str  # + - * /
    left: T
    right: T


@node
class Combine(T):
    """+ and - of sets, bags and sequences"""

    op: str
    sort: str  # set | bag | sequence
    left: T
    right: T


@node
class AmountOf(T):
    """`2 wood`, or `1 good` where good is a local"""

    count: T
    member: T


@node
class Scaled(T):
    """A bag times a number"""

    times: T
    bag: T


@node
class At(T):
    """How many of one member a bag holds"""

    bag: T
    key: T


@node
class Single(T):
    """One thing as a set"""

    member: T


@node
class AsSet(T):
    """A sequence, zone or map as a set"""

    source: T


@node
class AsBag(T):
    """A map of numbers as a bag"""

    map: T


@node
class Listed(T):
    """Values in brackets; sets among them are joined when `flat`"""

    items: tuple[T, ...]
    flat: bool = False


@node
class Coordinates(T):
    """A place by its numbers"""

    items: tuple[T, ...]


@node
class Interval(T):
    low: T
    high: T


@node
class Filter(T):
    """`S where (c)`, `those x in S having (c)`"""

    name: str
    source: T
    condition: T


@node
class Collect(T):
    """`F for each x in S`: a list of numbers, a set of things, a union of sets"""

    value: T
    name: str
    source: T
    sort: str  # list | set | union


@node
class Let(Collect):
    """`let n be V`, and what is said with it, like a collection of which V is the only member.

    `sort` is "let", or "extreme" for those with the most of something: the filter is the value, the most the source.
    """


@node
class Choice(T):
    yes: T
    condition: T
    no: T


@node
class Otherwise(T):
    value: T
    default: T


@node
class Compare(Predicate):
    op: str
    left: T
    right: T


@node
class Equal(Predicate):
    left: T
    right: T
    negated: bool


@node
class IsNothing(Predicate):
    value: T
    negated: bool


@node
class IsIn(Predicate):
    left: T
    right: T
    negated: bool


@node
class IsNot(Predicate):
    """`x is not staffed`: false, like `is`, when x is nothing"""

    value: T
    test: T


@node
class And(Predicate):
    parts: tuple[T, ...]


@node
class Or(Predicate):
    parts: tuple[T, ...]


@node
class Not(Predicate):
    inner: T


@node
class Quantifier(Predicate):
    kind: str  # every | some | no
    binds: tuple[tuple[str, T], ...]
    body: T


@node
class Supposing(Predicate):
    call: Any  # check.does.Call
    condition: T


@node
class Legal(Predicate):
    action: str
    args: tuple[tuple[str, T], ...]


@node
class Earlier(T):
    """`old w`: the word read in an earlier position, its arguments evaluated now"""

    value: T
