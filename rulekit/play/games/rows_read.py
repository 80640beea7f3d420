"""What is printed on rows of tables and read by one step of a game: fields that are asked for, effects that run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.names.symbol_info import RowInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.memo import memoize
from rulekit.play.games.game import Position
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Frame, Move
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_recording import Recorder, TableBefore
from rulekit.play.position.game_result import GameResult
from rulekit.records import evolve

Cell = tuple[str, str, str]  # kind, row, and a field or the label of an effect
QUESTIONS = (o.Ask, o.Menu, o.Seal)  # what is read there says what may be answered
UNPLAYED = ("law", "demand")  # what is asked beside the game
ReadNote = Callable[[Any, Any, Any], None]  # of an evaluator, a printed field and the members it is asked of


class RowRecorder(Recorder):
    """Notes the effects that run, by the names of their bodies, and the fields that are read while nothing is asked."""

    def __init__(self) -> None:
        self.effects: set[str] = set()
        self.fields: set[Cell] = set()
        self.asking = False

    def look(self, m: Machine, frame: Frame | None = None, op: o.Op | None = None) -> TableBefore:
        """The body in which an operation runs. What is worked out for a question is worked out again for a step."""
        if frame is not None and frame.key.startswith("effect "):
            self.effects.add(frame.key)
        before, self.asking = self.asking, isinstance(op, QUESTIONS)
        if before and not self.asking:
            m.table.answers = {}
        return TableBefore(m.table, ())

    def read(self, e: Any, node: Any, of: Any) -> None:
        """A printed field is asked for."""
        if not self.asking:
            self.fields.update(cells_of(e, node, of))

    def note(self, m: Machine, seen: TableBefore) -> None:
        """What changes is not looked at here."""

    def on_answer(self, m: Machine, seat: int, move: Any) -> None:
        """Who answered is not looked at here."""

    def on_draw(self, m: Machine, pending: Any, outcome: Any) -> None:
        """What was drawn is not looked at here."""

    def on_settled(self, m: Machine) -> None:
        """That it is over is not looked at here."""


def rows_of_step(before: Position, answer: tuple[Any, ...]) -> frozenset[Cell]:
    """What one answer reads, from its own guards to the next question: it is given once more on the reference engine.

    What is offered before and after it is not in it: a card that could have been played decides nothing.
    """
    m = before.machine
    if len(answer) == 1:
        return _rows(m, lambda made: made.draw(answer[0]))
    seat, move = answer[0], m.legal(answer[0])[answer[1]]
    return _rows(m, lambda made: _decided(made, seat, move))


def _decided(m: Machine, seat: int, move: Move) -> Machine:
    """After the move; the guards of its action are asked once more about this very move."""
    body = m.blocks[f"action {move.action}"].body if move.action is not None else None
    for step in body.front if body is not None else ():
        if isinstance(step, typed_statements.Guard):
            m.evaluator().holds(step.condition, {"player": seat, **dict(move.args)})
    return m.decide(seat, move)


def rows_of_start(here: Position) -> frozenset[Cell]:
    """What the set-up of such a game reads before the first question."""
    setting = here.game.setting(here.chosen)
    return _rows(Machine(setting.program, setting.table.copy()), lambda made: made.begin())


def rows_of_result(here: Position) -> frozenset[Cell]:
    """What the result of a game that is over reads."""
    return _rows(here.machine, lambda made: GameResult(made).to_json())


def _rows(m: Machine, done: Callable[[Machine], Any]) -> frozenset[Cell]:
    printed = printed_fields(m.program.checked)
    if not (m.plan.effects or printed):
        return frozenset()
    made = m.copy()
    made.table.answers = {}  # words that were worked out before would read nothing now
    made.recorder = recorder = RowRecorder()
    try:
        with noting_fields(recorder.read):
            done(made)
    except (Fault, KeyError):
        pass  # what was read until then was read
    ran = {(one.kind, one.row, one.label) for one in m.plan.effects if one.key in recorder.effects}
    return frozenset(ran | {cell for cell in recorder.fields if cell[2] in printed.get(cell[0], ())})


def cells_of(e: Any, node: Any, of: Any) -> Iterator[Cell]:
    """The cells that a printed field is: of one member or of several, not of nothing."""
    for member in of if isinstance(of, tuple) else (of,):
        if isinstance(member, int):
            yield node.kind, e.plan.row(node.kind, member).name, node.field


@contextmanager
def noting_fields(note: ReadNote) -> Iterator[None]:
    """Every printed field that is read is noted; afterwards all is as it was.

    The table of forms is changed, for evaluators are made in many places and a subclass would have to be handed to all
    of them. While it lasts, every evaluator of the process notes.
    """
    plain = Evaluator.forms[v.FieldOf]
    Evaluator.forms[v.FieldOf] = noting_form(plain, note)
    try:
        yield
    finally:
        Evaluator.forms[v.FieldOf] = plain


def noting_form(form: Callable[..., Any], note: ReadNote) -> Callable[..., Any]:
    """The form for printed fields, which notes whose field was read; the member is worked out once, before."""

    def read(e: Any, node: Any, env: Any) -> Any:
        of = e.value(node.of, env)
        note(e, node, of)
        return form(e, evolve(node, of=v.Const(of, type=node.of.type, span=node.of.span)), env)

    return read


@memoize
def printed_fields(checked: CheckedRulebook) -> Mapping[str, frozenset[str]]:
    """Of each kind the fields that the rules ask for somewhere, without columns of effects, which run instead."""
    found: dict[str, set[str]] = {}
    for sort, node in nodes_with_roots(checked, v.FieldOf):
        kind = checked.symbols.kinds[node.kind]
        if sort not in UNPLAYED and not kind.combined and node.field not in kind.columns:
            found.setdefault(node.kind, set()).add(node.field)
    return {kind: frozenset(fields) for kind, fields in found.items()}


def printed_rows(checked: CheckedRulebook) -> Iterator[tuple[str, RowInfo]]:
    """Every row that somebody has written, with its kind; a list of every combination has none."""
    for kind, info in checked.symbols.kinds.items():
        yield from ((kind, row) for row in info.rows if not info.combined)


def printed_cells(checked: CheckedRulebook, kind: str, row: RowInfo) -> frozenset[Cell]:
    """All that is printed on a row and that the rules can read or run."""
    info = checked.symbols.kinds[kind]
    effects = {effect.label for column in info.columns.values() for effect in column.get(row.name, ())}
    return frozenset((kind, row.name, name) for name in effects | printed_fields(checked).get(kind, frozenset()))


def effect_cells(checked: CheckedRulebook, kind: str, row: RowInfo) -> frozenset[Cell]:
    """The effects among them."""
    fields = printed_fields(checked).get(kind, frozenset())
    return frozenset(cell for cell in printed_cells(checked, kind, row) if cell[2] not in fields)


__all__ = [
    "Cell",
    "cells_of",
    "effect_cells",
    "noting_form",
    "printed_cells",
    "printed_rows",
    "rows_of_result",
    "rows_of_start",
    "rows_of_step",
]
