"""What happens, line by line."""

from __future__ import annotations

import attrs

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Call, Expr


class Opener(Node):
    """What stands before a colon and decides whether and how often the rest is done."""

    __slots__ = ()


@attrs.frozen
class When(Opener):
    condition: Expr


@attrs.frozen
class Else(Opener):
    pass


@attrs.frozen
class Repeat(Opener):
    times: Expr


@attrs.frozen
class Measure(Node):
    """`falling v`, `at most n deep`"""

    falling: Expr | None
    deep: int | None


@attrs.frozen
class Until(Opener):
    condition: Expr
    times: Expr | None
    falling: Measure | None


@attrs.frozen
class Each(Opener):
    """`for each x in S`, `for each x of Z, top first`"""

    name: str
    link: str  # in | of
    source: Expr
    first: Expr | None


@attrs.frozen
class Ever(Opener):
    pass


@attrs.frozen
class Together(Opener):
    name: str
    condition: Expr | None


@attrs.frozen
class AsFar(Opener):
    pass


class Stmt(Node):
    """One thing done."""

    __slots__ = ()


@attrs.frozen
class Do(Stmt):
    call: Call


@attrs.frozen
class Pick(Stmt):
    """`x in S [as F]`: a parameter; `xs are n from S` with an amount"""

    name: str
    source: Expr
    normal: Expr | None = None


@attrs.frozen
class Picks(Stmt):
    name: str
    amount: str  # exactly | up to | any | order
    count: Expr | None
    source: Expr


@attrs.frozen
class Ask(Stmt):
    who: Expr
    mode: str  # must | may
    offers: tuple[str, ...]
    able: bool = False
    declining: str | None = None


@attrs.frozen
class Choose(Stmt):
    who: Expr
    mode: str
    name: str
    picks: tuple[Pick | Picks, ...]
    able: bool = False
    declining: str | None = None


@attrs.frozen
class Require(Stmt):
    condition: Expr
    openly: bool = False


@attrs.frozen
class Let(Stmt):
    name: str
    value: Expr


@attrs.frozen
class Roll(Stmt):
    names: tuple[str, ...]
    source: Expr


@attrs.frozen
class Lot(Stmt):
    pick: Pick | Picks


@attrs.frozen
class Finish(Stmt):
    winners: Expr | None = None


@attrs.frozen
class Steps(Node):
    """`stmt then stmt -> stmt`: a price, if there is an arrow, and what is done"""

    price: tuple[Stmt, ...] | None
    does: tuple[Stmt, ...]


class Item(Clause):
    """A line of a body."""

    __slots__ = ()


@attrs.frozen
class Body(Node):
    sentence: str | None
    items: tuple[Item, ...]


@attrs.frozen
class Line(Item):
    openers: tuple[Opener, ...]
    steps: Steps


@attrs.frozen
class Block(Item):
    """A line that opens indented lines, with openers or with an id alone"""

    openers: tuple[Opener, ...]
    body: Body


@attrs.frozen
class Group(Clause):
    mode: str  # once | once each | freely
    key: Expr | None
    offers: tuple[str, ...]


@attrs.frozen
class Menu(Node):
    who: Expr
    amount: str  # free | exactly | up to
    count: Expr | None
    close: str
    groups: tuple[Group, ...]


@attrs.frozen
class MenuItem(Item):
    openers: tuple[Opener, ...]
    menu: Menu


@attrs.frozen
class Bend(Item):
    """`[x] except [y] when c`"""

    target: str
    condition: Expr


@attrs.frozen
class Replace(Item):
    """`[x] instead of [y] when c: ..`"""

    target: str
    condition: Expr | None
    does: Steps | Body
