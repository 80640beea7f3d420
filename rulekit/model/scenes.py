"""Worked examples: what is given, what is done, what must be true then."""

from __future__ import annotations

import attrs

from rulekit.model.base import Node
from rulekit.model.declarations import Decl, Setting
from rulekit.model.expressions import Expr, Move


class SceneLine(Node):
    """One line of a scene."""

    __slots__ = ()


@attrs.frozen
class GivenOption(SceneLine):
    settings: tuple[Setting, ...]


@attrs.frozen
class Given(SceneLine):
    """`given board at 0 is oak`; also `given players are 3`"""

    place: Expr
    values: tuple[Expr, ...]


@attrs.frozen
class GivenRest(SceneLine):
    kind: str
    zone: Expr


@attrs.frozen
class GivenAsking(SceneLine):
    ids: tuple[str, ...]


@attrs.frozen
class GivenLocal(SceneLine):
    name: str
    id: str
    value: Expr


@attrs.frozen
class Chance(SceneLine):
    id: str
    values: tuple[Expr, ...]


@attrs.frozen
class Does(SceneLine):
    who: Expr
    move: Move


@attrs.frozen
class Then(SceneLine):
    condition: Expr


@attrs.frozen
class Asked(SceneLine):
    who: Expr
    id: str


@attrs.frozen
class Sees(SceneLine):
    who: Expr
    condition: Expr


@attrs.frozen
class May(SceneLine):
    """`anna may play .. because [a]`, `anna may not play .. because [b]`"""

    who: Expr
    move: Move
    allowed: bool
    because: tuple[str, ...]


@attrs.frozen
class MayExactly(SceneLine):
    who: Expr
    moves: tuple[Move, ...]


@attrs.frozen
class Refused(SceneLine):
    """The configuration or the position is refused."""

    because: tuple[str, ...]


@attrs.frozen
class Scene(Decl):
    clause: str
    title: str
    lines: tuple[SceneLine, ...]
