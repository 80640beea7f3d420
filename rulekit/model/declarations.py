"""What a rulebook declares: things and places, words, actions, endings, laws."""

from __future__ import annotations

import attrs

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Expr
from rulekit.model.statements import Body, Measure, Opener, Pick, Picks, Steps
from rulekit.records import Record, node


@node
class Text(Record):
    """A string in a table."""

    text: str


Value = str | int | bool | Text  # a name, a number, yes or no, a string


class Decl(Clause):
    """A sentence at the margin."""

    __slots__ = ()


@node
class Game(Decl):
    name: str
    fewest: int
    most: int
    forced: str | None  # asked | taken


@node
class Source(Decl):
    letter: str
    title: str


@node
class Option(Decl):
    name: str
    values: tuple[Value, ...]
    usually: Value | None


@node
class Setting(Node):
    name: str
    values: tuple[Value, ...]


@node
class Edition(Decl):
    name: str
    settings: tuple[Setting, ...]


class TypeExpr(Node):
    """A type as it is written."""

    __slots__ = ()


@node
class NamedType(TypeExpr):
    name: str
    or_nothing: bool = False


@node
class RangeType(TypeExpr):
    low: int
    high: int


@node
class YesNoType(TypeExpr):
    pass


@node
class ChoiceType(TypeExpr):
    """`red or blue`, or `one of red, blue` after `type X is`"""

    members: tuple[str, ...]


@node
class RingType(TypeExpr):
    members: tuple[str, ...]


@node
class CollectionType(TypeExpr):
    shape: str  # pile | set | bag
    of: str
    upto: int | None = None


@node
class EffectsType(TypeExpr):
    pass


@node
class TextType(TypeExpr):
    pass


@node
class TypeDecl(Decl):
    name: str
    type: TypeExpr


@node
class Space(Decl):
    name: str
    shape: str
    attributes: tuple[tuple[str, int | str], ...]


@node
class Field(Node):
    name: str
    type: TypeExpr


@node
class Face(Clause):
    side: str | None  # None: the one face
    names_it: bool
    fields: tuple[Field, ...]


@node
class Kind(Decl):
    sort: str  # card | tile | piece | list | part
    name: str
    whole: str | None
    count: int | None
    file: str | None
    faces: tuple[Face, ...]


@node
class Written(Decl):
    kind: str
    value: Expr


@node
class PartRow(Clause):
    kind: str
    name: str
    settings: tuple[Setting, ...]


@node
class Effect(Clause):
    label: str
    picks: tuple[Pick | Picks, ...]
    openers: tuple[Opener, ...]
    steps: Steps
    column: str | None = attrs.field(default=None, kw_only=True)  # said in tables; in the rules there is only one


@node
class Row(Clause):
    name: str
    settings: tuple[Setting, ...]
    parts: tuple[PartRow, ...]
    effects: tuple[Effect, ...]


@node
class Rows(Decl):
    kind: str
    rows: tuple[Row, ...]
    assumed: int = attrs.field(default=0, eq=False)  # how many of them no source states


@node
class View(Node):
    viewer: Expr
    what: str  # it | face | count | NAME (a side)
    end: str | None  # top | bottom
    condition: Expr | None


@node
class Zone(Decl):
    name: str
    of: tuple[str, ...]
    at: tuple[str, ...]
    shape: str  # pile | set | bag | one
    kind: str
    upto: int | None
    views: tuple[View, ...]
    known_by: str | None


@node
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


@node
class Param(Node):
    prep: str | None
    name: str
    type: str
    shape: str | None = None  # pile | set | bag


@node
class Head(Node):
    """The head of a word: `limit of s: Suit at c: Cell`"""

    name: str
    of: bool
    params: tuple[Param, ...]


@node
class Naming(Node):
    """`let room be limit of p`: a value that a word gives a name on its way."""

    name: str
    value: Expr


@node
class Define(Decl):
    head: Head
    value: Expr
    namings: tuple[Naming, ...] = ()


@node
class ValueCase(Clause):
    value: Expr
    condition: Expr | None


@node
class Cases(Decl):
    head: Head
    cases: tuple[ValueCase, ...]


@node
class Term(Clause):
    sign: str
    value: Expr
    condition: Expr | None


@node
class Bound(Clause):
    limit: str  # most | least
    value: Expr


@node
class Total(Decl):
    head: Head
    lines: tuple[Term | Bound, ...]


@node
class After(Expr):
    """`after play or draw: c`, in laws"""

    events: tuple[str, ...]
    condition: Expr


@node
class Under(Expr):
    """`under rotating Player in views if c`, in laws"""

    how: str
    over: str
    compared: tuple[str, ...]
    condition: Expr | None


@node
class Only(Expr):
    """`legality of play reads only hand, centre`, in laws"""

    legality: bool
    name: str
    verb: str  # reads | changes
    paths: tuple[Expr, ...]


@node
class Case(Clause):
    sentence: str | None
    law: Expr


@node
class Relation(Decl):
    left: Param
    verb: str
    right: Param
    more: tuple[Param, ...]
    mode: str  # any | all
    cases: tuple[Case | Bending, ...]


@node
class Bending(Clause):
    """`[x] except [y] when c` inside a relation"""

    target: str
    condition: Expr


@node
class Programme(Decl):
    """`setup`, `turn`, `play`"""

    name: str
    body: Body


@node
class Action(Decl):
    name: str
    written: str | None
    anytime: bool
    excepted: tuple[str, ...]
    body: Body


@node
class Procedure(Decl):
    verb: str
    params: tuple[Param, ...]  # the first has no preposition, if the verb takes anything directly
    measure: Measure | None
    body: Body


@node
class Reaction(Decl):
    timing: str  # before | after | instead of
    events: tuple[str, ...]
    body: Body


@node
class Ending(Clause):
    moment: str | None  # None: at once
    condition: Expr


@node
class Endings(Decl):
    endings: tuple[Ending, ...]


@node
class Ranking(Clause):
    criteria: tuple[Expr, ...]
    ties: Expr
    condition: Expr | None


@node
class Winner(Clause):
    who: Expr
    condition: Expr | None


@node
class Grade(Clause):
    value: Expr
    condition: Expr | None


@node
class Results(Decl):
    lines: tuple[Ranking | Winner | Grade, ...]


@node
class Laws(Decl):
    kind: str
    cases: tuple[Case, ...]
