"""The small steps a body is made of: flat, numbered, each with the line it came from."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_expressions import T


@attrs.frozen
class Op:
    """`id` and `k` are the address: the line, and which statement of its chain, 1 first."""

    id: str | None = attrs.field(kw_only=True, default=None)
    k: int = attrs.field(kw_only=True, default=1)


@attrs.frozen
class Start(Op):
    """A chain begins: `last` is 0."""


@attrs.frozen
class Let(Op):
    name: str
    value: T


@attrs.frozen
class Require(Op):
    """A guard met while running: failing is a fault of the rules."""

    condition: T


@attrs.frozen
class Unless(Op):
    """Go elsewhere unless the condition holds."""

    condition: T
    target: int


@attrs.frozen
class Jump(Op):
    target: int
    work: int = 0  # of a loop without an end: what play counts for a pass, see run_limits.py


@attrs.frozen
class Payable(Op):
    """Go elsewhere unless this price could be paid, tested as a whole on a copy."""

    steps: tuple[typed_statements.Step, ...]
    target: int


@attrs.frozen
class Core(Op):
    """move, set, add, take, raise, lower, show, report; `far`: as far as possible"""

    call: typed_statements.Call
    far: bool = False


@attrs.frozen
class Invoke(Op):
    """A procedure, or the block `turn`."""

    call: typed_statements.Call


@attrs.frozen
class Perform(Op):
    call: typed_statements.Call


@attrs.frozen
class Shuffle(Op):
    call: typed_statements.Call


@attrs.frozen
class Roll(Op):
    step: typed_statements.Roll


@attrs.frozen
class Lot(Op):
    step: typed_statements.Lot


@attrs.frozen
class Ask(Op):
    """A decision among actions, or a choice on the spot; `sealed` takes the answer given before."""

    step: typed_statements.Ask | typed_statements.Choose
    sealed: int | None = None


@attrs.frozen
class Menu(Op):
    """One round of a menu; it comes back to itself until it is closed."""

    step: typed_statements.Menu


@attrs.frozen
class Finish(Op):
    step: typed_statements.Finish


@attrs.frozen
class EachStart(Op):
    slot: int
    step: typed_statements.Each
    work: int = 0


@attrs.frozen
class EachNext(Op):
    slot: int
    step: typed_statements.Each
    exit: int


@attrs.frozen
class RepeatStart(Op):
    slot: int
    times: T
    work: int = 0


@attrs.frozen
class RepeatNext(Op):
    slot: int
    exit: int


@attrs.frozen
class UntilStart(Op):
    slot: int


@attrs.frozen
class UntilNext(Op):
    """Tested before each pass; a pass that neither waited nor fell is the fault `ran-out`."""

    slot: int
    step: typed_statements.Until
    exit: int
    work: int = 0


@attrs.frozen
class Seal(Op):
    """All who are asked together answer before anything is done."""

    slot: int
    name: str
    condition: T | None
    step: typed_statements.Ask | typed_statements.Choose
    exit: int


@attrs.frozen
class SealNext(Op):
    slot: int
    name: str
    exit: int


@attrs.frozen
class Event(Op):
    """Where `before` and `instead of` reactions come in."""


@attrs.frozen
class LineEnd(Op):
    """A line is done: endings at once are looked at."""


@attrs.frozen
class Return(Op):
    pass


@attrs.frozen
class Block:
    """A body made flat."""

    key: str
    ops: tuple[Op, ...]
    body: typed_statements.Body | None
    params: tuple[str, ...] = ()
    deep: int | None = None
    falling: T | None = None
    olds: tuple[Any, ...] = ()  # the `old` values somebody may ask for
    work: int = 0  # of a body that may run inside itself: what play counts each time
