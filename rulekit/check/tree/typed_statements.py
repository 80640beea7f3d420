"""Checked statements: what a line asks, draws, moves or writes, with every name resolved.

The elaborator makes these from `rulekit.model.statements`; `rulekit.play.machine.lowering` turns them into ops.
Lines keep the id and the sources they were written with. Samples are lines of a body.
"""

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
    """One statement of a chain, or one opener of a line."""

    span: Span = attrs.field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@node
class Call(Step):
    """A verb of the kit (declared in rulekit/verbs) or a procedure (`proc` its key) with its arguments by slot.

    A line::

        add 2 to score of player per 3 coins of player, at most 10

    Here the slots are "" (2) and "to" (the score), `per` is (3, coins) and `most` is 10.
    """

    verb: str
    proc: str | None
    args: tuple[tuple[str, T], ...]
    hidden: tuple[tuple[str, T], ...] = ()
    end: str = "top"  # where moved pieces go: top | bottom
    per: tuple[int, T] | None = None
    most: T | None = None

    def get(self, slot: str) -> T | None:
        """The argument in this slot, None if it is not given. The slot "" is what stands right behind the verb."""
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
    """A parameter of a move: one member, or several. Its name is known in the lines after it.

    A line::

        c in hand of player
    """

    id: str | None
    name: str
    source: T
    amount: str  # one | exactly | up to | any | order
    count: T | None
    normal: T | None
    type: Type  # of the bound name


@node
class Guard(Step):
    """In an action: the move is illegal if the condition does not hold. `openly`: whoever decides may know of it
    although it reads hidden things.

    A line::

        require coins of player >= 2
    """

    id: str | None
    condition: T
    openly: bool


@node
class Bound(Step):
    """A name for a value that is worked out once, here.

    A line::

        let n be count of hand of player
    """

    id: str | None
    name: str
    value: T


@node
class Ask(Step):
    """A decision between actions. `mode` is must or may; `able`: nobody is asked who has no move; `declining` is
    the name of passing, None for `pass`.

    A line::

        player may grab or draw, declining as rest
    """

    who: T
    mode: str
    offers: tuple[str, ...]
    able: bool
    declining: str | None


@node
class Choose(Step):
    """A decision written where it arises; the names of `params` are known in the lines after it.

    A line::

        player must choose paint: h in Hue
    """

    who: T
    mode: str
    name: str
    params: tuple[Param, ...]
    able: bool
    declining: str | None


@node
class Roll(Step):
    """Chance takes one member for each name, with equal odds.

    A line::

        roll first, second in 1 to 6
    """

    names: tuple[str, ...]
    source: T


@node
class Lot(Step):
    """Chance chooses as a player would.

    A line::

        lot c in hand of player
    """

    param: Param


@node
class Finish(Step):
    """The game ends; None if the results say who wins.

    A line::

        finish, won by active
    """

    winners: T | None


@node
class When(Step):
    """Opener: the rest of the line is done if the condition holds.

    A line::

        if round > 2: finish
    """

    condition: T


@node
class Else(Step):
    """Opener: the rest is done if the condition of the line before did not hold."""


@node
class Repeat(Step):
    """Opener: the rest is done so often; the number is worked out once.

    A line::

        repeat 4: move top of deck to hand
    """

    times: T


@node
class Until(Step):
    """Opener: the rest is done until the condition holds, at most `times` often; `falling` is a number that must
    fall with each pass.

    A line::

        until count of hand = 5, at most 10 times: move top of deck to hand
    """

    condition: T
    times: T | None
    falling: T | None


@node
class Each(Step):
    """Opener: the rest is done once for each member. `by` says what is gone through, and so what `first` may be.

    A line::

        for each p in Player, active first: add 1 to coins of p
    """

    name: str
    source: T
    first: T | str | None  # a seat, "top", "bottom", or the name of a field
    by: str  # set | pile | seats | rows


@node
class Ever(Step):
    """Opener: the rest is done until the game ends.

    A line::

        for ever: player must grab
    """


@node
class Together(Step):
    """Opener: every player (of those for whom the condition holds) does the rest at once, without seeing the
    others' answers.

    A line::

        together each p: p must bid
    """

    name: str
    condition: T | None


@node
class AsFar(Step):
    """Opener: what cannot be done whole is done as far as it goes.

    A line::

        as far as possible: take 3 from coins of player
    """


@node
class Group(Record):
    """A line of a menu. `mode` is once, once each (for each value of `key`, or each action if `keyed_by_action`)
    or freely.
    """

    id: str | None
    mode: str
    key: T | None
    keyed_by_action: bool
    offers: tuple[str, ...]
    span: Span


@node
class Menu(Step):
    """A decision that comes again until the player makes the move `close`, has picked `count`, or has nothing
    left.

    A declaration::

        turn
          [turn.menu]  player picks up to 3 until done
            [turn.buy]  once each kind: buy or sell
    """

    who: T
    amount: str
    count: T | None
    close: str
    groups: tuple[Group, ...]


@node
class Line(Record):
    """One line: what decides whether it runs, and what it does: a chain, a menu or indented lines.

    A line::

        [pay.coin]  if coins of p > 0: take 1 from coins of p -> add 1 to score of p  @payment.coin

    `openers` is the `if`, `price` what stands before the arrow (None without one), `does` what stands behind
    it.
    """

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
    """The checked text of a procedure, action, reaction, effect or block.

    A declaration::

        action buy
          c in shop
          require cost of c <= coins of player
          [buy.pay]  take cost of c from coins of player then move c to hand of player

    `front` are the first two lines, `lines` the last. `uses` tells whether it needs `player` or `here`.
    """

    sort: str  # setup | play | turn | action | procedure | reaction | effect
    name: str
    front: tuple[Param | Guard | Bound, ...]  # parameters, guards and lets before the effects
    lines: tuple[Line, ...]
    uses: frozenset[str]  # player, here
    span: Span
    locals: tuple[tuple[str, Type], ...] = ()
    events: tuple[str, ...] = ()
    timing: str = ""
