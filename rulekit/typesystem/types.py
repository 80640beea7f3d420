"""What a value can be: every type is finite and knows how to name itself."""

from __future__ import annotations

import attrs

from rulekit.limits import LARGEST as LARGEST  # as a bound it says that there is none
from rulekit.records import record


class Type:
    """A kind of value."""

    __slots__ = ()

    def __str__(self) -> str:
        raise TypeError(f"{type(self).__name__} has no name")

    @property
    def phrase(self) -> str:
        """The type with its article: `a Card`, `a number 0 to 9`."""
        name = str(self)
        return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"

    @property
    def listed(self) -> bool:
        """Is it one of some members with an order of their own, so that a number stands for it: Player, Card, Wind?"""
        return False

    @property
    def innermost(self) -> Type:
        """What a collection of collections holds in the end, without `or nothing`; any other type itself."""
        return self

    @property
    def pieces(self) -> str:
        """The kind of the pieces that a value is, holds, or that lie there; "" if it is about no pieces."""
        return ""

    @property
    def zone_of(self) -> str:
        """The kind of the pieces that lie in a zone or a map of zones; "" of anything else."""
        return ""


class Listed(Type):
    """One of some members with an order of their own, so that a number stands for it."""

    __slots__ = ()

    @property
    def listed(self) -> bool:
        """Always."""
        return True


@record
class Wrapper(Type):
    """A type made of another one: a collection of it, or it or nothing."""

    of: Type

    @property
    def innermost(self) -> Type:
        """What it holds in the end."""
        return self.of.innermost

    @property
    def pieces(self) -> str:
        """The kind of the pieces."""
        return self.of.pieces


@record
class Unknown(Type):
    """Of a sentence already complained about: fits everywhere, so that one slip is one complaint."""

    def __str__(self) -> str:
        return "value"


@record
class Number(Type):
    """Whole numbers of a range; an open end is infinite: `0 to 12`, `Number`."""

    low: int
    high: int

    def __str__(self) -> str:
        if self.low == self.high:
            return "number"
        return "number" if -LARGEST in (self.low, -self.high) else f"number {self.low} to {self.high}"


ANY_NUMBER = Number(-LARGEST, LARGEST)


@record
class YesNo(Type):
    """`yes` or `no`."""

    def __str__(self) -> str:
        return "yes or no"

    @property
    def phrase(self) -> str:
        """The type as a message names it: `a set of cards`."""
        return "yes or no"


@record
class Text(Type):
    """A piece of text, such as a name on a card."""

    def __str__(self) -> str:
        return "text"


@record
class Choice(Listed):
    """One of some names; a ring goes round. Named by its type, its option or its own members."""

    name: str
    members: tuple[str, ...] = attrs.field(eq=False)
    ring: bool = attrs.field(default=False, eq=False)

    def __str__(self) -> str:
        return self.name


@record
class Seat(Listed):
    """Player: how many there are is fixed for one game."""

    def __str__(self) -> str:
        return "Player"


@record
class Piece(Listed):
    """A card, tile or piece: always in exactly one zone."""

    kind: str

    def __str__(self) -> str:
        return self.kind

    @property
    def pieces(self) -> str:
        """The kind of the pieces."""
        return self.kind


