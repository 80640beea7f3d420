"""The small steps a body is made of: flat, numbered, each with the line it came from.

`lowering.py` writes them, the reference interpreter runs them (`Machine.do_..`, one method for each), and the
code generator turns them into Python. Jumps go to the number of an op in the same block; `slot` is the number
of a loop in its frame. Below each op stands a line of rules that becomes it, among others: every line begins
with `Start` and ends with `LineEnd`.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_expressions import T


@attrs.frozen
class Op:
    """`id` and `k` are the address: the line, and which statement of its chain, 1 first. `id` is None where the
    line has none. `ends` says that the game is over behind it.
    """

    ends = False
    id: str | None = attrs.field(kw_only=True, default=None)
    k: int = attrs.field(kw_only=True, default=1)


@attrs.frozen
class Start(Op):
    """A chain begins: `last`, what the verb before has really done, is 0.

    A line::

        move top of deck to hand then add last to score
    """


@attrs.frozen
class Let(Op):
    """A name of the frame gets a value, worked out now.

    A line::

        let n be count of hand of player
    """

    name: str
    value: T


@attrs.frozen
class Require(Op):
    """A guard met while running: failing is a fault of the rules. Guards of actions are no ops; they are asked
    before a move is offered.

    A line::

        require coins of player >= 2
    """

    condition: T


@attrs.frozen
class Unless(Op):
    """Go elsewhere unless the condition holds. The jump leads behind the line, or to its `else`.

    A line::

        if count of deck > 0: move top of deck to hand
    """

    condition: T
    target: int


@attrs.frozen
class Jump(Op):
    """Go elsewhere: back to the test of a loop, or over an `else`.

    A line::

        for ever: player must grab

    `work` is what play counts for a pass of a loop without an end, see lowering.py.
    """

    target: int
    work: int = 0  # of a loop without an end; 0 for all others


@attrs.frozen
class Payable(Op):
    """Go elsewhere unless this price could be paid, tested as a whole on a copy.

    A line::

        if round > 2: take 2 from coins of player -> move c to hand
    """

    steps: tuple[typed_statements.Step, ...]
    target: int


@attrs.frozen
class Core(Op):
    """A verb of the kit that writes: move, set, add, take, raise, lower, show, report. `far`: as far as possible.

    A line::

        as far as possible: take 3 from coins of player
    """

    call: typed_statements.Call
    far: bool = False


@attrs.frozen
class Invoke(Op):
    """A procedure of the game, or the block `turn`: a frame is put on top.

    A line::

        pay 3 to player
    """

    call: typed_statements.Call


@attrs.frozen
class Perform(Op):
    """The effect printed on a component is run, with that component as `here`; nothing happens if there is none.

    A line::

        perform plays of c with c
    """

    call: typed_statements.Call


@attrs.frozen
class Shuffle(Op):
    """A chance node: the pieces of a zone come into an order. Nothing is asked if all of them are alike.

    A line::

        shuffle deck
    """

    call: typed_statements.Call


@attrs.frozen
class Roll(Op):
    """A chance node: a member for each name.

    A line::

        roll first, second in 1 to 6
    """

    step: typed_statements.Roll


@attrs.frozen
class Lot(Op):
    """A chance node: a member, or several, chosen as a player would choose.

    A line::

        lot c in hand of player
    """

    step: typed_statements.Lot


@attrs.frozen
class Ask(Op):
    """A decision among actions, or a choice on the spot; `sealed` is the loop whose answer, given before, is taken
    instead.

    A line::

        player must grab or draw
    """

    step: typed_statements.Ask | typed_statements.Choose
    sealed: int | None = None


@attrs.frozen
class Menu(Op):
    """One round of a menu; it comes back to itself until it is closed.

    A declaration::

        turn
          [turn.menu]  player picks until done
            [turn.buy]  freely: buy
    """

    step: typed_statements.Menu


@attrs.frozen
class Finish(Op):
    """The game is over.

    A line::

        finish, won by active
    """

    ends = True
    step: typed_statements.Finish


@attrs.frozen
class EachStart(Op):
    """A loop over members begins: they are listed now, in their order, and what the loop changes later changes
    nothing of the list.

    A line::

        for each p in Player, active first: add 1 to coins of p
    """

    slot: int
    step: typed_statements.Each
    work: int = 0


@attrs.frozen
class EachNext(Op):
    """The next member of the list gets the name, or the loop ends and play goes on at `exit`.

    A line::

        for each p in Player: add 1 to coins of p
    """

    slot: int
    step: typed_statements.Each
    exit: int


@attrs.frozen
class RepeatStart(Op):
    """The number of passes is worked out.

    A line::

        repeat 4: move top of deck to hand
    """

    slot: int
    times: T
    work: int = 0


@attrs.frozen
class RepeatNext(Op):
    """The next pass, or `exit` after the last one.

    A line::

        repeat 4: move top of deck to hand
    """

    slot: int
    exit: int


@attrs.frozen
class UntilStart(Op):
    """Passes are counted from 0.

    A line::

        until deck is nothing, at most 9 times: move top of deck to hand
    """

    slot: int


@attrs.frozen
class UntilNext(Op):
    """Tested before each pass; a pass that neither waited nor fell is the fault `ran-out`.

    A line::

        until deck is nothing, falling count of deck: move top of deck to hand
    """

    slot: int
    step: typed_statements.Until
    exit: int
    work: int = 0


@attrs.frozen
class Seal(Op):
    """All who are asked together answer before anything is done.

    A line::

        together each p: p must bid
    """

    slot: int
    name: str
    condition: T | None
    step: typed_statements.Ask | typed_statements.Choose
    exit: int


@attrs.frozen
class SealNext(Op):
    """The rest of the line for the next of those who answered, in the order of seats, with `name` as that seat.

    A line::

        together each p: p must bid
    """

    slot: int
    name: str
    exit: int


@attrs.frozen
class Event(Op):
    """Where `before` and `instead of` reactions come in.

    A declaration::

        whenever before draw
          [warn.score]  add 1 to score of player
    """


@attrs.frozen
class LineEnd(Op):
    """A line is done: it counts as run, and endings at once are looked at.

    A declaration::

        end
          [end.empty]  at once when count of deck = 0
    """


@attrs.frozen
class Return(Op):
    """The body is done; reactions `after` its event come in, then its frame goes."""


@attrs.frozen
class Block:
    """A body made flat: of `key` "proc pay/2", "action grab", "turn" .. the ops, the names of its parameters, and
    its measure.

    A declaration::

        to pay n: Number
          [pay.coins]  take n from coins of player

    becomes Start, Core, LineEnd, with an Event before and a Return behind.
    """

    key: str
    ops: tuple[Op, ...]
    body: typed_statements.Body | None
    params: tuple[str, ...] = ()
    deep: int | None = None
    falling: T | None = None
    olds: tuple[Any, ...] = ()  # the `old` values somebody may ask for
    work: int = 0  # of a body that may run inside itself: what play counts each time
