"""Worked examples: what is given, what is done, what must be true then."""

from __future__ import annotations

from rulekit.model.base import Node
from rulekit.model.declarations import Decl, Setting
from rulekit.model.expressions import Expr, Move
from rulekit.records import node


class SceneLine(Node):
    """One line of a scene."""

    __slots__ = ()


@node
class From(SceneLine):
    """`from mid-game`: what that start says comes first."""

    name: str


@node
class Despite(SceneLine):
    """`despite [no-debt]`: what is given breaks these laws on purpose; no game comes to this position."""

    ids: tuple[str, ...]


@node
class GivenOption(SceneLine):
    settings: tuple[Setting, ...]


@node
class Given(SceneLine):
    """`given board at 0 is oak`; also `given players are 3`"""

    place: Expr
    values: tuple[Expr, ...]


@node
class GivenRest(SceneLine):
    kind: str
    zone: Expr


@node
class GivenAsking(SceneLine):
    ids: tuple[str, ...]


@node
class GivenLocal(SceneLine):
    name: str
    id: str
    value: Expr


@node
class Chance(SceneLine):
    id: str
    values: tuple[Expr, ...]


@node
class Does(SceneLine):
    who: Expr
    move: Move


@node
class Then(SceneLine):
    condition: Expr


@node
class Asked(SceneLine):
    who: Expr
    id: str


@node
class Sees(SceneLine):
    who: Expr
    condition: Expr


@node
class May(SceneLine):
    """`anna may play .. because [a]`, `anna may not play .. because [b]`"""

    who: Expr
    move: Move
    allowed: bool
    because: tuple[str, ...]


@node
class MayExactly(SceneLine):
    who: Expr
    moves: tuple[Move, ...]


@node
class Wins(SceneLine):
    """`anna wins`, `anna and ben win`, `nobody wins`: the game is over, and these have won it."""

    who: tuple[Expr, ...]


@node
class Tied(SceneLine):
    """`ties are drawn`: the game is over, and came out as a result says of ties."""

    ties: str


@node
class Graded(SceneLine):
    """`grade is captain`: the game is over with this grade."""

    grade: Expr


@node
class Refused(SceneLine):
    """The configuration or the position is refused."""

    because: tuple[str, ...]


@node
class Scene(Decl):
    clause: str
    title: str
    lines: tuple[SceneLine, ...]


@node
class Start(Decl):
    """A position that many scenes begin with: what is given and what is done to come there."""

    name: str
    title: str
    lines: tuple[SceneLine, ...]
