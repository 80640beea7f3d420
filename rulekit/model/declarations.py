"""What a rulebook declares: things and places (see things.py), words, actions, endings, laws."""

from __future__ import annotations

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Expr
from rulekit.model.statements import Body, Measure
from rulekit.model.things import ChoiceType as ChoiceType
from rulekit.model.things import CollectionType as CollectionType
from rulekit.model.things import Decl as Decl
from rulekit.model.things import Edition as Edition
from rulekit.model.things import Effect as Effect
from rulekit.model.things import EffectsType as EffectsType
from rulekit.model.things import Face as Face
from rulekit.model.things import Field as Field
from rulekit.model.things import Game as Game
from rulekit.model.things import Kind as Kind
from rulekit.model.things import NamedType as NamedType
from rulekit.model.things import Option as Option
from rulekit.model.things import PartRow as PartRow
from rulekit.model.things import RangeType as RangeType
from rulekit.model.things import RingType as RingType
from rulekit.model.things import Row as Row
from rulekit.model.things import Rows as Rows
from rulekit.model.things import Setting as Setting
from rulekit.model.things import Source as Source
from rulekit.model.things import Space as Space
from rulekit.model.things import State as State
from rulekit.model.things import Text as Text
from rulekit.model.things import TextType as TextType
from rulekit.model.things import TypeDecl as TypeDecl
from rulekit.model.things import TypeExpr as TypeExpr
from rulekit.model.things import Value as Value
from rulekit.model.things import View as View
from rulekit.model.things import Written as Written
from rulekit.model.things import YesNoType as YesNoType
from rulekit.model.things import Zone as Zone
from rulekit.records import node


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
