"""Checked statements: what a line asks, draws, moves or writes, with every name resolved."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree.typed_expressions import T
from rulekit.records import Record, node
from rulekit.source import NOWHERE, Span
from rulekit.typesystem.types import Type
from rulekit.verbs.known_verbs import find
from rulekit.verbs.verb import NO_VERB, Verb


@node
class Step(Record):
    """One statement of a chain."""

    span: Span = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@node
class Call(Step):
    """A verb of the kit (declared in rulekit/verbs) or a procedure (`proc` its key) with its arguments by slot."""

    verb: str
    proc: str | None
    args: tuple[tuple[str, T], ...]
    hidden: tuple[tuple[str, T], ...] = ()
    end: str = "top"  # where moved pieces go: top | bottom
    per: tuple[int, T] | None = None
    most: T | None = None

    def get(self, slot: str) -> T | None:
        return next((value for name, value in self.args if name == slot), None)

    @property
    def core(self) -> Verb:
        """The verb of the kit it is; a verb that does nothing where it calls a procedure."""
        return find(self.verb) if self.proc is None else NO_VERB

    @property
    def place(self) -> T | None:
        """The state or name that a verb of the kit writes: `w` in `add v to w`."""
        slot = self.core.writes
        return None if slot is None else self.get(slot)


@node
class Param(Step):
    """A parameter of a move: one member, or several."""

    id: str | None
    name: str
    source: T
    amount: str  # one | exactly | up to | any | order
    count: T | None
    normal: T | None
    type: Type  # of the bound name


@node
class Guard(Step):
    id: str | None
    condition: T
    openly: bool


@node
class Bound(Step):
    """`let x be v`"""

    id: str | None
    name: str
    value: T


@node
class Ask(Step):
    who: T
    mode: str
    offers: tuple[str, ...]
    able: bool
    declining: str | None


@node
class Choose(Step):
    who: T
    mode: str
    name: str
    params: tuple[Param, ...]
    able: bool
    declining: str | None


@node
class Roll(Step):
    names: tuple[str, ...]
    source: T


@node
class Lot(Step):
    param: Param


@node
class Finish(Step):
    winners: T | None


@node
class When(Step):
    condition: T


@node
class Else(Step):
    pass


@node
class Repeat(Step):
    times: T


@node
class Until(Step):
    condition: T
    times: T | None
    falling: T | None


@node
class Each(Step):
    name: str
    source: T
    first: T | str | None  # a seat, "top", "bottom", or the name of a field
    by: str  # set | pile | seats | rows


@node
class Ever(Step):
    pass


@node
class Together(Step):
    name: str
    condition: T | None


@node
class AsFar(Step):
    pass


@node
class Group(Record):
    id: str | None
    mode: str
    key: T | None
    keyed_by_action: bool
    offers: tuple[str, ...]
    span: Span


@node
class Menu(Step):
    who: T
    amount: str
    count: T | None
    close: str
    groups: tuple[Group, ...]


@node
class Line(Record):
    """One line: what decides whether it runs, and what it does: a chain, a menu or indented lines."""

    id: str | None
    cites: tuple[Any, ...]
    openers: tuple[Step, ...]
    price: tuple[Step, ...] | None
    does: tuple[Step, ...]
    body: tuple[Line, ...] | None
    span: Span
    bend: tuple[str, T] | None = None  # [x] except [y] when c
    replaces: tuple[str, T | None] | None = None  # [x] instead of [y] when c


@node
class Body(Record):
    """The checked text of a procedure, action, reaction, effect or block."""

    sort: str  # setup | play | turn | action | procedure | reaction | effect
    name: str
    front: tuple[Param | Guard | Bound, ...]  # parameters, guards and lets before the effects
    lines: tuple[Line, ...]
    uses: frozenset[str]  # player, here
    span: Span
    locals: tuple[tuple[str, Type], ...] = ()
    events: tuple[str, ...] = ()
    timing: str = ""
