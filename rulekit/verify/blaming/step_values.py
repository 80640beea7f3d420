"""The values behind one step of a game: what every line asked, and what the words in it came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.play.games.game import Position
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Frame, env_of
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_recording import Recorder, TableBefore
from rulekit.play.reasons.condition_explanation import ConditionExplainer
from rulekit.play.reasons.explanation_parts import DecidingPart, grounds
from rulekit.play.reasons.values_seen import is_plain
from rulekit.play.refusals import LOOKED_AT, ExplanationLine, RulesLine
from rulekit.play.refusals import ObservedValue as Looked
from rulekit.source import Span

DEEP = 3  # words in words that are followed
TOLD = (v.Use, v.FieldOf, v.Read, v.CoreUse, v.Local)


@attrs.frozen
class OperationValues:
    """What one operation of a line looked at: a condition and whether it held, or the values it worked with."""

    line: str
    held: bool | None  # of a condition
    causes: tuple[DecidingPart, ...]  # of a condition: what decided
    facts: tuple[Looked, ...]


class ValueRecorder(Recorder):
    """Notes what the operations of all lines look at, in `asked`."""

    def __init__(self) -> None:
        self.asked: list[OperationValues] = []
        self.named: dict[str, str] = {}  # the line that each body was last in

    def look(self, m: Machine, frame: Frame | None = None, op: o.Op | None = None) -> TableBefore:
        """Note where an operation begins."""
        if frame is not None and op is not None:
            self._note_values(m, frame, op)
        return TableBefore(m.table, ())

    def note(self, m: Machine, seen: TableBefore) -> None:
        """What changes is not looked at here."""

    def on_answer(self, m: Machine, seat: int, move: Any) -> None:
        """Only what is asked counts."""

    def on_draw(self, m: Machine, pending: Any, outcome: Any) -> None:
        """Only what is asked counts."""

    def on_settled(self, m: Machine) -> None:
        """Only what is asked counts."""

    def _note_values(self, m: Machine, frame: Frame, op: o.Op) -> None:
        if op.id:
            self.named[frame.key] = op.id
        line = op.id or self.named.get(frame.key, "")
        e, env = m.copy().evaluator(), env_of(frame)
        condition = getattr(op, "condition", None)
        try:
            if isinstance(condition, v.T):
                here = ConditionExplainer(e, env, (RulesLine(line or None, condition.span),))
                held = here.truth_of(condition)
                self.asked.append(OperationValues(line, held, tuple(here.causes(condition, bool(held))), ()))
            for node in _nodes(op):
                facts = tuple(values_of(ConditionExplainer(e, env, (RulesLine(line or None, node.span),)), node))
                self.asked += [OperationValues(line, None, (), facts)] if facts else []
        except (Fault, KeyError):
            return  # a value that cannot be asked here decides nothing


def _nodes(op: o.Op) -> Iterator[v.T]:
    """The values an operation works with."""
    if isinstance(op, o.Core | o.Invoke):
        yield from (value for _, value in op.call.args)
    elif isinstance(op, o.Let):
        yield op.value


def values_of(here: ConditionExplainer, node: v.T, deep: int = DEEP) -> Iterator[Looked]:
    """Every word, printed value and name in a value, with what it came to; words are followed into their bodies."""
    for one in walk(node):
        if not isinstance(one, TOLD) or _unspoken(one):
            continue
        found = here.value_text(here.value_or_nothing(one), one.type)
        if found:
            yield Looked(one.span, found)
        if isinstance(one, v.Use) and deep:
            yield from _word(here, one, deep)


def _unspoken(node: v.T) -> bool:
    """A zone, a set of everything, a seat by its name: no news."""
    return (is_plain(node) and not isinstance(node, v.Local)) or node.type.bare.zone or bool(node.type.bare.indexes)


def _word(here: ConditionExplainer, node: v.Use, deep: int) -> Iterator[Looked]:
    word = here.machine.words[node.word]
    env = here.inner(word.params, node)
    if env is None:
        return
    there = here.one_line_in(RulesLine(None, word.decl.span), env)
    if isinstance(word.body, v.T):
        yield from values_of(there, word.body, deep - 1)
        return
    for case in word.body or ():
        if case.sort == "value" and (case.condition is None or there.truth_of(case.condition)):
            yield from values_of(there, case.value, deep - 1)
            return


def values_looked_at(here: Position) -> tuple[OperationValues, ...]:
    """What every line looked at in the step that led to a position, in order; nothing if it was loaded."""

    if here.before is None or here.answer is None:
        return ()
    m = here.before.machine.copy()
    witness = ValueRecorder()
    m.recorder = witness
    try:
        if len(here.answer) == 1:
            m.draw(here.answer[0])
        else:
            m.decide(here.answer[0], m.legal(here.answer[0])[here.answer[1]])
    except Fault:
        pass  # what was asked before it counts
    return tuple(witness.asked)


def deciding_conditions(asked: tuple[OperationValues, ...]) -> tuple[ExplanationLine, ...]:
    """The conditions that decided in a step, as lines with their values."""
    return grounds(list(one.causes) for one in asked if one.causes)


# ------------------------------------------------------------------ results


@attrs.frozen
class ResultTerm:
    """One line of what the result counts, for each seat."""

    clause: str
    span: Span
    amounts: tuple[int, ...]


def terms(here: Position) -> tuple[ResultTerm, ...]:
    """Every line of the totals that the result counts, with its amount for each seat."""
    m = here.machine
    e = m.evaluator()
    found: list[ResultTerm] = []
    for word in words_read_by(here.game.checked):
        if not isinstance(word.body, tuple):
            continue
        for case in word.body:
            amounts = [_amount(e, word, case, seat) for seat in range(m.plan.seats)]
            if case.sort == "term" and None not in amounts:
                found.append(ResultTerm(case.id or "", case.node.span, tuple(one or 0 for one in amounts)))
    return tuple(found)


def term_grounds(here: Position, clause: str, seats: Iterable[int]) -> tuple[str, ...]:
    """The lines with an id that decide whether a term counts for these seats: cases of a relation, words."""
    e = here.machine.evaluator()
    found: dict[str, None] = {}
    for word in words_read_by(here.game.checked):
        cases = [case for case in word.body if case.id == clause] if isinstance(word.body, tuple) else []
        for case, seat in ((case, seat) for case in cases if case.condition is not None for seat in seats):
            env = {"player": seat, **{param.name: seat for param in word.params if param.type.bare.player}}
            explained = ConditionExplainer(e, env, (RulesLine(clause, case.condition.span),))
            try:
                told = grounds([explained.causes(case.condition, bool(explained.truth_of(case.condition)))])
            except (Fault, KeyError):
                continue
            ids = (one.line.id for one in told if one.role != LOOKED_AT)
            found.update(dict.fromkeys(name for name in ids if name and name != clause))
    return tuple(found)


def _amount(e: Any, word: Any, case: Any, seat: int) -> int | None:
    """What a line adds for a seat; none if the word asks for more than a seat."""
    env: dict[str, Any] = {"player": seat}
    for param in word.params:
        if not param.type.bare.player:
            return None
        env[param.name] = seat
    try:
        if case.condition is not None and not e.holds(case.condition, env):
            return 0
        found = e.value(case.value, env)
    except (Fault, KeyError):
        return None
    if not isinstance(found, int):
        return 0
    return -found if getattr(case.node, "sign", "+") == "-" else int(found)


def words_read_by(checked: CheckedRulebook) -> list[Any]:
    """The words that the result reads, by itself or through others."""
    words = {word.name: word for word in checked.words}
    found: dict[str, Any] = {}
    todo: list[Any] = list(checked.results)
    while todo:
        for node in all_of(todo.pop(), v.Use):
            if node.word in words and node.word not in found:
                body = words[node.word].body
                found[node.word] = words[node.word]
                todo += body if isinstance(body, tuple) else [body]
    return list(found.values())
