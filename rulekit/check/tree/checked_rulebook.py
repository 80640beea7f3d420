"""The checked rulebook: what `play`, `laws` and the pages are made from."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.names.symbol_info import RelationInfo, WordInfo
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.records import draft, record
from rulekit.source import Span
from rulekit.typesystem.types import Type


@record
class CheckedCase:
    """One line of a first-of, a total, a relation or a block of laws."""

    id: str | None
    value: v.T | None
    condition: v.T | None
    node: d.ValueCase | d.Term | d.Bound | d.Case | d.Bending
    sort: str = "value"  # value | term | bound | case | bend


@record
class CheckedView:
    """Who sees what of a zone or state."""

    viewer: v.T | str  # everyone | nobody | owner | others, or a set of players
    what: str
    end: str | None
    condition: v.T | None
    span: Span


@record
class CheckedState:
    """How a state starts, how far it goes, who sees it."""

    name: str
    starts: v.T | None
    bounds: tuple[tuple[str, v.T], ...]
    views: tuple[CheckedView, ...]


@record
class CheckedEnding:
    """A line of `end`: checked at the end of `moment` (a block or procedure), after every step if that is None.

    A declaration::

        end
          [end.empty]  at end of turn when count of deck = 0
    """

    id: str | None
    moment: str | None
    condition: v.T
    node: d.Ending


@record
class CheckedResult:
    """A ranking, a winner line or a grade."""

    id: str | None
    sort: str  # most | winner | grade
    values: tuple[v.T, ...]
    ties: str | v.T | None
    condition: v.T | None
    node: Any


@record
class CheckedLaw:
    """A line of laws or demands with its condition. Of a law about the text or about another game (`only`,
    `under`) the condition may be None: `node` says what it asks.

    A declaration::

        laws
          [law.fewer]  after draw: count of deck < count of old deck
    """

    id: str | None
    kind: str  # always, never, each-step ..
    sort: str  # plain | after | under | only
    condition: v.T | None
    free: frozenset[str]  # p, player: for every player
    node: d.Case
    sides: tuple[v.T, ...] = ()  # of a plain `=`, for reports


@draft
class CheckedRulebook:
    """Everything worked out. Bodies are keyed `setup`, `action play`, `proc draw`, `reaction 1`, `effect K.c.row.a`."""

    rulebook: Rulebook
    symbols: Symbols
    bodies: dict[str, typed_statements.Body]
    zone_views: dict[str, tuple[CheckedView, ...]]
    states: dict[str, CheckedState]
    writtens: dict[str, v.T]
    endings: tuple[CheckedEnding, ...]
    results: tuple[CheckedResult, ...]
    laws: tuple[CheckedLaw, ...]
    demands: tuple[CheckedCase, ...]
    bends: tuple[CheckedException, ...]
    scenes: tuple[CheckedScene, ...]
    chooses: tuple[Any, ...] = ()  # (line id, node, params) of every choose
    performs: tuple[Any, ...] = ()  # ("perform" | "supposing", what, span)
    menu_keys: dict[tuple[str, str], v.T] = attrs.field(factory=dict)  # (group id, action) -> key
    measures: dict[str, v.T] = attrs.field(factory=dict)  # procedure -> what falls
    warnings: tuple[Problem, ...] = ()
    starts: tuple[CheckedStart, ...] = ()

    @property
    def starts_and_scenes(self) -> tuple[CheckedStart | CheckedScene, ...]:
        """Starts, and the scenes that go on from them."""
        return (*self.starts, *self.scenes)

    @property
    def words(self) -> list[WordInfo]:
        """Every word of the game, also where several share a name."""
        return [w for known in self.symbols.words.values() for w in known]

    @property
    def relations(self) -> list[RelationInfo]:
        """Every relation of the game."""
        return list(self.symbols.relations.values())


@record
class CheckedException:
    """`[x] except [y] when c`, resolved where y stands"""

    id: str | None
    target: str
    condition: v.T
    span: Span


@record
class CheckedMove:
    """A move of a scene: the name it is written with and its typed values."""

    name: str
    args: tuple[tuple[str, v.T], ...]
    span: Span


@record
class CheckedLine:
    """One line of a scene with its values."""

    node: sc.SceneLine
    place: v.T | None = None
    values: tuple[v.T, ...] = ()
    who: v.T | None = None
    moves: tuple[CheckedMove, ...] = ()
    type: Type | None = None


@record
class CheckedStart:
    """What stands in a start; `before` is what the start that it goes on from says, and that one's, and so on."""

    node: sc.Start
    lines: tuple[CheckedLine, ...]
    before: tuple[CheckedLine, ...] = ()


@record
class CheckedScene:
    """A scene with all names resolved; `before` are the lines of the starts it begins with, to be run first."""

    node: sc.Scene
    lines: tuple[CheckedLine, ...]
    before: tuple[CheckedLine, ...] = ()

    @property
    def all_lines(self) -> tuple[CheckedLine, ...]:
        """The lines of its start, then its own."""
        return (*self.before, *self.lines)
