"""Checked values: every name resolved, every preposition given out, every type known.

The elaborator makes these from the nodes of `rulekit.model.expressions`, and everything behind it (lints,
interpreter, code generator, pages) reads only these. Members of types are numbers here: a seat is 0, 1, .., a
card its number among all cards of the box. What stands in the rules is a sample below each class; of classes
that a conversion makes the sample is the place where it is needed. Whatever is yes or no stands in
`typed_conditions`, and is imported here, so that readers of the tree find every form of value in one module.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree.typed_conditions import And as And
from rulekit.check.tree.typed_conditions import Compare as Compare
from rulekit.check.tree.typed_conditions import Equal as Equal
from rulekit.check.tree.typed_conditions import IsIn as IsIn
from rulekit.check.tree.typed_conditions import IsNot as IsNot
from rulekit.check.tree.typed_conditions import IsNothing as IsNothing
from rulekit.check.tree.typed_conditions import Legal as Legal
from rulekit.check.tree.typed_conditions import Not as Not
from rulekit.check.tree.typed_conditions import Or as Or
from rulekit.check.tree.typed_conditions import Quantifier as Quantifier
from rulekit.check.tree.typed_conditions import Related as Related
from rulekit.check.tree.typed_conditions import Supposing as Supposing
from rulekit.check.tree.typed_value import Predicate as Predicate
from rulekit.check.tree.typed_value import T as T
from rulekit.records import node
from rulekit.typesystem.types import UNKNOWN, Type
from rulekit.words import vocabulary
from rulekit.words.word import NO_WORD, Word
from rulekit.words.word_context import PAST

Constant = Any  # a number, a text, yes or no, nothing, or tuples of these: never a node, so no walk looks inside


@node
class Const(T):
    """A value known before play: a number, a member's number, yes or no, nothing, a list of such.

    A value::

        yes
    """

    value: Constant
    known = True

    @property
    def constant(self) -> Any:
        """Its value."""
        return self.value


@node
class Broken(T):
    """Stands where a complaint was made already, so that nothing else complains of the same place. Its type is
    unknown and fits everything.
    """

    type: Type = attrs.field(default=UNKNOWN, kw_only=True)


@node
class Local(T):
    """A parameter or bound name. `here`, `player`, `it` and `last` are locals too.

    A value::

        cost of c
    """

    name: str

    @property
    def local(self) -> str:
        """Its name."""
        return self.name


@node
class OptionValue(T):
    """What was chosen for an option of the game; a constant once a configuration is fixed.

    A value::

        refill is one
    """

    name: str

    @property
    def option(self) -> str:
        """Its name."""
        return self.name


@node
class Members(T):
    """All members of a type, in order.

    A value::

        count of Player
    """

    of: Type

    @property
    def never_empty(self) -> bool:
        """A type has a member."""
        return True


@node
class Read(T):
    """A state at all its indexes, or a map when some are left open: `coins of p` is a number, `coins` is all of
    them.

    A value::

        coins of p
    """

    state: str
    args: tuple[T, ...]

    @property
    def indexes(self) -> tuple[T, ...]:
        """Its indexes."""
        return self.args


@node
class ZoneAt(T):
    """A zone, or a map of zones when some indexes are left open.

    A value::

        hand of player
    """

    zone: str
    args: tuple[T, ...]

    @property
    def zone_name(self) -> str:
        """The name of the zone."""
        return self.zone

    @property
    def indexes(self) -> tuple[T, ...]:
        """Its indexes."""
        return self.args


@node
class Held(T):
    """What lies in a zone: the piece of a `one`, else its pieces in order; of a map, all of it in index order.
    Made where a zone stands and its pieces are wanted.

    A value::

        every c in hand of player has cost of c > 2
    """

    zone: T


@node
class MapValues(T):
    """What a map of values holds, in index order. Made where a map stands and a list or set is wanted.

    A value::

        sum of coins
    """

    map: T


@node
class FieldOf(T):
    """A printed field of a row; `sides` are where it is printed.

    A value::

        cost of c
    """

    kind: str
    field: str
    of: T
    sides: tuple[str, ...]


@node
class Parts(T):
    """The parts printed on a tile or card, as rows of their own kind.

    A value::

        corridors of t
    """

    kind: str
    of: T


@node
class Whole(T):
    """The piece that a part is printed on.

    A value::

        tile of w
    """

    kind: str
    of: T


@node
class Use(T):
    """A word of the game; `hidden` are the values of `player` and `here` it asks for without being given them.

    A value::

        limit of s
    """

    word: str
    args: tuple[T, ...]
    hidden: tuple[tuple[str, T], ...] = ()

    @property
    def refers(self) -> str:
        """The word, by its key."""
        return f"word {self.word}"


@node
class CoreUse(T):
    """A word of the kit with its arguments by preposition; "" is the direct one, "n" the number before `of`.

    A value::

        top 6 of deck
    """

    word: str
    args: tuple[tuple[str, T], ...]

    def get(self, prep: str) -> T | None:
        """The argument behind this preposition, None if it is not given."""
        return next((value for name, value in self.args if name == prep), None)

    @property
    def definition(self) -> Word:
        """What the kit declares of the word; of a constant or an operator nothing."""
        return vocabulary.find(self.word) or NO_WORD

    @property
    def reads(self) -> frozenset[str]:
        """What the word looks at by itself, besides its arguments."""
        return vocabulary.reads(self.word, [value.type for _, value in self.args])

    @property
    def looks_at(self) -> frozenset[str]:
        """What the word reads."""
        return self.reads


def divisor(node: T) -> T | None:
    """What a value divides by, if it is a division or a word that divides."""
    if isinstance(node, Arith):
        return node.right if node.op == "/" else None
    slot = vocabulary.divisor(node.word) if isinstance(node, CoreUse) else ""
    return node.get(slot) if isinstance(node, CoreUse) and slot else None


@node
class Named(T):
    """A relation, adjective, action, zone or kind named as such, not as a value: after `through`, `stopping`, in
    `possible`.

    A value::

        reach of c through beside
    """

    sort: str  # relation | adjective | action
    name: str

    @property
    def refers(self) -> str:
        """The relation or action."""
        return f"{self.sort} {self.name}" if self.sort in ("relation", "action") else ""

    def named(self, *sorts: str) -> str:
        """Its name, if it is of one of these sorts; without any, of whatever sort it is."""
        return self.name if not sorts or self.sort in sorts else ""


@node
class Arith(T):
    """Two numbers. Division rounds down; dividing by what is not positive is a fault, which K22 keeps out.

    A value::

        coins of p / 2
    """

    op: str  # + - * /
    left: T
    right: T


@node
class Combine(T):
    """Sets, bags or sequences put together or taken from each other.

    A value::

        Card - hand of player
    """

    op: str
    sort: str  # set | bag | sequence
    left: T
    right: T


@node
class AmountOf(T):
    """So many of one member, as a bag.

    A value::

        2 wood
    """

    count: T
    member: T


@node
class Scaled(T):
    """A bag so many times.

    A value::

        3 * (2 wood)
    """

    times: T
    bag: T


@node
class At(T):
    """How many of one member a bag holds.

    A value::

        goods of p at wood
    """

    bag: T
    key: T

    @property
    def container(self) -> T:
        """The bag."""
        return self.bag.container


@node
class Single(T):
    """One thing as a set; the empty set if it is nothing. Made where one thing stands and a set is wanted."""

    member: T


@node
class AsSet(T):
    """A sequence, zone or map as a set: without order and repetition."""

    source: T


@node
class AsBag(T):
    """A map of numbers as a bag: each index so often as its number says."""

    map: T


@node
class Listed(T):
    """Values in brackets, as a list; sets among them are joined when `flat`.

    A value::

        (red, blue)
    """

    items: tuple[T, ...]
    flat: bool = False

    @property
    def elements(self) -> tuple[T, ...]:
        """Its items."""
        return self.items

    @property
    def listed(self) -> tuple[T, ...] | None:
        """Its items, if it is not flat."""
        return None if self.flat else self.items


@node
class Coordinates(T):
    """A place by its numbers, as `(2, 3)` on a board with two axes.

    A value::

        board at (2, 3)
    """

    items: tuple[T, ...]


@node
class Interval(T):
    """The numbers from `low` to `high`, as something to choose from; empty if `low` is the greater.

    A value::

        some n in 1 to 6 has n = round
    """

    low: T
    high: T


@node
class Filter(T):
    """The members for which a condition holds; `name` is the member inside it, `it` if the rules gave it none.

    A value::

        hand of p where (cost of it > 2)
    """

    name: str
    source: T
    condition: T

    @property
    def binds(self) -> tuple[tuple[str, T], ...]:
        """The member."""
        return ((self.name, self.source),)

    @property
    def body(self) -> T:
        """What must hold for it."""
        return self.condition


@node
class Collect(T):
    """A value once for each member: a list of numbers, a set of things, or the union of sets.

    A value::

        cost of c for each c in hand of p
    """

    value: T
    name: str
    source: T
    sort: str  # list | set | union

    @property
    def binds(self) -> tuple[tuple[str, T], ...]:
        """The member."""
        return ((self.name, self.source),)

    @property
    def body(self) -> T:
        """The value for it."""
        return self.value


@node
class Let(Collect):
    """`let n be V`, and what is said with it, like a collection of which V is the only member.

    `sort` is "let", or "extreme" for those with the most of something: the filter is the value, the most the source.
    """


@node
class Choice(T):
    """One of two values; only the one that is chosen is worked out.

    A value::

        (3 if round > 2 else 1)
    """

    yes: T
    condition: T
    no: T


@node
class Otherwise(T):
    """A value, or where it is nothing, the other one.

    A value::

        owner of c otherwise player
    """

    value: T
    default: T


@node
class Earlier(T):
    """The word read in an earlier position, its arguments worked out now.

    A value::

        old count of deck
    """

    value: T

    @property
    def looks_at(self) -> frozenset[str]:
        """The past."""
        return frozenset((PAST,))
