"""The meaning of values: one plain function for each form; what words answer holds until what they read changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.evaluation import old_values, place_values, sum_values, test_values, word_values
from rulekit.check.evaluation.live_context import Eyes
from rulekit.check.evaluation.old_values import as_it_was, zones
from rulekit.check.evaluation.place_values import distinct, held, seat_of
from rulekit.check.evaluation.sum_values import added
from rulekit.check.evaluation.test_values import same
from rulekit.check.tree import typed_expressions as v
from rulekit.gamestate.configuration_layout import Plan
from rulekit.gamestate.game_state import Marks, Part, Table
from rulekit.limits import LARGEST

Env = dict[str, Any]
MANY = 100_000  # answers that are kept of one configuration


@attrs.define(eq=False)
class Answer:
    """What a word answered, the parts of the table it read with their marks, and when that was last seen to hold."""

    last: int
    parts: frozenset[Part]
    wholes: Marks
    marks: Marks
    value: Any

    def holds_on(self, table: Table) -> bool:
        """Wholes are few and mostly the same; if one is not, the part that was read may still be."""
        return table.bears(self.wholes) or table.bears(self.marks)


class Unknown(Exception):
    """Only a position, an option or a player count that is not settled yet could tell."""


class Evaluator:
    """Reads one position. `machine` lists numbers and answers what needs moves: payable, possible, legal, supposing."""

    def __init__(self, plan: Plan, table: Table, machine: Any, earlier: Evaluator | None = None) -> None:
        self.plan = plan
        self.table = table
        self.machine = machine
        self.earlier = earlier
        self.eyes = Eyes(self)
        self.keeps = True  # False: what is seen here is not for others

    def value(self, node: v.T, env: Env) -> Any:
        return FORMS[type(node)](self, node, env)

    def argument(self, node: v.T, env: Env) -> Any:
        """What a word or relation is given."""
        return self.value(node, env)

    def holds(self, node: v.T, env: Env) -> bool:
        """A condition; a test with nothing in it is false."""
        return self.value(node, env) is True

    def near(self, found: Any, node: v.T) -> Any:
        """What was worked out, if it is not too far from 0; whoever plays tells what happens else."""
        numbers = found.values() if isinstance(found, dict) else (found,)
        if all(one.__class__ is int and -LARGEST <= one <= LARGEST for one in numbers):
            return found
        return self.machine.near(found, node.span)

    # -------------------------------------------------------------- words of the game

    def word(self, key: str, env: Env) -> Any:
        word = self.machine.words[key]
        if isinstance(word.body, v.T):
            return self.value(word.body, env)
        if word.body and word.body[0].sort in ("term", "bound"):
            return self.near(self._total(word.body, env), word.body[0].value)
        for case in word.body:
            if case.condition is None or self.holds(case.condition, env):
                return self.value(case.value, env)
        return None

    def again(self, name: str, env: Env, ask: Callable[[str, Env], Any]) -> Any:
        """A word or relation; what it answered once it answers again while all it read is as it was."""
        table = self.table
        if not self.keeps or name not in self.machine.program.pure:
            return ask(name, env)
        try:
            key = (name, *env.values())
            known: Answer | None = table.answers.get(key)
        except TypeError:  # a bag
            return ask(name, env)
        if known is None or not (known.last == table.last or known.holds_on(table)):
            known = self._asked(name, env, ask)
            if len(table.answers) >= MANY:
                table.answers.clear()
            table.answers[key] = known
        known.last = table.last
        if table.seen is not None:
            table.seen |= known.parts
        return known.value

    def _asked(self, name: str, env: Env, ask: Callable[[str, Env], Any]) -> Answer:
        """The answer with all it rests on; a fault has read as well."""
        table, outer = self.table, self.table.seen
        parts: set[Part] = set()
        table.seen = parts
        try:
            found = ask(name, env)
        finally:
            table.seen = outer
            if outer is not None:
                outer |= parts
        read = frozenset(parts)
        return Answer(table.last, read, table.marked(table.wholes(read)), table.marked(read), found)

    def _total(self, lines: Any, env: Env) -> int | None:
        """An account: lines add up in order, bounds apply where they stand."""
        total = 0
        for line in lines:
            if line.condition is not None and not self.holds(line.condition, env):
                continue
            amount = self.value(line.value, env)
            if amount is None:
                return None
            if line.sort == "bound":
                total = min(total, amount) if line.node.limit == "most" else max(total, amount)
            else:
                total = total + amount if line.node.sign == "+" else total - amount
        return total

    def related(self, name: str, env: Env) -> bool:
        info = self.machine.relations[name]
        some = info.decl.mode == "any"
        for case in info.cases:
            if case.sort == "case" and self.case(case, env) is some:
                return some
        return not some

    def case(self, case: Any, env: Env) -> bool:
        return self.value(case.value, env) is True or self.waived(case.id, env)

    def waived(self, clause: str | None, env: Env) -> bool:
        """Does an exception lift this guard or case? An exception may itself be excepted."""
        for bend in self.machine.bends.get(clause or "", ()):
            if self.holds(bend.condition, env) and not self.waived(bend.id, env):
                return True
        return False


Form = Callable[[Evaluator, Any, Env], Any]
FORMS: dict[type, Form] = {
    **place_values.FORMS,
    **word_values.FORMS,
    **sum_values.FORMS,
    **test_values.FORMS,
    **old_values.FORMS,
}
__all__ = ["FORMS", "Env", "Evaluator", "added", "as_it_was", "distinct", "held", "same", "seat_of", "zones"]
