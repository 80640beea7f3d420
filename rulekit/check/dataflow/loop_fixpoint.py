"""Loops in the dataflow analysis: a fixed point over what is known before each pass, with widening and narrowing.

A loop of few passes is followed pass by pass. Any other is followed until nothing new comes up: a range that still
grows after `PATIENT` passes is widened to no bound at all, and two more passes then take back what was too much. A
number that grows in every pass by a known step gets its bound back from how often the loop can go round.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.tree import typed_statements
from rulekit.check.tree.statement_walk import names_bound
from rulekit.records import record
from rulekit.typesystem import types as t

# A loop must not be extrapolated from one pass: `repeat 4: set m to m * 2` grows by another step in each. So few passes
# are followed one by one, which is exact. The numbers trade time for what is known and were chosen, not measured; where
# one is passed, less is known and never something wrong.
UNROLLED = 12  # passes that are followed one by one, all loops around them counted in
PATIENT = 2  # passes before a range that grows is widened
MOST_PASSES = 200  # in one body; after that a loop is taken to change whatever it writes
PROBED = 40  # passes in one body that are followed to see what every game comes to in a longer loop

Change = Callable[[Facts], Facts]
Rates = dict[f.Key, f.Bounds]  # by how much every pass changes a number
Rest = tuple[typed_statements.Step, ...]
Opened = tuple[Facts, list[Facts]]  # behind the line if it ran, and if an opener kept it from running


@record
class LoopBody:
    """One loop: its line, the openers inside it, and what begins and ends a pass."""

    line: typed_statements.Line
    rest: Rest
    enter: Change  # from what is known before a pass to what is known in it
    leave: Change  # from what is known before a pass to what is known if there is none
    least: int
    most: int


class LoopFixpoint(ABC):
    """Follows loops; how one pass is followed says whoever follows statements."""

    def __init__(self, intervals: Intervals) -> None:
        self.intervals = intervals
        self.effects = intervals.effects
        self.seen: list[Any] = []  # the points of a body that were noted
        self.certain_passes: list[Any] = []  # points of single passes that are sure to come, with what is known in them
        self._passes, self._unrolled_passes = 0, 1  # followed so far, and one by one at this place
        self._names: dict[int, tuple[typed_statements.Line, frozenset[str]]] = {}  # what each line binds
        self._certain, self._probed = True, 0  # is the loop around sure to get here? passes probed so far

    @abstractmethod
    def walk_openers(self, line: typed_statements.Line, openers: Rest, facts: Facts) -> Opened:
        """What is known behind the openers of a line and what it does."""

    def _unbound(self, line: typed_statements.Line, way: Facts, before: Facts, done: Facts) -> Facts:
        """What is known behind a line that did not run, where others come that did."""
        known = self._names.get(id(line))
        if known is None:
            known = self._names[id(line)] = line, names_bound(line)
        return f.drop_unbound(way, before, done, known[1])

    def facts_behind_loop(self, loop: LoopBody, facts: Facts) -> Facts:
        """What is known behind a loop; its statements are noted with what holds in every pass."""
        if facts.dead:
            return facts
        if self._passes > MOST_PASSES:
            return self._coarse(loop, facts)
        passes = self._unrolled_passes * max(1, loop.most)
        if passes <= UNROLLED:
            with self._counting(passes):
                before, behind = self._unroll(loop, facts)
                self._note_passes(loop, before)
                return behind
        probed = self._probe(loop, facts)
        found = self._fixed_point(loop, facts)
        if found is None:
            return self._coarse(loop, facts)
        before, behind = found
        self._note_passes(loop, before)
        return behind if probed is None else behind.meet(probed)

    @contextmanager
    def _counting(self, passes: int) -> Iterator[None]:
        outer, self._unrolled_passes = self._unrolled_passes, passes
        try:
            yield
        finally:
            self._unrolled_passes = outer

    def _coarse(self, loop: LoopBody, facts: Facts) -> Facts:
        """Only what no pass changes; a name that is set in some pass may be any number in the next."""
        marks = self.effects.changes_in((loop.line,))
        base = facts.drop(self.intervals.loss_test(marks))
        for name in sorted(mark.removeprefix("local ") for mark in marks if mark.startswith("local ")):
            base = base.with_other_bounds(name, (-t.LARGEST, t.LARGEST))
        self._note_passes(loop, base)
        return loop.leave(base)

    def _note_passes(self, loop: LoopBody, before: Facts) -> None:
        """The statements of a loop are noted with what holds before every pass."""
        outer, self._certain = self._certain, False
        self.walk_openers(loop.line, loop.rest, loop.enter(before))
        self._certain = outer

    def _pass(self, loop: LoopBody, before: Facts, certain: bool = False) -> Facts:
        """What is known behind one pass; its statements are noted only if it is sure to come."""
        self._passes += 1
        (kept, self.seen), outer = (self.seen, list[Any]()), self._certain
        self._certain = outer and certain
        done, ways = self.walk_openers(loop.line, loop.rest, loop.enter(before))
        if self._certain:
            self.certain_passes += self.seen
        self.seen, self._certain = kept, outer
        return f.join_facts((done, *(self._unbound(loop.line, way, before, done) for way in ways)))

    def _unroll(self, loop: LoopBody, facts: Facts) -> tuple[Facts, Facts]:
        """Pass by pass: what is known before some pass, and behind the last."""
        states = [facts]
        while len(states) <= loop.most and not states[-1].dead:
            states.append(self._pass(loop, states[-1], len(states) <= loop.least))
        last = next((s for s in reversed(states) if not s.dead), facts)
        states[0] = self._unbound(loop.line, facts, facts, last)
        return f.join_facts(states[: loop.most]), f.join_facts(loop.leave(s) for s in states[loop.least :])

    def _probe(self, loop: LoopBody, facts: Facts) -> Facts | None:
        """The first passes of a long loop one by one, as long as each tells something new; what is known behind all."""
        if not self._certain or not loop.least:
            return None
        before, passes, left = facts, self._passes, loop.least
        while left and self._probed < PROBED:
            self._probed, left = self._probed + 1, left - 1
            after = self._pass(loop, before, certain=True)
            left, before = (0 if after.dead or after == before else left), after
        self._passes = passes
        return loop.leave(before) if not left and loop.least == loop.most else None

    def _fixed_point(self, loop: LoopBody, facts: Facts) -> tuple[Facts, Facts] | None:
        """The same for any number of passes; None if it takes too long to find."""
        before = facts
        for count in range(4 * PATIENT + 8):
            after = self._pass(loop, before)
            wider = f.join_facts((before if count else self._unbound(loop.line, before, facts, after), after))
            if wider == before or self._passes > MOST_PASSES:
                break
            before = f.widen_facts(before, wider) if count >= PATIENT else wider
        if wider != before:
            return None
        for _ in range(2):
            after = self._pass(loop, before)
            before = f.join_facts((self._unbound(loop.line, facts, facts, after), after))
        before, rates = self._stepwise(loop, facts, before)
        after = _within(self._pass(loop, before), rates, facts, loop.least, loop.most)
        ways = [after] if loop.least else [self._unbound(loop.line, facts, facts, after), after]
        return before, f.join_facts(map(loop.leave, ways))

    def _stepwise(self, loop: LoopBody, facts: Facts, before: Facts) -> tuple[Facts, Rates]:
        """Bounds for numbers that every pass changes by so much: the step is the gap to what they were before it."""
        grown = [k for k, b in before.bounds.items() if k in facts.bounds and b != facts.bounds[k]]
        if not grown or loop.most >= t.LARGEST:
            return before, {}
        start, marks = before, {key: f"{n} before this pass" for n, key in enumerate(grown)}
        for key, mark in marks.items():
            start = start.with_above(key, mark, 0).with_above(mark, key, 0)
        after = self._pass(loop, start)
        low, high = -t.LARGEST, t.LARGEST
        rates = {k: (after.gaps.get((k, m), low), -after.gaps.get((m, k), -high)) for k, m in marks.items()}
        return _within(before, rates, facts, 0, loop.most - 1), rates


def _within(now: Facts, rates: Rates, facts: Facts, least: int, most: int) -> Facts:
    """With the bounds that follow from so many steps."""
    for key, (down, up) in rates.items():
        if key in now.bounds:
            low = facts.bounds[key][0] + down * (least if down > 0 else most) if down > -t.LARGEST else -t.LARGEST
            high = facts.bounds[key][1] + up * (least if up < 0 else most) if up < t.LARGEST else t.LARGEST
            now = now.with_bounds(key, *f.clamp(low, high))
    return now
