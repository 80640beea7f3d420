"""Transfer functions of verbs: the facts behind a write, from the facts before it."""

from __future__ import annotations

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.typesystem import types as t
from rulekit.verbs.verb import Verb, VerbAction
from rulekit.words.word import Gives


def target(call: typed_statements.Call) -> v.T | None:
    """The place a core verb writes.

    A line::

        add 2 to score of player

    Here it is `score of player`.
    """
    return call.place


def written_value(call: typed_statements.Call) -> v.T | None:
    """The value a core verb writes or adds.

    A line::

        add 2 to score of player

    Here it is 2; of `set x to v` it is `v`.
    """
    slot = call.core.value
    return None if slot is None else call.get(slot)


def result_bounds(verb: Verb, *bounds: Bounds) -> Bounds:
    """Between which numbers the outcome of a verb lies: its meaning never falls where what it is given rises.

    A line::

        take n from heap

    With `n` in 1 to 3 and a heap of 4 to 9, the outcome lies in 1 to 8.
    """
    assert verb.meaning is not None
    low, high = (verb.meaning(*(ends[n] for ends in bounds)) for n in (0, 1))
    return max(low, -t.LARGEST), min(high, t.LARGEST)


class WriteTransfer:
    """The transfer function of calls: from the facts before one to the facts behind it."""

    def __init__(self, intervals: Intervals) -> None:
        self.intervals = intervals

    def facts_after(self, call: typed_statements.Call, facts: Facts, marks: frozenset[str], far: bool = False) -> Facts:
        """The facts after a call that may change what `marks` says; `far` under `as far as possible`."""
        place, marks = target(call), marks | {"local last"}
        after = facts.drop(self.intervals.loss_test(marks)).with_fresh("last", self._last(call, facts))
        if place is None:
            return self._with_filled_targets(call, facts, after)
        if isinstance(place, v.Read) and not marks.isdisjoint(self.intervals.effects.depends(*place.args)):
            return after  # which place it is may have changed with it
        bounds = self.outcome(call, facts)
        if bounds is not None:
            low, high = self.intervals.bounds_of(place, f.NONE) if isinstance(place, v.Read) else bounds
            after = after.with_other_bounds(
                f.key(place), (min(max(bounds[0], low), high), max(min(bounds[1], high), low))
            )
            step = self._change(call, facts, far)
            after = (
                after if step is None else after.with_raised(f.key(place), self._keep_gaps(facts, place, marks), step)
            )
        value = written_value(call)
        if call.core.overwrites and value is not None:
            after = self._set(place, value, facts, after, marks)
        return after

    # -------------------------------------------------------------- the number a place holds then

    def outcome(self, call: typed_statements.Call, facts: Facts) -> Bounds | None:
        """The number a place would hold after the verb, before any cap; of nothing it is left as it is."""
        place, value = target(call), written_value(call)
        if place is None or not place.type.bare.numeric:
            return None
        if value is None:
            return (
                result_bounds(call.core, self.intervals.bounds_of(place, facts))
                if call.core.does is VerbAction.COMPUTE
                else None
            )
        if isinstance(value, v.Const) and value.value is None:
            return None
        written = self._value_behind(call, place, value, facts)
        maybe = self.intervals.may_be_nothing(value, facts)
        return f.span(written, self.intervals.bounds_of(place, facts)) if maybe else written

    def _value_behind(self, call: typed_statements.Call, place: v.T, value: v.T, facts: Facts) -> Bounds:
        now, amount, verb = self.intervals.bounds_of(place, facts), self.intervals.bounds_of(value, facts), call.core
        if verb.sign > 0:
            low, high = f.add_bounds(now, self.scaled_bounds(call, amount, facts))
            return low, min(high, self._room(call, place, facts))
        if verb.sign < 0:
            return self._bounds_left(call, place, value, facts)
        return result_bounds(verb, now, amount) if verb.does is VerbAction.COMPUTE else amount

    def scaled_bounds(self, call: typed_statements.Call, amount: Bounds, facts: Facts) -> Bounds:
        """An amount after `per n w` and `at most v`; a count that is nothing is 0, a cap that is nothing is none.

        A line::

            add 2 to score of player per 3 coins of player, at most 10

        With 0 to 9 coins: 2 times 0 to 3, so 0 to 6.
        """
        if call.per is not None:
            each = f.divide_bounds(self.intervals.bounds_of(call.per[1], facts), (call.per[0], call.per[0]))
            if self.intervals.may_be_nothing(call.per[1], facts):
                each = f.span(each, (0, 0))
            amount = f.times(amount, each)
        if call.most is not None:
            most = self.intervals.bounds_of(call.most, facts)
            capped = min(amount[0], most[0]), min(amount[1], most[1])
            amount = f.span(amount, capped) if self.intervals.may_be_nothing(call.most, facts) else capped
        return amount

    def _room(self, call: typed_statements.Call, place: v.T, facts: Facts) -> int:
        """`at most 9 - x`: what is added to x takes it to 9 at the most."""
        most = call.most
        if isinstance(most, v.Arith) and most.op == "-" and most.right == place:
            return max(self.intervals.bounds_of(most.left, facts)[1], self.intervals.bounds_of(place, facts)[1])
        return t.LARGEST

    def _bounds_left(self, call: typed_statements.Call, place: v.T, value: v.T, facts: Facts) -> Bounds:
        """What is left; not below 0 where the place is known to hold as much as is taken."""
        amount = self.scaled_bounds(call, self.intervals.bounds_of(value, facts), facts)
        now = self.intervals.bounds_of(place, facts)
        low, high = f.minus(now, amount)
        gap = 0 if _least(value, place) else facts.gap(f.key(place), f.key(value))
        if gap is not None and call.per is None:
            low = max(low, min(gap, now[0]) if call.most is not None else gap)
        return low, high

    # -------------------------------------------------------------- how it stands to other values

    def _keep_gaps(self, facts: Facts, place: v.T, marks: frozenset[str]) -> Facts:
        """Gaps between the place that is written and what is not."""
        one, lost = f.key(place), self.intervals.loss_test(marks)
        gaps = {p: by for p, by in facts.gaps.items() if one in p and not any(lost(k) for k in p if k != one)}
        return Facts(gaps=gaps)

    def _change(self, call: typed_statements.Call, facts: Facts, far: bool) -> Bounds | None:
        """By how much a number goes up, where that is written: `add e to x`, `set x to x - e`."""
        place, value = target(call), written_value(call)
        verb, sign, amount = call.core, call.core.sign, value
        if verb.overwrites and isinstance(value, v.Arith) and value.op in "+-" and value.left == place:
            sign, amount = (1 if value.op == "+" else -1), value.right
        if not sign or place is None or value is None or amount is None:
            return None
        low, high = self.scaled_bounds(call, self.intervals.bounds_of(amount, facts), facts)
        if (far and not verb.overwrites) or self._cut(place) or self.intervals.may_be_nothing(value, facts):
            low, high = min(low, 0), max(high, 0)
        return (low, high) if sign > 0 else (-high, -low)

    def _cut(self, place: v.T) -> bool:
        """Is what goes beyond its range lost?"""
        decl = self.intervals.symbols.states[place.state].decl if isinstance(place, v.Read) else None
        return decl is not None and decl.overflow == "lost"

    def _set(self, place: v.T, value: v.T, facts: Facts, after: Facts, marks: frozenset[str]) -> Facts:
        """What is set is the value it was set to."""
        there = not self.intervals.may_be_nothing(value, facts)
        if not place.type.collection and there:
            after = after.with_present(f.key(place))
        if isinstance(value, v.Const) and value.value is None:
            after = after.with_nothing(f.key(place))
        other, by = f.split_offset(value)
        if there and place.type.bare.numeric and marks.isdisjoint(self.intervals.subjects_of(other)):
            beyond = self.intervals.bounds_of(value, facts)[1] > self.intervals.bounds_of(place, f.NONE)[1]
            cut = self._cut(place) and beyond
            after = after if cut else after.with_above(f.key(place), other, by)
            after = after if cut and self._has_own_bound(place) else after.with_above(other, f.key(place), -by)
        return after

    def _has_own_bound(self, place: v.T) -> bool:
        """Has it `at most` or `at least`, which may come below what it holds by then?"""
        return isinstance(place, v.Read) and bool(self.intervals.checked.states[place.state].bounds)

    def _last(self, call: typed_statements.Call, facts: Facts) -> Bounds:
        """How much was really changed or moved; what a procedure reports may be any number."""
        value, verb = written_value(call), call.core
        if call.proc is not None:
            return self.intervals.bounds_of_last(call.proc)
        if verb.runs:
            return -t.LARGEST, t.LARGEST
        if verb.sign and value is not None and value.type.bare.numeric:
            return 0, max(map(abs, self.scaled_bounds(call, self.intervals.bounds_of(value, facts), facts)))
        moved = call.get("") if verb.does is VerbAction.MOVE else None
        if moved is not None:
            return 0, self.intervals.size(moved, facts)[1] if moved.type.collection else 1
        return 0, t.LARGEST

    def _with_filled_targets(self, call: typed_statements.Call, facts: Facts, after: Facts) -> Facts:
        """Where a piece was moved to is not empty, nor where pieces were that are sure to be some."""
        what = call.get("") if call.core.places else None
        to = next((place for slot, place in call.args if slot and place.type.bare.zone), None)
        if what is None or to is None:
            return after
        if what.type.collection:
            return after.with_present(f.place(to)) if self.intervals.size(what, facts)[0] > 0 else after
        sure = f.key(what) in facts.sure or not what.type.optional
        return after.with_present(f.place(to)) if sure else after


def _least(value: v.T, place: v.T) -> bool:
    """`least of (n, place)`: no more than is there."""
    of = value.get("of") if isinstance(value, v.CoreUse) and value.definition.gives is Gives.LEAST else None
    return isinstance(of, v.Listed) and not of.flat and not place.type.optional and place in of.items
