"""What a value can be: every type is finite and knows how to name itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import attrs

from rulekit.limits import LARGEST as LARGEST  # as a bound it says that there is none
from rulekit.records import record


class Type:
    """A kind of value. Every question has an answer here that is right for most types; the others override it."""

    __slots__ = ()
    optional = False  # may a value be nothing?
    meets_all = False  # does it go with every other type, as what is unknown after an error?
    listed = False  # is it one of some members in an order, so that a number stands for it: Player, Card, Wind?
    enumerated = False  # is it one of some names that its declaration lists?
    single_word = False  # is a value of it said in one word, so that brackets around several make a list of them?
    numeric = False  # is it a number?
    player = False  # is it a player, that is, a seat?
    piece = False  # is it a card, tile or piece?
    row = False  # is it a row of a list, or a part of a piece?
    table = False  # is it one of the two, so that a line of a table says what is printed on it?
    place = False  # is it a place of a space?
    edge = False  # is it where two places meet?
    zone = False  # is it one place where pieces lie?
    plural = False  # is it a set or a sequence, so that a tuple of members stands for it?
    distinct = False  # is it a set, in which nothing stands twice and no order counts?
    ordered = False  # is it a sequence, in which members stand in an order and may come again?
    counted = False  # is it a bag, which tells how many there are of each member?

    def __str__(self) -> str:
        raise TypeError(f"{type(self).__name__} has no name")

    @property
    def phrase(self) -> str:
        """The type with its article: `a Card`, `a number 0 to 9`."""
        name = str(self)
        return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"

    @property
    def bare(self) -> Type:
        """Without `or nothing`."""
        return self

    @property
    def is_known(self) -> bool:
        """Was the type found out? False after an error that was reported elsewhere."""
        return True

    # -------------------------------------------------------------- what a value is

    @property
    def low(self) -> int:
        """The least number that a value is, or that stands for a name; of anything else, no bound."""
        return -LARGEST

    @property
    def high(self) -> int:
        """The greatest of them."""
        return LARGEST

    @property
    def members(self) -> tuple[str, ...]:
        """The names of which a value is one: `red`, `blue`."""
        return ()

    @property
    def ring(self) -> bool:
        """Do its members go round?"""
        return False

    @property
    def kind(self) -> str:
        """The kind of a piece or row, of the pieces of a zone, of the rows on which an effect is printed; else ""."""
        return ""

    @property
    def column(self) -> str:
        """The column in which an effect is printed; "" of anything else."""
        return ""

    @property
    def space(self) -> str:
        """The space of a place or an edge; "" of anything else."""
        return ""

    @property
    def effects(self) -> tuple[str, str] | None:
        """Kind and column of the effects of which a value is one."""
        return None

    # -------------------------------------------------------------- what a value holds

    @property
    def collection(self) -> bool:
        """Can it be walked through?"""
        return False

    @property
    def member(self) -> Type | None:
        """What a collection holds; None of what is no collection."""
        return None

    @property
    def of(self) -> Type:
        """What a collection holds, what may be nothing; any other type itself."""
        return self

    @property
    def set_of(self) -> Type:
        """What a set holds; of what is no set, a type of which nothing is known."""
        return UNKNOWN

    @property
    def highest(self) -> int:
        """The most that a bag holds of one member; of anything else, no bound."""
        return LARGEST

    @property
    def default(self) -> Any:
        """The value at the start where nothing is said."""
        return 0

    @property
    def empty_value(self) -> Any:
        """What nothing is where a value is wanted: a collection without members, no, or nothing."""
        return None

    def accepts(self, value: Any, fits: Callable[[Any, Type], bool]) -> bool:
        """Has it the form of a value, with members that all fit?"""
        return fits(value, self)

    def map_members(self, value: Any, change: Callable[[Any, Type], Any]) -> Any:
        """A value with every member changed; what has no members is changed itself."""
        return change(value, self)

    @property
    def indexes(self) -> tuple[Type, ...]:
        """Those of a map; of anything else none."""
        return ()

    @property
    def value(self) -> Type:
        """What stands at each index of a map; of anything else itself."""
        return self

    @property
    def shape(self) -> str:
        """How pieces lie in a zone: pile, set, bag, one; "" of anything else, and of zones of different shapes."""
        return ""

    @property
    def zones(self) -> bool:
        """Is it a zone, or a map of zones?"""
        return self.bare.value.bare.zone

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
    listed = True


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
class Collection(Wrapper):
    """Some values of one type."""

    collection = True

    @property
    def member(self) -> Type | None:
        """What it holds."""
        return self.of


@record
class Unknown(Type):
    """Of a sentence already complained about: fits everywhere, so that one slip is one complaint."""

    is_known = False
    meets_all = True
    collection = True

    @property
    def member(self) -> Type | None:
        """Of something as unknown."""
        return UNKNOWN

    def __str__(self) -> str:
        return "value"


@record
class Number(Type):
    """Whole numbers of a range; an open end is infinite: `0 to 12`, `Number`."""

    low: int
    high: int
    numeric = True
    single_word = True

    @property
    def default(self) -> Any:
        """The least."""
        return self.low

    def __str__(self) -> str:
        if self.low == self.high:
            return "number"
        return "number" if -LARGEST in (self.low, -self.high) else f"number {self.low} to {self.high}"


ANY_NUMBER = Number(-LARGEST, LARGEST)


@record
class YesNo(Type):
    """`yes` or `no`."""

    low = 0
    high = 1
    default = False
    empty_value = False

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
    low = 0
    enumerated = True
    single_word = True

    @property
    def high(self) -> int:
        """That of the last name."""
        return len(self.members) - 1

    def __str__(self) -> str:
        return self.name


@record
class Seat(Listed):
    """Player: how many there are is fixed for one game."""

    player = True
    single_word = True

    def __str__(self) -> str:
        return "Player"


@record
class Piece(Listed):
    """A card, tile or piece: always in exactly one zone."""

    kind: str
    piece = True
    single_word = True
    table = True

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
    row = True
    table = True

    def __str__(self) -> str:
        return self.kind


@record
class Place(Listed):
    """A place of a space."""

    space: str
    place = True

    def __str__(self) -> str:
        return self.space


@record
class Edge(Listed):
    """Where two places of a space meet."""

    space: str
    edge = True

    def __str__(self) -> str:
        return f"{self.space}Edge"


@record
class EffectOf(Type):
    """A line of one effects column."""

    kind: str
    column: str

    def __str__(self) -> str:
        return f"effect in {self.column} of {self.kind}"

    @property
    def effects(self) -> tuple[str, str] | None:
        """Where they are printed."""
        return self.kind, self.column


@record
class Maybe(Wrapper):
    """A value that may be nothing."""

    optional = True
    default = None

    def __str__(self) -> str:
        return f"{self.of} or nothing"

    @property
    def bare(self) -> Type:
        """Without it."""
        return self.of

    @property
    def is_known(self) -> bool:
        """If what it may be besides is."""
        return self.of.is_known

    @property
    def collection(self) -> bool:
        """If it is one when it is not nothing."""
        return self.of.collection

    @property
    def member(self) -> Type | None:
        """What it holds when it is not nothing."""
        return self.of.member

    @property
    def zone_of(self) -> str:
        """The kind of the pieces that lie there."""
        return self.of.zone_of


@record
class Never(Type):
    """The type of `nothing` and of the members of an empty collection."""

    meets_all = True

    def __str__(self) -> str:
        return "nothing"

    @property
    def phrase(self) -> str:
        """The type as a message names it: `a set of cards`."""
        return "nothing"


@record
class SetOf(Collection):
    """A set of members of one type: `set of Card`."""

    plural = True
    distinct = True
    default = ()
    empty_value = ()

    def __str__(self) -> str:
        return f"set of {self.of}"

    @property
    def set_of(self) -> Type:
        """What it holds."""
        return self.of

    def accepts(self, value: Any, fits: Callable[[Any, Type], bool]) -> bool:
        """None stands twice."""
        return len(set(value)) == len(value) and all(fits(one, self.of) for one in value)

    def map_members(self, value: Any, change: Callable[[Any, Type], Any]) -> Any:
        """Members stand in canonical order again."""
        return tuple(sorted(change(one, self.of) for one in value))


@record
class BagOf(Collection):
    """How many of each member; `highest` bounds every count."""

    highest: int = attrs.field(default=LARGEST, eq=False)
    counted = True

    def __str__(self) -> str:
        return f"bag of {self.of}"

    @property
    def default(self) -> Any:
        """Nothing of anything."""
        return {}

    @property
    def empty_value(self) -> Any:
        """The same."""
        return {}

    def accepts(self, value: Any, fits: Callable[[Any, Type], bool]) -> bool:
        """Counts are above nought."""
        return all(count > 0 and fits(one, self.of) for one, count in value.items())

    def map_members(self, value: Any, change: Callable[[Any, Type], Any]) -> Any:
        """Counts stay."""
        return {change(one, self.of): count for one, count in value.items()}


@record
class Sequence(Collection):
    """Values in an order: a pile looked at, a list in brackets, numbers collected."""

    plural = True
    ordered = True
    default = ()
    empty_value = ()

    def __str__(self) -> str:
        return f"sequence of {self.of}"

    def accepts(self, value: Any, fits: Callable[[Any, Type], bool]) -> bool:
        """Some may stand twice."""
        return all(fits(one, self.of) for one in value)

    def map_members(self, value: Any, change: Callable[[Any, Type], Any]) -> Any:
        """Order stays."""
        return tuple(change(one, self.of) for one in value)


@record
class Zone(Type):
    """One place where pieces lie; used as a value it is what lies there."""

    kind: str
    shape: str  # pile | set | bag | one
    name: str = attrs.field(default="", eq=False)
    collection = True
    zone = True

    def __str__(self) -> str:
        shape = {"one": "place for one", "": "place of"}.get(self.shape, f"{self.shape} of")
        return f"{shape} {self.kind}"

    @property
    def member(self) -> Type | None:
        """A piece of its kind."""
        return Piece(self.kind)

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
    collection = True

    def __str__(self) -> str:
        return f"{self.value} for each {' and '.join(map(str, self.indexes))}"

    @property
    def member(self) -> Type | None:
        """What its values hold, or a value."""
        return self.value.bare.member or self.value.bare

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


@functools.lru_cache(maxsize=4096)
def number(low: int, high: int) -> Number:
    """An interval, kept inside what any rulebook needs."""
    return Number(max(low, -LARGEST), min(high, LARGEST))


def or_nothing(kind: Type) -> Type:
    """The type with nothing as one more member: `Card or nothing`."""
    return kind if isinstance(kind, (Maybe, Unknown)) else Maybe(kind)


def is_same_kind(left: Type, right: Type) -> bool:
    """Are these the same kind of value, bounds and `or nothing` apart?"""
    left, right = left.bare, right.bare
    if left is right:
        return True
    if left.meets_all or right.meets_all:
        return True
    if isinstance(left, (SetOf, Sequence)):
        return isinstance(right, (SetOf, Sequence)) and is_same_kind(left.of, right.of)
    if type(left) is not type(right):
        return False
    if isinstance(left, Number):
        return True
    if isinstance(left, BagOf):
        return is_same_kind(left.of, right.of)
    if isinstance(left, Map):
        return len(left.indexes) == len(right.indexes) and is_same_kind(left.value, right.value)
    if isinstance(left, Choice):
        return left.name == right.name or left.members == right.members  # type: ignore[attr-defined]
    return left == right


def join(left: Type, right: Type) -> Type | None:
    """The least type that holds both, or None."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        inner = join(left.bare, right.bare)
        return None if inner is None else or_nothing(inner)
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
    return left if is_same_kind(left, right) else None
