"""What is known of a value before play: where the pieces it may be can lie, whose seat it is, what was looked at."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.sight_of import ANY, ASKED
from rulekit.node import draft, evolve, record
from rulekit.source import NOWHERE, Span


@record
class Spot:
    """Where a piece may lie, or which zone is meant."""

    zone: str
    whose: str = ANY
    end: str | None = None  # top, bottom: that piece of the pile
    keys: frozenset[Spot] = frozenset()  # where the piece may lie that the zone belongs to
    sort: str = "lies"  # lies | table: looked up in the table, wherever it lies | lost: nobody can say where


TABLE = Spot("", sort="table")


def lost(kind: str) -> Spot:
    return Spot(kind, sort="lost")


@record
class Sense:
    """What is known of one value."""

    spots: frozenset[Spot] = frozenset()
    seat: str = ANY

    @property
    def lying(self) -> list[Spot]:
        """By name, for what is looked at first is told: a set has another order in each process."""
        found = (spot for spot in self.spots if spot.sort == "lies")
        return sorted(found, key=lambda spot: (spot.zone, spot.whose, spot.end or ""))

    @property
    def from_table(self) -> bool:
        return TABLE in self.spots


NONE = Sense()


def union(senses: Iterable[Sense]) -> Sense:
    """One of several."""
    found = list(senses)
    if len(found) == 1:
        return found[0]
    seats = {sense.seat for sense in found}
    return Sense(frozenset().union(*(s.spots for s in found)), seats.pop() if len(seats) == 1 else ANY)


def changed(sense: Sense, whose: str) -> Sense:
    """The same as another sees it who stands for the one asked: his places become those of `whose`."""
    spots = frozenset(evolve(s, whose=whose if s.whose == ASKED else ANY, keys=s.keys) for s in sense.spots)
    return Sense(spots, whose if sense.seat == ASKED else ANY)


@record
class Sighting:
    """One thing that was looked at."""

    sort: str  # value of a state | side | which piece | count | all: more than can be told
    place: str  # `zone NAME`, `state NAME`
    whose: str
    sides: tuple[str, ...]
    end: str | None = None
    span: Span = attrs.field(default=NOWHERE, eq=False)
    inner: Span = attrs.field(default=NOWHERE, eq=False)  # where it stands, if in another sentence


@draft
class Frame:
    """Where a value stands: what its names are, in which body, who is asked; and what was looked at so far."""

    env: dict[str, Sense]
    body: does.Body | None = None
    asked: tuple[v.T, ...] = ()
    found: list[Sighting] = attrs.field(factory=list)
    free: frozenset[str] = frozenset()  # names that run through a whole table
    lying: tuple[tuple[v.T, Sense], ...] = ()  # states of which a condition has said where their piece lies
    early: bool = False  # before anything of the body has been done

    def with_(self, **names: Sense) -> Frame:
        """The same place with more names, or with names better known."""
        return evolve(self, env={**self.env, **names}, found=self.found)

    def aside(self) -> Frame:
        """The same place, what is looked at not counting."""
        return evolve(self, found=[])
