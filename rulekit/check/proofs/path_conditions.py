"""Path conditions: what is known to hold at a decision, from enclosing conditions, values, laws and endings."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.effects.effect_summary import EVERY, effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import Lines, lines_in, steps_in
from rulekit.check.tree.typed_walk import all_of
from rulekit.records import record
from rulekit.typesystem import types as t

LOOPS = (typed_statements.Repeat, typed_statements.Until, typed_statements.Each, typed_statements.Ever)
NO_LOOP = (typed_statements.When, typed_statements.Else, typed_statements.AsFar, typed_statements.Together)


@record
class DecisionPoint:
    """A decision: the body, the line with what encloses it, and the statement."""

    key: str
    body: typed_statements.Body
    line: typed_statements.Line
    above: Lines
    step: typed_statements.Step


def musts(checked: CheckedRulebook) -> Iterator[DecisionPoint]:
    """Every decision that may not come to nothing. (A menu can always be closed.)"""
    for key, body in checked.bodies.items():
        for line, above in lines_in(body.lines):
            for step in steps_in(line):
                if (
                    isinstance(step, typed_statements.Ask | typed_statements.Choose)
                    and step.mode == "must"
                    and not step.able
                ):
                    yield DecisionPoint(key, body, line, above, step)


class PathConditions:
    """Answers for the decisions of one rulebook."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.effects = effects(checked)

    def enclosing_conditions(self, place: DecisionPoint) -> list[v.T]:
        """The conditions that hold because this line was reached, as far as nothing changed them since."""
        return [condition for condition, since in _conditions(place) if not self._may_change(place, condition, since)]

    def bound_values(self, place: DecisionPoint) -> dict[str, v.T]:
        """`let` names whose values are still what they were."""
        found: dict[str, v.T] = {}
        for first in (step for step in place.body.front if isinstance(step, typed_statements.Bound)):
            if not self._may_change(place, first.value, _before(place.body.lines, place)):
                found[first.name] = first.value
        for lines in (place.body.lines, *(line.body or () for line in place.above)):
            for number, line in enumerate(lines):
                if _holds(line, place):
                    break
                since = _between(lines, number + 1, place)
                for step in line.does if not line.openers else ():
                    if isinstance(step, typed_statements.Bound):
                        if not self._may_change(place, step.value, since, step.name):
                            found[step.name] = step.value
        return found

    def _may_change(self, place: DecisionPoint, value: v.T, since: Iterable[Any], *names: str) -> bool:
        """May one of these statements change what a value reads?"""
        done = self.effects.summary_inside(place.key, since, EVERY)
        local = {f"local {n.name}" for n in all_of(value, v.Local)} | {f"local {n}" for n in names}
        changed = done.writes | {w.name for w in done.parts[0][1].writes}
        return bool(changed & (self.effects.reads(value) | local))

    # -------------------------------------------------------------- values that states began with

    def starting_conditions(self, place: DecisionPoint) -> list[v.T]:
        """`heap = 9` as long as nothing wrote to `heap`, in the game or since it was `new each` time."""
        written, anew = self._written_before(place), self._anew(place)
        return [fact for name, fact in self._starts if f"state {name}" not in written or name in anew]

    def _anew(self, place: DecisionPoint) -> frozenset[str]:
        """The states that were set back to their start when the body began, and not written since."""
        back = self.effects.begun_anew(place.body)
        if not back:
            return frozenset()
        since = self.effects.summary_inside(place.key, _before(place.body.lines, place), EVERY).writes
        since = since | self.effects.changes_before(place.body)
        return frozenset(name for name in back if f"state {name}" not in since)

    @functools.cached_property
    def _starts(self) -> list[tuple[str, v.T]]:
        found: list[tuple[str, v.T]] = []
        for state in self.checked.symbols.states.values():
            start = self._start(state.name, state.type)
            if start is not None and not state.indexes:
                here = v.Read(state.name, (), type=state.type)
                found.append((state.name, v.Equal(here, start, False, type=t.YES_NO)))
        return found

    def _start(self, name: str, kind: t.Type) -> v.T | None:
        starts = self.checked.states[name].starts if name in self.checked.states else None
        if starts is not None:
            return starts if starts.known else None
        if kind.numeric:
            return v.Const(kind.low, type=kind)
        return v.Const(0, type=kind) if (kind.members or kind == t.YES_NO) else None

    @functools.cached_property
    def _written_anywhere(self) -> frozenset[str]:
        return frozenset(w.name for key in self.checked.bodies for w in self.effects.direct_effects(key).writes)

    def _written_before(self, place: DecisionPoint) -> frozenset[str]:
        """All that may have been written before the decision; without `play` a turn has come before this one."""
        if place.body.sort != "play" or any(_looping(line) for line in (*place.above, place.line)):
            return self._written_anywhere
        before = self.effects.summary_inside(place.key, _before(place.body.lines, place), EVERY).writes
        return before | (self.effects.summary_of("setup").writes if "setup" in self.checked.bodies else frozenset())

    # -------------------------------------------------------------- laws and endings

    def laws(self, place: DecisionPoint) -> list[v.T]:
        """What the laws promise of every decision."""
        found = []
        resting = place.body.sort in ("play", "turn", "procedure")
        for law in self.checked.laws:
            if law.sort != "plain" or law.condition is None:
                continue
            if law.kind == "always" or (law.kind == "at-rest" and resting):
                found.append(law.condition)
            elif law.kind == "never":
                found.append(deny(law.condition))
        return found

    def endings(self, place: DecisionPoint) -> list[v.T]:
        """Endings that would have come before this decision."""
        if place.body.sort == "setup":
            return []
        found = []
        for ending in self.checked.endings:
            condition = ending.condition
            if ending.moment is None:
                found.append(deny(condition))
            elif ending.moment == "turn" and place.key == "turn" and "play" not in self.checked.bodies:
                moved = "state active" in self.effects.reads(condition)
                if not moved and not self._may_change(place, condition, _before(place.body.lines, place)):
                    found.append(deny(condition))
        return found


