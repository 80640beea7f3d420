"""What a rulebook says there is: the game and its choices, types, pieces and their rows, zones and states."""

from __future__ import annotations

import attrs

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Expr
from rulekit.model.statements import Opener, Pick, Picks, Steps


@attrs.frozen
class Text:
    """A string in a table."""

    text: str


Value = str | int | bool | Text  # a name, a number, yes or no, a string


class Decl(Clause):
    """A sentence at the margin."""

    __slots__ = ()


@attrs.frozen
class Game(Decl):
    name: str
    fewest: int
    most: int
    forced: str | None  # asked | taken


@attrs.frozen
class Source(Decl):
    letter: str
    title: str


@attrs.frozen
class Option(Decl):
    name: str
    values: tuple[Value, ...]
    usually: Value | None


@attrs.frozen
class Setting(Node):
    name: str
    values: tuple[Value, ...]


@attrs.frozen
class Edition(Decl):
    name: str
    settings: tuple[Setting, ...]


class TypeExpr(Node):
    """A type as it is written."""

    __slots__ = ()


@attrs.frozen
class NamedType(TypeExpr):
    name: str
    or_nothing: bool = False


@attrs.frozen
class RangeType(TypeExpr):
    low: int
    high: int


@attrs.frozen
class YesNoType(TypeExpr):
    pass


@attrs.frozen
class ChoiceType(TypeExpr):
    """`red or blue`, or `one of red, blue` after `type X is`"""

    members: tuple[str, ...]


@attrs.frozen
class RingType(TypeExpr):
    members: tuple[str, ...]


@attrs.frozen
class CollectionType(TypeExpr):
    shape: str  # pile | set | bag
    of: str
    upto: int | None = None


@attrs.frozen
class EffectsType(TypeExpr):
    pass


@attrs.frozen
class TextType(TypeExpr):
    pass


@attrs.frozen
class TypeDecl(Decl):
    name: str
    type: TypeExpr


@attrs.frozen
class Space(Decl):
    name: str
    shape: str
    attributes: tuple[tuple[str, int | str], ...]


@attrs.frozen
class Field(Node):
    name: str
    type: TypeExpr


@attrs.frozen
class Face(Clause):
    side: str | None  # None: the one face
    names_it: bool
    fields: tuple[Field, ...]


@attrs.frozen
class Kind(Decl):
    sort: str  # card | tile | piece | list | part
    name: str
    whole: str | None
    count: int | None
    file: str | None
    faces: tuple[Face, ...]


@attrs.frozen
class Written(Decl):
    kind: str
    value: Expr


@attrs.frozen
class PartRow(Clause):
    kind: str
    name: str
    settings: tuple[Setting, ...]


@attrs.frozen
class Effect(Clause):
    label: str
    picks: tuple[Pick | Picks, ...]
    openers: tuple[Opener, ...]
    steps: Steps
    column: str | None = attrs.field(default=None, kw_only=True)  # said in tables; in the rules there is only one


@attrs.frozen
class Row(Clause):
    name: str
    settings: tuple[Setting, ...]
    parts: tuple[PartRow, ...]
    effects: tuple[Effect, ...]


@attrs.frozen
class Rows(Decl):
    kind: str
    rows: tuple[Row, ...]


@attrs.frozen
class View(Node):
    viewer: Expr
    what: str  # it | face | count | NAME (a side)
    end: str | None  # top | bottom
    condition: Expr | None


@attrs.frozen
class Zone(Decl):
    name: str
    of: tuple[str, ...]
    at: tuple[str, ...]
    shape: str  # pile | set | bag | one
    kind: str
    upto: int | None
    views: tuple[View, ...]
    known_by: str | None


@attrs.frozen
class State(Decl):
    name: str
    of: tuple[str, ...]
    at: tuple[str, ...]
    type: TypeExpr
    starts: Expr | None
    bounds: tuple[tuple[str, Expr], ...]  # most | least
    overflow: str | None  # lost | fit
    resets: tuple[str, ...]
    ghost: bool
    views: tuple[View, ...]
