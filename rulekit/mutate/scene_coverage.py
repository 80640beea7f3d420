"""Coverage of scenes: the lines whose values each works out, the printed fields it reads, the time it takes.

A mutant changes one line or one printed value. Only a scene that comes to that line, or reads that value, can notice;
so each scene is played once on the original and watched, and for each mutant those that look there are played first,
quick ones before slow ones. The others get what time is left, since a change can be noticed in roundabout ways.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model import statements as s
from rulekit.model.base import Clause, Node, fields, walk
from rulekit.model.rulebook import Rulebook
from rulekit.mutate.mutant_generation import Mutant
from rulekit.mutate.mutation_site import node_at
from rulekit.play.games.rows_read import Cell, cells_of, noting_form
from rulekit.play.machine.machine import HANDLERS
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.scenes.scene_runner import play_scene
from rulekit.play.views.seat_evaluator import SeatEvaluator
from rulekit.source import Span

Line = tuple[str, int]  # file and number
WHOLE = (d.Zone, d.State, d.Kind, d.TypeDecl, d.Space, d.Game, d.Option, d.Edition)  # declared, not worked out


@attrs.frozen
class SceneTrace:
    """One scene: what it looks at, the names it says, how long it takes."""

    number: int
    clause: str
    lines: frozenset[Line]
    cells: frozenset[Cell]
    names: frozenset[str]
    seconds: float
    miss: str = ""  # why it fails of the original, which it must not


def watch_scenes(checked: CheckedRulebook) -> tuple[SceneTrace, ...]:
    """Every scene played once with open eyes, each from a fresh start; only what tables settle is remembered."""
    found = []
    settled: dict[Any, dict[int, bool | None]] = {}
    laws = frozenset(line for law in checked.laws for line in _lines(law.node.span))
    for number, scene in enumerate(checked.scenes):
        notes = _Notes(laws)
        begin = time.process_time()
        settings = PreparedGames(checked, settled=settled)
        with _noting(notes):
            misses = play_scene(settings, scene).misses
        took = time.process_time() - begin
        names = frozenset(name for line in scene.all_lines for name in _names(line.node))
        found.append(
            SceneTrace(
                number,
                scene.node.clause,
                frozenset(notes.lines),
                frozenset(notes.cells),
                names,
                took,
                "; ".join(map(str, misses)),
            )
        )
    return tuple(found)


@attrs.frozen
class SceneOrder:
    """The numbers of scenes: of the changed clause, those that look there, those that never do; quick ones first."""

    own: tuple[int, ...]
    hopes: tuple[int, ...]
    others: tuple[int, ...]

    @property
    def is_reached(self) -> bool:
        """Whether any scene comes to the change at all."""
        return bool(self.own or self.hopes)


def order(scenes: tuple[SceneTrace, ...], rulebook: Rulebook, mutant: Mutant) -> SceneOrder:
    """Scenes in the order in which they may notice a mutant, those that say its name before the others."""
    lines, cells, names = _places_of(rulebook, mutant)
    found: tuple[list[Any], ...] = ([], [], [])
    for one in scenes:
        touched = lines is None or bool(one.lines & lines) or bool(one.cells & cells)
        sort = 0 if one.clause == mutant.clause else 1 if touched else 2
        found[sort].append((not (one.names & names), one.seconds, one.number))
    return SceneOrder(*(tuple(key[-1] for key in sorted(group)) for group in found))


def _places_of(rulebook: Rulebook, mutant: Mutant) -> tuple[set[Line] | None, set[Cell], set[str]]:
    """The lines and cells a mutant changes, and the names it is about; no lines: it may be seen anywhere."""
    here = [node_at(rulebook, mutant.change.path[:n]) for n in range(len(mutant.change.path) + 1)]
    nodes = [node for node in here if isinstance(node, Node)]
    decl = here[2] if len(here) > 2 else None
    row = next((node for node in nodes if isinstance(node, d.Row)), None)
    names = set(mutant.clause.split(".")[-1:]) | ({row.name} if row is not None else set())
    if isinstance(nodes[-1], d.Setting) and row is not None and isinstance(decl, d.Rows):
        part = next((node for node in nodes if isinstance(node, d.PartRow)), None)
        kind, name = (part.kind, part.name) if part is not None else (decl.kind, row.name)
        return set(), {(kind, name, nodes[-1].name)}, names | {name}
    if decl is None or isinstance(decl, WHOLE) or (isinstance(decl, d.Rows) and isinstance(nodes[-1], d.Row)):
        return None, set(), names
    clause = next((n for n in reversed(nodes) if isinstance(n, Clause) and not isinstance(n, s.Group)), nodes[-1])
    return _lines(clause.span), set(), names


def _lines(span: Span) -> set[Line]:
    """The lines that a place covers, as file and number."""
    return {(span.file, n) for n in range(span.line, span.end_line + 1)}


# ------------------------------------------------------------------ noting


@attrs.define
class _Notes:
    """What was looked at. Cells that only laws read do not count: laws are looked at in random games as well."""

    laws: frozenset[Line]
    lines: set[Line] = attrs.field(factory=set)
    cells: set[Cell] = attrs.field(factory=set)
    deep: int = 0  # how many laws are being worked out

    def read(self, e: Any, node: Any, of: Any) -> None:
        """A printed field was read, of one member or of several."""
        if not self.deep:
            self.cells.update(cells_of(e, node, of))


@contextmanager
def _noting(notes: _Notes) -> Iterator[None]:
    """Every form of value, and every step, says where it stands; afterwards all is as it was.

    The tables of forms are changed, for evaluators are made in many places and a subclass would have to be handed to
    all of them. While it lasts, every evaluator of the process notes: mutants are judged in processes of one thread.
    """
    tables = [(kind.forms, dict(kind.forms)) for kind in (Evaluator, SeatEvaluator)]
    handlers = dict(HANDLERS)
    try:
        for table, forms in tables:
            table.update({kind: _looking(form, notes) for kind, form in forms.items()})
        Evaluator.forms[v.FieldOf] = noting_form(Evaluator.forms[v.FieldOf], notes.read)
        HANDLERS.update({kind: _stepping(handler, notes.lines) for kind, handler in handlers.items()})
        yield
    finally:
        for table, forms in tables:
            table.update(forms)
        HANDLERS.update(handlers)


def _looking(form: Callable[..., Any], notes: _Notes) -> Callable[..., Any]:
    """A form of value that notes the line it stands in, and whether a law is being worked out."""

    def look(e: Any, node: Any, env: Any) -> Any:
        place = (node.span.file, node.span.line)
        notes.lines.add(place)
        if place not in notes.laws:
            return form(e, node, env)
        notes.deep += 1
        try:
            return form(e, node, env)
        finally:
            notes.deep -= 1

    return look


def _stepping(handler: Callable[..., Any], lines: set[Line]) -> Callable[..., Any]:
    """An op that notes the lines of what it is made of."""

    def step(m: Any, frame: Any, op: Any) -> Any:
        for name in ("call", "step", "value", "condition"):
            span = getattr(getattr(op, name, None), "span", None)
            if span is not None:
                lines.add((span.file, span.line))
        return handler(m, frame, op)

    return step


def _names(line: sc.SceneLine) -> Iterator[str]:
    """Every name that a line of a scene says."""
    for node in walk(line):
        for name in fields(node):
            value = getattr(node, name)
            yield from [value] if isinstance(value, str) else ()
