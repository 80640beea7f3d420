"""What happens, line by line.

A line of a body is: an id, openers (each ends in a colon), steps, sources. `Body` holds such lines; every
opener and statement is a class here. The samples are whole lines of a body, without margins.
"""

from __future__ import annotations

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Call, Expr
from rulekit.records import node


class Opener(Node):
    """What stands before a colon and decides whether and how often the rest is done."""

    __slots__ = ()


@node
class When(Opener):
    """The rest is done if the condition holds.

    A line::

        if count of deck > 0: move top of deck to hand
    """

    condition: Expr


@node
class Else(Opener):
    """The rest is done if the condition of the line before did not hold.

    A line::

        else: finish
    """


@node
class Repeat(Opener):
    """The rest is done so many times; the number is worked out once, before the first.

    A line::

        repeat 4: move top of deck to hand
    """

    times: Expr


@node
class Measure(Node):
    """Why a loop or a verb that calls itself comes to an end: a number that falls each time, or a depth that is
    never passed.

    A line::

        until deck is nothing, falling count of deck: discard top of deck
    """

    falling: Expr | None
    deep: int | None


@node
class Until(Opener):
    """The rest is done again and again until the condition holds, at most `times` often. `falling` is its measure,
    if one is written.

    A line::

        until count of hand = 5, at most 10 times: move top of deck to hand
    """

    condition: Expr
    times: Expr | None
    falling: Measure | None


@node
class Each(Opener):
    """The rest is done once for each member. `link` is `in` for a set or range, `of` for the pieces of a zone;
    `first` is who or what comes first.

    A line::

        for each p in Player, active first: add 1 to coins of p
    """

    name: str
    link: str  # in | of
    source: Expr
    first: Expr | None


@node
class Ever(Opener):
    """The rest is done until the game ends.

    A line::

        for ever: player must grab
    """


@node
class Together(Opener):
    """The players of whom the condition holds do the rest at the same time: nobody sees what others decide before all
    have decided.

    A line::

        together each p where (coins of p > 0): p must bid
    """

    name: str
    condition: Expr | None


@node
class AsFar(Opener):
    """What cannot be done whole is done as far as possible, instead of being a fault or making a move illegal.

    A line::

        as far as possible: take 3 from coins of player
    """


class Stmt(Node):
    """One thing done. Statements are joined by `then`."""

    __slots__ = ()


@node
class Do(Stmt):
    """A verb is run: one of the language, of the prelude, or of the game.

    A line::

        move top 2 of deck to hand of player
    """

    call: Call


@node
class Pick(Stmt):
    """A parameter of an action: one member is chosen. `normal` is a form under which choices that make no
    difference count as one.

    A line::

        c in hand as face of c
    """

    name: str
    source: Expr
    normal: Expr | None = None


@node
class Picks(Stmt):
    """A parameter that is several members: `exactly` so many, `up to` so many, `any` number, or all of them in an
    `order`.

    A line::

        cs are up to 3 from hand
    """

    name: str
    amount: str  # exactly | up to | any | order
    count: Expr | None
    source: Expr


@node
class Ask(Stmt):
    """A player decides between moves. With `may` passing is a move too, called `pass` or what `declining as` says;
    with `able`, nobody is asked who has no move.

    A line::

        player must grab or draw, if able
    """

    who: Expr
    mode: str  # must | may
    offers: tuple[str, ...]
    able: bool = False
    declining: str | None = None


@node
class Choose(Stmt):
    """A decision that is written where it arises, without an action: `name` is the move, `picks` what is chosen.
    The names picked are known in the lines after it.

    A line::

        player may choose paint: h in Hue, declining as leave
    """

    who: Expr
    mode: str
    name: str
    picks: tuple[Pick | Picks, ...]
    able: bool = False
    declining: str | None = None


@node
class Require(Stmt):
    """In an action: the move is illegal if this does not hold. `openly` if whoever decides is allowed to know a
    reason that rests on hidden things.

    A line::

        require coins of player >= 2
    """

    condition: Expr
    openly: bool = False


@node
class Let(Stmt):
    """A name for a value, from here to the end of the body. The value is worked out now, once.

    A line::

        let n be count of hand
    """

    name: str
    value: Expr


@node
class Roll(Stmt):
    """Chance takes a member of a range or set, with equal odds, for each name.

    A line::

        roll first, second in 1 to 6
    """

    names: tuple[str, ...]
    source: Expr


@node
class Lot(Stmt):
    """Chance chooses as a player would.

    A line::

        lot c in hand of player
    """

    pick: Pick | Picks


@node
class Finish(Stmt):
    """The game ends here. `winners` are those who win, None if `result` says who.

    A line::

        finish, won by active
    """

    winners: Expr | None = None


@node
class Steps(Node):
    """What a line does: statements in order. Before an arrow stands a price: if it cannot be paid whole, nothing
    of the line happens.

    A line::

        take 2 from coins of player -> move c to hand then add 1 to score
    """

    price: tuple[Stmt, ...] | None
    does: tuple[Stmt, ...]


class Item(Clause):
    """A line of a body. Its `id` is None if it is no clause of its own."""

    __slots__ = ()


@node
class Body(Node):
    """Indented lines, perhaps below a sentence that says for people what they do.

    A declaration::

        turn
          "Take from the heap, then see whether it is empty."
          [turn.grab]  player must grab
    """

    sentence: str | None
    items: tuple[Item, ...]


@node
class Line(Item):
    """A line that does something itself.

    A line::

        if round > 2: add 1 to score
    """

    openers: tuple[Opener, ...]
    steps: Steps


@node
class Block(Item):
    """A line that opens indented lines, with openers or with an id alone.

    A declaration::

        turn
          [turn.rich]  if coins of player > 9:
            [turn.tax]  take 1 from coins of player
    """

    openers: tuple[Opener, ...]
    body: Body


@node
class Group(Clause):
    """A line of a menu: these actions can be chosen `once`, `once each` (per key) or `freely`.

    A declaration::

        turn
          [turn.menu]  player picks until done
            [turn.buy]  once each kind: buy or sell
    """

    mode: str  # once | once each | freely
    key: Expr | None
    offers: tuple[str, ...]


@node
class Menu(Node):
    """A decision that comes again and again until the player makes the closing move or has picked so many.

    A declaration::

        turn
          [turn.menu]  player picks up to 3 until done
            [turn.buy]  freely: buy
    """

    who: Expr
    amount: str  # free | exactly | up to
    count: Expr | None
    close: str
    groups: tuple[Group, ...]


@node
class MenuItem(Item):
    """A menu as a line of a body, with the openers before it.

    A declaration::

        turn
          [turn.menu]  if round > 1: player picks until done
            [turn.buy]  freely: buy
    """

    openers: tuple[Opener, ...]
    menu: Menu


@node
class Bend(Item):
    """An exception: line `target` of the same body does not apply when the condition holds.

    A declaration::

        turn
          [turn.tax]  take 1 from coins of player
          [turn.free] except [turn.tax] when coins of player < 2
    """

    target: str
    condition: Expr


@node
class Replace(Item):
    """Something else happens instead of line `target`, always or under a condition.

    A declaration::

        turn
          [turn.tax]  take 1 from coins of player
          [turn.tithe] instead of [turn.tax] when round > 3: take 2 from coins of player
    """

    target: str
    condition: Expr | None
    does: Steps | Body