def deny(condition: v.T) -> v.T:
    """The condition denied."""
    return v.Not(condition, type=t.YES_NO, span=condition.span)


def _looping(line: typed_statements.Line) -> bool:
    return any(isinstance(opener, LOOPS) for opener in line.openers)


# ------------------------------------------------------------------ the way to a line


def _holds(line: typed_statements.Line, place: DecisionPoint) -> bool:
    return line is place.line or any(line is one for one in place.above)


def _before(lines: Lines, place: DecisionPoint) -> tuple[Any, ...]:
    """What may be done in a body before the statement is reached, passes of loops included."""
    return _between(lines, 0, place)


def _between(lines: Lines, start: int, place: DecisionPoint) -> tuple[Any, ...]:
    found: list[Any] = []
    for line in lines[start:]:
        if not _holds(line, place):
            found.append(line)
            continue
        found += _inside(line, 0, place)
        break
    return tuple(found)


def _inside(line: typed_statements.Line, number: int, place: DecisionPoint) -> tuple[Any, ...]:
    """What may be done between an opener of a line and the statement."""
    if any(not isinstance(opener, NO_LOOP) for opener in line.openers[number:]):
        return (*steps_in(line), *(line.body or ()))
    if line is place.line:
        steps = steps_in(line)
        return steps[: next(n for n, step in enumerate(steps) if step is place.step)]
    return _before(line.body or (), place)


def _conditions(place: DecisionPoint) -> Iterator[tuple[v.T, tuple[Any, ...]]]:
    """Each enclosing condition, and what may have happened since it was tested."""
    for step in place.body.front:
        if isinstance(step, typed_statements.Guard):
            yield step.condition, _before(place.body.lines, place)
    siblings: Lines = place.body.lines
    for line in (*place.above, place.line):
        for number, opener in enumerate(line.openers):
            condition = _opening(opener, siblings, line)
            if condition is not None:
                yield condition, _inside(line, number + 1, place)
        siblings = line.body or ()
    yield from _requires_before(place)


def _requires_before(place: DecisionPoint) -> Iterator[tuple[v.T, tuple[Any, ...]]]:
    """`require` earlier in the same chain."""
    steps = steps_in(place.line)
    number = next(n for n, step in enumerate(steps) if step is place.step)
    for n, step in enumerate(steps[:number]):
        if isinstance(step, typed_statements.Guard):
            yield step.condition, steps[n + 1 : number]


def _opening(opener: typed_statements.Step, siblings: Lines, line: typed_statements.Line) -> v.T | None:
    if isinstance(opener, typed_statements.When | typed_statements.Together):
        return opener.condition
    if isinstance(opener, typed_statements.Until):
        return deny(opener.condition)
    if isinstance(opener, typed_statements.Else):
        number = next(n for n, one in enumerate(siblings) if one is line)
        above = siblings[number - 1].openers[0] if number else None
        return deny(above.condition) if isinstance(above, typed_statements.When) else None
    return None