@record
class Row(Listed):
    """A row of a list, or a part of a piece."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@record
class Place(Listed):
    """A place of a space."""

    space: str

    def __str__(self) -> str:
        return self.space


@record
class Edge(Listed):
    """Where two places of a space meet."""

    space: str

    def __str__(self) -> str:
        return f"{self.space}Edge"


@record
class EffectOf(Type):
    """A line of one effects column."""

    kind: str
    column: str

    def __str__(self) -> str:
        return f"effect in {self.column} of {self.kind}"


@record
class Maybe(Wrapper):
    """A value that may be nothing."""

    def __str__(self) -> str:
        return f"{self.of} or nothing"

    @property
    def zone_of(self) -> str:
        """The kind of the pieces that lie there."""
        return self.of.zone_of


@record
class Never(Type):
    """The type of `nothing` and of the members of an empty collection."""

    def __str__(self) -> str:
        return "nothing"

    @property
    def phrase(self) -> str:
        """The type as a message names it: `a set of cards`."""
        return "nothing"


@record
class SetOf(Wrapper):
    """A set of members of one type: `set of Card`."""

    def __str__(self) -> str:
        return f"set of {self.of}"


@record
class BagOf(Wrapper):
    """How many of each member; `highest` bounds every count."""

    highest: int = attrs.field(default=LARGEST, eq=False)

    def __str__(self) -> str:
        return f"bag of {self.of}"


@record
class Sequence(Wrapper):
    """Values in an order: a pile looked at, a list in brackets, numbers collected."""

    def __str__(self) -> str:
        return f"sequence of {self.of}"


@record
class Zone(Type):
    """One place where pieces lie; used as a value it is what lies there."""

    kind: str
    shape: str  # pile | set | bag | one
    name: str = attrs.field(default="", eq=False)

    def __str__(self) -> str:
        shape = {"one": "place for one", "": "place of"}.get(self.shape, f"{self.shape} of")
        return f"{shape} {self.kind}"

    @property
    def pieces(self) -> str:
        """The kind of the pieces."""
        return self.kind

    @property
    def zone_of(self) -> str:
        """The kind of the pieces that lie there."""
        return self.kind


@record
class Map(Type):
    """A state or zone some of whose indexes are still open."""

    indexes: tuple[Type, ...]
    value: Type

    def __str__(self) -> str:
        return f"{self.value} for each {' and '.join(map(str, self.indexes))}"

    @property
    def pieces(self) -> str:
        """The kind of the pieces."""
        return self.value.pieces

    @property
    def zone_of(self) -> str:
        """The kind of the pieces that lie there."""
        return self.value.zone_of


NOTHING = Maybe(Never())
UNKNOWN = Unknown()
YES_NO = YesNo()
SEAT = Seat()
TEXT = Text()


def number(low: int, high: int) -> Number:
    """An interval, kept inside what any rulebook needs."""
    return Number(max(low, -LARGEST), min(high, LARGEST))


def bare(kind: Type) -> Type:
    """Without `or nothing`."""
    return kind.of if isinstance(kind, Maybe) else kind


def maybe(kind: Type) -> Type:
    """The type with nothing as one more member: `Card or nothing`."""
    return kind if isinstance(kind, Maybe | Unknown) else Maybe(kind)


def known(kind: Type) -> bool:
    """Whether a type was found out; False after an error that was reported elsewhere."""
    return not isinstance(bare(kind), Unknown)


def is_collection(kind: Type) -> bool:
    """Can it be walked through?"""
    if isinstance(kind, Maybe):
        return is_collection(kind.of)
    return isinstance(kind, SetOf | BagOf | Sequence | Zone | Map | Unknown)


def member(kind: Type) -> Type | None:
    """What a collection holds, or None if it is no collection."""
    kind = bare(kind)
    if isinstance(kind, SetOf | BagOf | Sequence):
        return kind.of
    if isinstance(kind, Zone):
        return Piece(kind.kind)
    if isinstance(kind, Map):
        inner = bare(kind.value)
        held = member(inner)
        return held if held is not None else inner
    if isinstance(kind, Unknown):
        return UNKNOWN
    return None


def same(left: Type, right: Type) -> bool:
    """Are these the same kind of value, bounds and `or nothing` apart?"""
    left, right = bare(left), bare(right)
    if isinstance(left, Unknown | Never) or isinstance(right, Unknown | Never):
        return True
    if isinstance(left, Number) and isinstance(right, Number):
        return True
    if isinstance(left, SetOf | Sequence) and isinstance(right, SetOf | Sequence):
        return same(left.of, right.of)
    if isinstance(left, BagOf) and isinstance(right, BagOf):
        return same(left.of, right.of)
    if isinstance(left, Map) and isinstance(right, Map):
        return len(left.indexes) == len(right.indexes) and same(left.value, right.value)
    if isinstance(left, Choice) and isinstance(right, Choice):
        return left.name == right.name or left.members == right.members
    return left == right


def join(left: Type, right: Type) -> Type | None:
    """The least type that holds both, or None."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        inner = join(bare(left), bare(right))
        return None if inner is None else maybe(inner)
    if isinstance(left, Never):
        return right
    if isinstance(right, Never):
        return left
    if isinstance(left, Number) and isinstance(right, Number):
        return number(min(left.low, right.low), max(left.high, right.high))
    if isinstance(left, SetOf) and isinstance(right, SetOf):
        inner = join(left.of, right.of)
        return None if inner is None else SetOf(inner)
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        inner = join(left.of, right.of)
        return None if inner is None else Sequence(inner)
    if isinstance(left, BagOf) and isinstance(right, BagOf):
        inner = join(left.of, right.of)
        return None if inner is None else BagOf(inner, max(left.highest, right.highest))
    if isinstance(left, Zone) and isinstance(right, Zone) and left.kind == right.kind:
        return left if left.shape == right.shape else SetOf(Piece(left.kind))
    return left if same(left, right) else None
