"""What a position shows to the words of the kit, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from rulekit.spaces.shape import Layout
from rulekit.typesystem.types import Type

POSITION = "position"  # where pieces lie, whichever
GIVEN = "given"  # what lies in the zones it is asked of, and in no others
PRINTED = "printed"  # how tiles are drawn
ASKED = "asked"  # what could be done or paid for now: the guards and prices of the rules
PAST = "past"  # what was done before
END = "end"  # whether the game is over
NOTHING: tuple[str, ...] = ()
UNSAID = (POSITION, GIVEN, PRINTED, PAST)  # of a word that does not say what it reads
SHOWN = {  # what each of the eyes' answers tells; those left out tell what never changes
    "contents": GIVEN,
    "filled_indexes": GIVEN,
    "zone_of": POSITION,
    "looks": PRINTED,
    "ring": PRINTED,
    "payable": ASKED,
    "possible": ASKED,
    "tally": PAST,
}

Types = Mapping[str, Type]  # slot -> static type of what was given there; "" is the type of the whole
Relation = Callable[[Any, Any], bool]
Adjective = Callable[[Any], bool]


class ShownZone(Protocol):
    """A declared zone: its name, its index types, its shape and the kind it holds."""

    @property
    def name(self) -> str:
        """The name of the zone as declared."""

    @property
    def of(self) -> tuple[Type, ...]:
        """The types of its indexes behind `of`."""

    @property
    def at(self) -> tuple[Type, ...]:
        """The types of its indexes behind `at`."""

    @property
    def shape(self) -> str:
        """How its pieces lie: pile, set, bag or one."""

    @property
    def kind(self) -> str:
        """The kind of its pieces."""


class WordContext(Protocol):
    """One position, looked at. A zone is a number, and so are pieces, rows, places, seats and members of choices."""

    @property
    def seats(self) -> int:
        """How many play."""

    def members(self, kind: Type) -> tuple[Any, ...]:
        """Every member of a type, in canonical order."""

    def contents(self, zone: int) -> tuple[int, ...]:
        """The pieces in a zone: a pile from the bottom to the top, else in row order."""

    def filled_indexes(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        """Where something lies: the indexes of those zones that are not empty."""

    def zone_of(self, kind: str, piece: int) -> int:
        """The one zone a piece lies in."""

    def zone_info(self, zone: int) -> ShownZone:
        """What is declared of a zone."""

    def zone_args(self, zone: int) -> tuple[Any, ...]:
        """The values of its indexes, those after `of` first."""

    def layout(self, space: str) -> Layout:
        """A space laid out, by its name or by the name of the list whose rows are its places."""

    def payable(self, effect: Any, here: Any) -> bool:
        """Can this effect be paid for, with this as `here`?"""

    def possible(self, action: str, seat: int | None) -> bool:
        """Do some values pass the domains and guards of an action, for a seat or else for `player`?"""

    def tally(self, action: str) -> int:
        """How often an action was answered."""

    def looks(self, kind: str, tile: int, turns: int) -> Any:
        """The drawing of a tile turned so far, with its other fields and its parts: equal if it looks the same."""

    def ring(self, kind: str) -> int:
        """How many turns bring a tile round."""


class UndeclaredRead(Exception):
    """A word reads what it does not say it reads."""


class DeclaredReads:
    """The eyes of a word that reads no more than it says: anything else is refused, what is read is noted."""

    def __init__(self, context: WordContext, reads: Collection[str] = NOTHING) -> None:
        self._context, self._reads = context, reads
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        aspect = SHOWN.get(name)
        if aspect is not None:
            self.read.add(aspect)
            if aspect not in self._reads and not (aspect == GIVEN and POSITION in self._reads):
                raise UndeclaredRead(f"a word asks for `{name}`: it must say `reads=({aspect.upper()},)`")
        return getattr(self._context, name)
