"""Checked values: every name resolved, every preposition given out, every type known."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.kinds.types import Type
from rulekit.source import NOWHERE, Span


@attrs.frozen
class T:
    """A value with its type; `span` is where it was written."""

    type: Type = attrs.field(kw_only=True)
    span: Span = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@attrs.frozen
class Const(T):
    """A value known before play: a number, a member's number, yes or no, nothing, a list of such."""

    value: Any


@attrs.frozen
class Broken(T):
    """Stands where a complaint was made already."""


@attrs.frozen
class Local(T):
    """A parameter or bound name. `here`, `player`, `it` and `last` are locals too."""

    name: str


@attrs.frozen
class OptionValue(T):
    name: str


@attrs.frozen
class Members(T):
    """All members of a type, in order: `Card`, `Player`, `Race`"""

    of: Type


@attrs.frozen
class Read(T):
    """A state at all its indexes, or a map when some are left open."""

    state: str
    args: tuple[T, ...]


@attrs.frozen
class ZoneAt(T):
    """A zone, or a map of zones when some indexes are left open."""

    zone: str
    args: tuple[T, ...]


@attrs.frozen
class Held(T):
    """What lies in a zone: the piece of a `one`, else its pieces in order; of a map, all of it in index order."""

    zone: T


@attrs.frozen
class MapValues(T):
    """What a map of values holds, in index order."""

    map: T


@attrs.frozen
class FieldOf(T):
    """A printed field of a row; `sides` are where it is printed."""

    kind: str
    field: str
    of: T
    sides: tuple[str, ...]


@attrs.frozen
class Parts(T):
    """`corridors of t`"""

    kind: str
    of: T


@attrs.frozen
class Whole(T):
    """`tile of w`"""

    kind: str
    of: T


@attrs.frozen
class Use(T):
    """A word of the game: `limit of s`; `hidden` are the values of player and here it asks for."""

    word: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()


@attrs.frozen
class CoreUse(T):
    """A word of the kit with its arguments by preposition; "" is the direct one, "n" the number before `of`."""

    word: str
    args: tuple[tuple[str, T], ...]

    def get(self, prep: str) -> T | None:
        return next((value for name, value in self.args if name == prep), None)


@attrs.frozen
class Named(T):
    """A relation, adjective, action, zone or kind named as such: after `through`, `stopping`, in `possible`."""

    sort: str  # relation | adjective | action
    name: str


@attrs.frozen
class Related(T):
    relation: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()


@attrs.frozen
class Arith(T):
    op: str  # + - * /
    left: T
    right: T


@attrs.frozen
class Combine(T):
    """+ and - of sets, bags and sequences"""

    op: str
    sort: str  # set | bag | sequence
    left: T
    right: T


@attrs.frozen
class AmountOf(T):
    """`2 wood`, or `1 good` where good is a local"""

    count: T
    member: T


@attrs.frozen
class Scaled(T):
    """A bag times a number"""

    times: T
    bag: T


@attrs.frozen
class At(T):
    """How many of one member a bag holds"""

    bag: T
    key: T


@attrs.frozen
class Single(T):
    """One thing as a set"""

    member: T


@attrs.frozen
class AsSet(T):
    """A sequence, zone or map as a set"""

    source: T


@attrs.frozen
class AsBag(T):
    """A map of numbers as a bag"""

    map: T


@attrs.frozen
class Listed(T):
    """Values in brackets; sets among them are joined when `flat`"""

    items: tuple[T, ...]
    flat: bool = False


@attrs.frozen
class Coordinates(T):
    """A place by its numbers"""

    items: tuple[T, ...]


@attrs.frozen
class Interval(T):
    low: T
    high: T


@attrs.frozen
class Filter(T):
    """`S where (c)`, `those x in S having (c)`"""

    name: str
    source: T
    condition: T


@attrs.frozen
class Collect(T):
    """`F for each x in S`: a list of numbers, a set of things, a union of sets"""

    value: T
    name: str
    source: T
    sort: str  # list | set | union


@attrs.frozen
class Choice(T):
    yes: T
    condition: T
    no: T


@attrs.frozen
class Otherwise(T):
    value: T
    default: T


@attrs.frozen
class Compare(T):
    op: str
    left: T
    right: T


@attrs.frozen
class Equal(T):
    left: T
    right: T
    negated: bool


@attrs.frozen
class IsNothing(T):
    value: T
    negated: bool


@attrs.frozen
class IsIn(T):
    left: T
    right: T
    negated: bool


@attrs.frozen
class IsNot(T):
    """`x is not staffed`: false, like `is`, when x is nothing"""

    value: T
    test: T


@attrs.frozen
class And(T):
    parts: tuple[T, ...]


@attrs.frozen
class Or(T):
    parts: tuple[T, ...]


@attrs.frozen
class Not(T):
    inner: T


@attrs.frozen
class Quantifier(T):
    kind: str  # every | some | no
    binds: tuple[tuple[str, T], ...]
    body: T


@attrs.frozen
class Supposing(T):
    call: Any  # check.does.Call
    condition: T


@attrs.frozen
class Legal(T):
    action: str
    args: tuple[tuple[str, T], ...]


@attrs.frozen
class Earlier(T):
    """`old w`: the word read in an earlier position, its arguments evaluated now"""

    value: T
