"""Worked examples: what is given, what is done, what must be true then.

A scene is an example that `rulekit test` runs: lines that begin with `given` put a position together, `when`
makes a move, and the others are checked in the order written.
"""

from __future__ import annotations

from rulekit.model.base import Node
from rulekit.model.declarations import Decl, Setting
from rulekit.model.expressions import Expr, Move
from rulekit.records import node


class SceneLine(Node):
    """One line of a scene. Lines are run from top to bottom."""

    __slots__ = ()


@node
class From(SceneLine):
    """The start that comes before everything the scene says itself. Stands first.

    A scene line::

        from mid-game
    """

    name: str


@node
class Despite(SceneLine):
    """What is given breaks these laws on purpose; no game comes to this position.

    A scene line::

        despite [no-debt]
    """

    ids: tuple[str, ...]


@node
class GivenOption(SceneLine):
    """The options of the configuration the scene is played in.

    A scene line::

        given option refill all
    """

    settings: tuple[Setting, ...]


@node
class Given(SceneLine):
    """A zone or state holds this at the beginning; `given players are 3` says how many play.

    A scene line::

        given board at 0 is oak, ash
    """

    place: Expr
    values: tuple[Expr, ...]


@node
class GivenRest(SceneLine):
    """All pieces of a kind that the scene has not put anywhere lie in this zone.

    A scene line::

        given rest of Card in deck
    """

    kind: str
    zone: Expr


@node
class GivenAsking(SceneLine):
    """The game stands at this decision (or, if decisions lie inside each other, at these, the outermost first).

    A scene line::

        given asking is [turn.grab]
    """

    ids: tuple[str, ...]


@node
class GivenLocal(SceneLine):
    """A name bound by line `id` has this value when the scene begins in the middle of a body.

    A scene line::

        given n in [deal.repeat] is 3
    """

    name: str
    id: str
    value: Expr


@node
class Chance(SceneLine):
    """What chance brings at line `id`, in the order in which it is asked; where nothing is said, the first outcome
    there is.

    A scene line::

        chance [roll.dice] is 4, 6
    """

    id: str
    values: tuple[Expr, ...]


@node
class Does(SceneLine):
    """Somebody makes a move; it must be legal.

    A scene line::

        when anna does take pile 2
    """

    who: Expr
    move: Move


@node
class Then(SceneLine):
    """A condition that must be true now.

    A scene line::

        then coins of anna = 3
    """

    condition: Expr


@node
class Asked(SceneLine):
    """It is this player's decision at this line.

    A scene line::

        anna is asked [turn.grab]
    """

    who: Expr
    id: str


@node
class Sees(SceneLine):
    """A condition that must be true of what this player sees; what is hidden from it is nothing.

    A scene line::

        ben sees count of hand of anna = 4
    """

    who: Expr
    condition: Expr


@node
class May(SceneLine):
    """A move is legal, or is refused. `because` are ids that must be among those which refuse it, or allow it.

    A scene line::

        anna may not play card oak because [play.cost]
    """

    who: Expr
    move: Move
    allowed: bool
    because: tuple[str, ...]


@node
class MayExactly(SceneLine):
    """These are all legal moves of this player.

    A scene line::

        anna may exactly grab or pass
    """

    who: Expr
    moves: tuple[Move, ...]


@node
class Wins(SceneLine):
    """The game is over, and these have won it; nobody, if there are none.

    A scene line::

        anna and ben win
    """

    who: tuple[Expr, ...]


@node
class Tied(SceneLine):
    """The game is over, and came out as a result says of ties.

    A scene line::

        ties are drawn
    """

    ties: str


@node
class Graded(SceneLine):
    """The game is over with this grade.

    A scene line::

        grade is captain
    """

    grade: Expr


@node
class Refused(SceneLine):
    """The configuration or the position that is given is refused, for these demands.

    A scene line::

        refused because [demand.pairs]
    """

    because: tuple[str, ...]


@node
class Scene(Decl):
    """A worked example, named after the clause it shows.

    A declaration::

        scene [pay.coins] "Whoever pays has less"
          given coins of anna is 5
          when anna does pay
          then coins of anna = 4
    """

    clause: str
    title: str
    lines: tuple[SceneLine, ...]


@node
class Start(Decl):
    """A position that many scenes begin with: what is given and what is done to come there. Scenes take it up by
    `from`.

    A declaration::

        start mid-game "Half of the cards are gone"
          given round is 3
    """

    name: str
    title: str
    lines: tuple[SceneLine, ...]
