"""The entries of the symbol table: what is known of each declared thing once all names are collected."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.model import declarations as d
from rulekit.records import draft, record
from rulekit.source import Span
from rulekit.typesystem.types import Type


@record
class FieldInfo:
    """A printed field of a kind: its type, the sides it is on, and whether it turns with the tile."""

    name: str
    kind: str
    type: Type
    sides: tuple[str, ...]
    turning: bool
    span: Span


@draft
class KindInfo:
    """Cards, tiles, pieces, lists, parts."""

    name: str
    sort: str
    decl: d.Kind
    fields: dict[str, FieldInfo] = attrs.field(factory=dict)
    columns: dict[str, dict[str, list[Any]]] = attrs.field(factory=dict)  # effects column -> row -> effects
    rows: list[RowInfo] = attrs.field(factory=list)
    number: dict[str, int] = attrs.field(factory=dict)  # row name -> its first member
    members: list[int] = attrs.field(factory=list)  # member -> number of its row
    whole: str | None = None
    combined: dict[tuple[Any, ...], int] = attrs.field(factory=dict)  # of a list of every combination

    @property
    def is_piece(self) -> bool:
        """Whether its rows have copies that lie in zones; rows of lists and parts do not."""
        return self.sort in ("card", "tile", "piece")


@draft
class RowInfo:
    """One row of a kind: its values by field, its effects, how many copies are in the box."""

    name: str
    id: str | None
    span: Span
    copies: int = 1
    values: dict[str, Any] = attrs.field(factory=dict)
    effects: list[d.Effect] = attrs.field(factory=list)
    whole: int | None = None  # the piece a part belongs to
    cites: tuple[Any, ...] = ()


@record
class ZoneInfo:
    """A zone by name; `decl` is None for those that every game has."""

    name: str
    of: tuple[Type, ...]
    at: tuple[Type, ...]
    shape: str
    kind: str
    decl: d.Zone | None

    @property
    def indexes(self) -> tuple[Type, ...]:
        """The types of its indexes, those behind `of` first."""
        return self.of + self.at

    @property
    def capacity(self) -> int | None:
        """How many pieces lie there at most whenever somebody is asked: one, `up to n`, or as many as there are."""
        return 1 if self.shape == "one" else self.decl.upto if self.decl is not None else None


@record
class StateInfo:
    """A state by name; `decl` is None for those that every game has, as the facing of tiles."""

    name: str
    of: tuple[Type, ...]
    at: tuple[Type, ...]
    type: Type
    decl: d.State | None

    @property
    def indexes(self) -> tuple[Type, ...]:
        """The types of its indexes, those behind `of` first."""
        return self.of + self.at


@record
class ParamInfo:
    """A parameter of a word, relation or verb."""

    prep: str  # "" for the direct one
    name: str
    type: Type
    inferred: bool  # `Number`: the range follows from the callers
    span: Span


@draft
class WordInfo:
    """A define, a first-of or a total."""

    name: str
    params: tuple[ParamInfo, ...]
    decl: d.Define | d.Cases | d.Total
    result: Type | None = None  # known once elaborated
    body: Any = None
    hidden: set[str] = attrs.field(factory=set)  # player, here
    state: str = "new"  # new | open | done
    key: str = ""

    @property
    def preps(self) -> frozenset[str]:
        """The prepositions it takes."""
        return frozenset(p.prep for p in self.params if p.prep)


@draft
class RelationInfo:
    """A relation by name; `cases` and `hidden` are filled when it is elaborated, and `state` says how far that is."""

    name: str
    params: tuple[ParamInfo, ...]
    decl: d.Relation
    cases: list[Any] = attrs.field(factory=list)
    hidden: set[str] = attrs.field(factory=set)
    state: str = "new"

    @property
    def preps(self) -> frozenset[str]:
        """The prepositions it takes besides its two sides."""
        return frozenset(p.prep for p in self.params if p.prep and p.prep != "=")


@draft
class ProcInfo:
    """A procedure of the game; several may share a verb and differ by their parameters, and then by `key`."""

    verb: str
    params: tuple[ParamInfo, ...]
    decl: d.Procedure
    body: Any = None
    hidden: set[str] = attrs.field(factory=set)
    key: str = ""

    @property
    def preps(self) -> frozenset[str]:
        """The prepositions it takes."""
        return frozenset(p.prep for p in self.params if p.prep)


@draft
class ActionInfo:
    """An action by name."""

    name: str
    decl: d.Action
    params: list[Any] = attrs.field(factory=list)  # filled by its body
    body: Any = None

    @property
    def written(self) -> str:
        """Its name in moves and records."""
        return self.decl.written or self.name


@record
class OptionInfo:
    """An option with its values; `default` is what counts if nothing is chosen."""

    name: str
    type: Type
    values: tuple[Any, ...]
    default: Any
    decl: d.Option
