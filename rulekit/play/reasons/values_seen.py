"""Values behind a condition: as they are said to people, with the lines that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Self

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.value_json import ProseCodec
from rulekit.play.refusals import ObservedValue, RulesLine
from rulekit.source import NOWHERE
from rulekit.typesystem import types as t

MOST_LOOKED_AT = 40  # lines behind one comparison


DEEPEST = 6  # words in words that are followed for them


LONGEST = 6  # members of a set that are named


@attrs.frozen
class Viewpoint:
    """Where the explanation stands: who reads the position, the names bound, the lines it came through."""

    e: Evaluator
    env: Env
    path: tuple[RulesLine, ...]
    bound: frozenset[str] = frozenset()  # names of members that were picked on the way, for the facts
    telling: bool = True  # also with values, and what is behind them

    def one_line_in(self, line: RulesLine, env: Env | None = None) -> Self:
        """One line further in."""
        if env is None:
            return attrs.evolve(self, path=(*self.path, line))
        return attrs.evolve(self, path=(*self.path, line), env=env, bound=frozenset())

    def with_member(self, name: str, value: Any) -> Self:
        """The same with one member of a set in mind."""
        return attrs.evolve(self, env={**self.env, name: value}, bound=self.bound | {name})

    def truth_of(self, node: v.T) -> bool | None:
        """Whether a condition holds; nothing where it cannot be asked."""
        try:
            return self.e.holds(node, self.env)
        except (Fault, KeyError):
            return None

    def value_or_nothing(self, node: v.T) -> Any:
        """A value; nothing where it cannot be asked."""
        try:
            return self.e.value(node, self.env)
        except (Fault, KeyError):
            return None

    @property
    def machine(self) -> Machine:
        """The machine behind the evaluator."""
        found: Machine = self.e.machine
        return found

    def inner(self, params: Iterable[Any], node: v.Use | v.Related) -> Env | None:
        """The names a word or relation begins with; none if it is asked about nothing."""
        args = [self.value_or_nothing(arg) for arg in node.args]
        if None in args:
            return None
        names = {name: self.value_or_nothing(value) for name, value in node.hidden}
        return names | {param.name: arg for param, arg in zip(params, args, strict=True)}

    # -------------------------------------------------------------- values, and what stands behind them

    # ------------------------------------------------------------------ values

    def facts_of(self, node: v.T) -> tuple[tuple[ObservedValue, ...], bool]:
        """The values a test looks at; whether one of them is not there."""
        found = [(one, self.value_or_nothing(one)) for one in _operands(node) if not is_plain(one)]
        absent = any(value is None for _, value in found) and not isinstance(node, v.IsNothing)
        facts = [
            ObservedValue(one.span, self.value_text(value, one.type)) for one, value in found if not _is_place(one)
        ]
        named = {one.name: one for one in all_of(node, v.Local) if one.name in self.bound}
        names = [ObservedValue(one.span, self.value_text(self.env.get(name), one.type)) for name, one in named.items()]
        return tuple(dict.fromkeys((*names, *facts, *self._example(node)))), absent

    def _example(self, node: v.T) -> Iterator[ObservedValue]:
        """What is possible, as the first move in words."""
        asked = node.get("of") if isinstance(node, v.CoreUse) and node.definition.asks_moves else None
        if isinstance(asked, v.Named) and isinstance(node, v.CoreUse):
            by = node.get("by")
            seat: int = self.env["player"] if by is None else self.value_or_nothing(by)
            for move in islice(LegalMoves(self.e).action_moves(asked.name, seat), 1):
                yield ObservedValue(
                    NOWHERE, f"`{SeatCodec(self.machine, seat, in_move=True).move_text(move)}` is possible"
                )

    def value_text(self, value: Any, kind: t.Type) -> str:
        """A value as people read it."""
        try:
            return _words(ProseCodec(self.machine).write(value, kind))
        except (LookupError, TypeError, AttributeError):
            return ""

    # ------------------------------------------------------------------ what stands behind values

    def seen_by(self, node: v.T) -> tuple[RulesLine, ...]:
        """The words, totals, rows, states and options that the values of a test come from, outermost first."""
        return tuple(dict.fromkeys(islice(self._behind(node, DEEPEST), MOST_LOOKED_AT)))

    def _behind(self, node: v.T, left: int) -> Iterator[RulesLine]:
        symbols = self.machine.plan.symbols
        for one in walk(node):
            if isinstance(one, v.Use) and left:
                yield from self._word_lines(one, left)
            elif isinstance(one, v.Local) and left and (let := self.machine.program.let_of(one)) is not None:
                yield RulesLine(None, let.span)
                yield from self._behind(let.value, left - 1)
            elif isinstance(one, v.FieldOf):
                yield from self._row_line(one)
            elif isinstance(one, v.OptionValue):
                yield RulesLine(None, symbols.options[one.name].decl.span, option=True, place=True)
            elif isinstance(one, v.Read | v.ZoneAt):
                info = symbols.states[one.state] if isinstance(one, v.Read) else symbols.zones[one.zone]
                if info.decl is not None:
                    yield RulesLine(None, info.decl.span, place=True)

    def _word_lines(self, node: v.Use, left: int) -> Iterator[RulesLine]:
        """The line of a word, or the lines of a first-of or total that apply, and what is behind them."""
        word = self.machine.words[node.word]
        env = self.inner(word.params, node)
        if env is None:
            return
        there = self.one_line_in(RulesLine(None, word.decl.span), env)
        if isinstance(word.body, v.T):
            yield there.path[-1]
            yield from there._behind(word.body, left - 1)
            return
        for case in word.body or ():
            if case.condition is None or there.truth_of(case.condition):
                yield RulesLine(case.id, case.node.span)
                yield from there._behind(case.value, left - 1)
                if case.sort == "value":
                    return

    def _row_line(self, node: v.FieldOf) -> Iterator[RulesLine]:
        """The row a printed value stands in."""
        of = self.value_or_nothing(node.of)
        if isinstance(of, int) and not isinstance(of, bool):
            row = self.machine.plan.row(node.kind, of)
            yield RulesLine(row.id, row.span)


def is_plain(node: v.T) -> bool:
    """What the sentence says itself, and whoever or whatever it is asked about; a number has a value to be told."""
    if isinstance(node, v.Local):
        return not (node.type.bare.counted or node.type.bare.numeric)
    return isinstance(node, v.Const | v.OptionValue | v.Members)


def _words(data: Any) -> str:
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, dict):
        return " and ".join(f"{count} {name}" for name, count in data.items()) or "none"
    if isinstance(data, list):
        return ", ".join(map(_words, data)) or "none" if len(data) <= LONGEST else f"{len(data)} of them"
    return str(data)


def _operands(node: v.T) -> tuple[v.T, ...]:
    if isinstance(node, v.Compare | v.Equal):
        return (node.left, node.right)
    if isinstance(node, v.IsIn):
        return (node.left,)
    if isinstance(node, v.IsNothing):
        return (node.value,)
    if isinstance(node, v.CoreUse):
        return tuple(value for _, value in node.args if not isinstance(value, v.Named))
    return ()


def _is_place(node: v.T) -> bool:
    """A zone is where things lie; its name is no news."""
    return node.type.bare.zone or bool(node.type.bare.indexes)
