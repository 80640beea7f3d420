"""Answers of words and relations, kept until something they read has changed.

A word like `reach of c` reads a few zones and states and is asked again at every move. Its answer is kept together with
the parts of the table that were read and the marks they had, and holds as long as the marks are the same: nobody has to
tell it what was written. A bag cannot be a key, so a word that is asked of one is worked out each time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.evaluation.live_context import LiveContext
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.gamestate.game_state import GameState, Marks, Part
from rulekit.records import draft

MANY = 100_000  # answers that are kept of one configuration; then all are dropped, which costs less than to choose


@draft
class CachedAnswer:
    """What a word answered, the parts of the table it read with their marks, and when that was last seen to hold."""

    last: int
    parts: frozenset[Part]
    wholes: Marks
    marks: Marks
    value: Any
    other: CachedAnswer | None = None  # the one before it: a law asks in turn about a position and the one it supposes

    def holds_on(self, table: GameState) -> bool:
        """Wholes are few and mostly the same; if one is not, the part that was read may still be."""
        return self.last == table.last or table.bears(self.wholes) or table.bears(self.marks)

    def answer_for(self, table: GameState) -> CachedAnswer | None:
        """Of this answer and the one before it that which is still true on a table."""
        if self.holds_on(table):
            return self
        return self.other if self.other is not None and self.other.holds_on(table) else None


class AnswerCache(LiveContext):
    """A context that asks a word only if no earlier answer holds."""

    def __init__(self, plan: ConfigIndex, table: GameState, machine: Any) -> None:
        super().__init__(plan, table, machine)
        self.keeps = True  # False: what is seen here is not for others

    def answer(self, name: str, env: dict[str, Any], ask: Callable[[str, dict[str, Any]], Any]) -> Any:
        """A word or relation; what it answered once it answers again while all it read is as it was."""
        table = self.table
        if not self.keeps or name not in self.machine.program.pure:
            return ask(name, env)
        try:
            key = (name, *env.values())
            first: CachedAnswer | None = table.answers.get(key)
        except TypeError:  # a bag
            return ask(name, env)
        known = None if first is None else first.answer_for(table)
        if known is None:
            known = self._fresh_answer(name, env, ask)
            if len(table.answers) >= MANY:
                table.answers.clear()
        if known is not first:
            table.answers[key] = known
            known.other = first
            if first is not None:
                first.other = None
        known.last = table.last
        if table.seen is not None:
            table.seen |= known.parts
        return known.value

    def _fresh_answer(self, name: str, env: dict[str, Any], ask: Callable[[str, dict[str, Any]], Any]) -> CachedAnswer:
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
        return CachedAnswer(
            table.last, read, table.parts_with_marks(table.containing_parts(read)), table.parts_with_marks(read), found
        )
