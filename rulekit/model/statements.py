"""What happens, line by line."""

from __future__ import annotations

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Call, Expr
from rulekit.records import node


class Opener(Node):
    """What stands before a colon and decides whether and how often the rest is done."""

    __slots__ = ()


@node
class When(Opener):
    condition: Expr


@node
class Else(Opener):
    pass


@node
class Repeat(Opener):
    times: Expr


@node
class Measure(Node):
    """`falling v`, `at most n deep`"""

    falling: Expr | None
    deep: int | None


@node
class Until(Opener):
    condition: Expr
    times: Expr | None
    falling: Measure | None


@node
class Each(Opener):
    """`for each x in S`, `for each x of Z, top first`"""

    name: str
    link: str  # in | of
    source: Expr
    first: Expr | None


@node
class Ever(Opener):
    pass


@node
class Together(Opener):
    name: str
    condition: Expr | None


@node
class AsFar(Opener):
    pass


class Stmt(Node):
    """One thing done."""

    __slots__ = ()


@node
class Do(Stmt):
    call: Call


@node
class Pick(Stmt):
    """`x in S [as F]`: a parameter; `xs are n from S` with an amount"""

    name: str
    source: Expr
    normal: Expr | None = None


@node
class Picks(Stmt):
    name: str
    amount: str  # exactly | up to | any | order
    count: Expr | None
    source: Expr


@node
class Ask(Stmt):
    who: Expr
    mode: str  # must | may
    offers: tuple[str, ...]
    able: bool = False
    declining: str | None = None


@node
class Choose(Stmt):
    who: Expr
    mode: str
    name: str
    picks: tuple[Pick | Picks, ...]
    able: bool = False
    declining: str | None = None


@node
class Require(Stmt):
    condition: Expr
    openly: bool = False


@node
class Let(Stmt):
    name: str
    value: Expr


@node
class Roll(Stmt):
    names: tuple[str, ...]
    source: Expr


@node
class Lot(Stmt):
    pick: Pick | Picks


@node
class Finish(Stmt):
    winners: Expr | None = None


@node
class Steps(Node):
    """`stmt then stmt -> stmt`: a price, if there is an arrow, and what is done"""

    price: tuple[Stmt, ...] | None
    does: tuple[Stmt, ...]


class Item(Clause):
    """A line of a body."""

    __slots__ = ()


@node
class Body(Node):
    sentence: str | None
    items: tuple[Item, ...]


@node
class Line(Item):
    openers: tuple[Opener, ...]
    steps: Steps


@node
class Block(Item):
    """A line that opens indented lines, with openers or with an id alone"""

    openers: tuple[Opener, ...]
    body: Body


@node
class Group(Clause):
    mode: str  # once | once each | freely
    key: Expr | None
    offers: tuple[str, ...]


@node
class Menu(Node):
    who: Expr
    amount: str  # free | exactly | up to
    count: Expr | None
    close: str
    groups: tuple[Group, ...]


@node
class MenuItem(Item):
    openers: tuple[Opener, ...]
    menu: Menu


@node
class Bend(Item):
    """`[x] except [y] when c`"""

    target: str
    condition: Expr


@node
class Replace(Item):
    """`[x] instead of [y] when c: ..`"""

    target: str
    condition: Expr | None
    does: Steps | Body
