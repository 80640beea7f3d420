"""What is known after a verb has written: the new bounds of the place, and what no longer holds."""

from __future__ import annotations

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.effects.direct_effects import PLACES
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.typesystem import types as t

VALUES = {"set": "to", "add": "", "take": "", "raise": "to", "lower": "to"}


def target(call: typed_statements.Call) -> v.T | None:
    """The place a core verb writes."""
    return call.get(PLACES[call.verb]) if call.proc is None and call.verb in PLACES else None


def given(call: typed_statements.Call) -> v.T | None:
    """The value a core verb writes or adds."""
    return call.get(VALUES[call.verb]) if call.proc is None and call.verb in VALUES else None


class WriteTransfer:
    """The transfer function of calls: from the facts before one to the facts behind it."""

    def __init__(self, intervals: Intervals) -> None:
        self.intervals = intervals

    def after(self, call: typed_statements.Call, facts: Facts, marks: frozenset[str], far: bool = False) -> Facts:
        """The facts after a call that may change what `marks` says; `far` under `as far as possible`."""
        place, marks = target(call), marks | {"local last"}
        after = facts.without(self.intervals.lost(marks))
        after = after.bound("last", *self._last(call, facts)).surely("last")
        if place is None:
            return _moved(call, facts, after)
        if isinstance(place, v.Read) and not marks.isdisjoint(self.intervals.effects.depends(*place.args)):
            return after  # which place it is may have changed with it
        bounds = self.outcome(call, facts)
        if bounds is not None:
            low, high = self.intervals.of(place, f.NONE) if isinstance(place, v.Read) else bounds
            after = after.replaced(f.key(place), (min(max(bounds[0], low), high), max(min(bounds[1], high), low)))
            step = self._change(call, facts, far)
            after = after if step is None else after.moved(f.key(place), self._kept(facts, place, marks), step)
        value = given(call)
        if call.verb == "set" and value is not None:
            after = self._set(place, value, facts, after, marks)
        return after

    # -------------------------------------------------------------- the number a place holds then

    def outcome(self, call: typed_statements.Call, facts: Facts) -> Bounds | None:
        """The number a place would hold after the verb, before any cap; of nothing it is left as it is."""
        place, value = target(call), given(call)
        if place is None or value is None or not isinstance(t.bare(place.type), t.Number):
            return None
        if isinstance(value, v.Const) and value.value is None:
            return None
        maybe = self.intervals.may_be_nothing(value, facts)
        written = self._written(call, place, value, facts, maybe)
        kept = call.verb in ("raise", "lower") or not maybe
        return written if kept else f.span(written, self.intervals.of(place, facts))

    def _written(self, call: typed_statements.Call, place: v.T, value: v.T, facts: Facts, maybe: bool) -> Bounds:
        now, amount = self.intervals.of(place, facts), self.intervals.of(value, facts)
        if call.verb == "add":
            low, high = f.plus(now, self.scaled(call, amount, facts))
            return low, min(high, self._room(call, place, facts))
        if call.verb == "take":
            return self._taken(call, place, value, facts)
        if call.verb == "raise":
            return now[0] if maybe else max(now[0], amount[0]), max(now[1], amount[1])
        if call.verb == "lower":
            return min(now[0], amount[0]), now[1] if maybe else min(now[1], amount[1])
        return amount

    def scaled(self, call: typed_statements.Call, amount: Bounds, facts: Facts) -> Bounds:
        """An amount after `per n w` and `at most v`; a count that is nothing is 0, a cap that is nothing is none."""
        if call.per is not None:
            each = f.over(self.intervals.of(call.per[1], facts), (call.per[0], call.per[0]))
            if self.intervals.may_be_nothing(call.per[1], facts):
                each = f.span(each, (0, 0))
            amount = f.times(amount, each)
        if call.most is not None:
            most = self.intervals.of(call.most, facts)
            capped = min(amount[0], most[0]), min(amount[1], most[1])
            amount = f.span(amount, capped) if self.intervals.may_be_nothing(call.most, facts) else capped
        return amount

    def _room(self, call: typed_statements.Call, place: v.T, facts: Facts) -> int:
        """`at most 9 - x`: what is added to x takes it to 9 at the most."""
        most = call.most
        if isinstance(most, v.Arith) and most.op == "-" and most.right == place:
            return max(self.intervals.of(most.left, facts)[1], self.intervals.of(place, facts)[1])
        return t.LARGEST

    def _taken(self, call: typed_statements.Call, place: v.T, value: v.T, facts: Facts) -> Bounds:
        """What is left; not below 0 where the place is known to hold as much as is taken."""
        amount = self.scaled(call, self.intervals.of(value, facts), facts)
        now = self.intervals.of(place, facts)
        low, high = f.minus(now, amount)
        gap = facts.gaps.get((f.key(place), f.key(value)))
        if gap is not None and call.per is None:
            low = max(low, min(gap, now[0]) if call.most is not None else gap)
        return low, high

    # -------------------------------------------------------------- how it stands to other values

    def _kept(self, facts: Facts, place: v.T, marks: frozenset[str]) -> Facts:
        """Gaps between the place that is written and what is not."""
        one, lost = f.key(place), self.intervals.lost(marks)
        gaps = {p: by for p, by in facts.gaps.items() if one in p and not any(lost(k) for k in p if k != one)}
        return Facts(gaps=gaps)

    def _change(self, call: typed_statements.Call, facts: Facts, far: bool) -> Bounds | None:
        """By how much a number goes up, where that is written: `add e to x`, `set x to x - e`."""
        place, value = target(call), given(call)
        assert place is not None and value is not None
        sign, amount = (1 if call.verb == "add" else -1), value
        if call.verb == "set" and isinstance(value, v.Arith) and value.op in "+-" and value.left == place:
            sign, amount = (1 if value.op == "+" else -1), value.right
        elif call.verb not in ("add", "take"):
            return None
        low, high = self.scaled(call, self.intervals.of(amount, facts), facts)
        if (far and call.verb != "set") or self._cut(place) or self.intervals.may_be_nothing(value, facts):
            low, high = min(low, 0), max(high, 0)
        return (low, high) if sign > 0 else (-high, -low)

    def _cut(self, place: v.T) -> bool:
        """Is what goes beyond its range lost?"""
        decl = self.intervals.symbols.states[place.state].decl if isinstance(place, v.Read) else None
        return decl is not None and decl.overflow == "lost"

    def _set(self, place: v.T, value: v.T, facts: Facts, after: Facts, marks: frozenset[str]) -> Facts:
        """What is set is the value it was set to."""
        there = not self.intervals.may_be_nothing(value, facts)
        if not t.is_collection(place.type) and there:
            after = after.surely(f.key(place))
        if isinstance(value, v.Const) and value.value is None:
            after = after.voided(f.key(place))
        other, by = f.shifted(value)
        if there and isinstance(t.bare(place.type), t.Number) and marks.isdisjoint(self.intervals.touched(other)):
            beyond = self.intervals.of(value, facts)[1] > self.intervals.of(place, f.NONE)[1]
            cut = self._cut(place) and beyond
            after = after if cut else after.above(f.key(place), other, by)
            after = after if cut and self._bounded(place) else after.above(other, f.key(place), -by)
        return after

    def _bounded(self, place: v.T) -> bool:
        """Has it `at most` or `at least`, which may come below what it holds by then?"""
        return isinstance(place, v.Read) and bool(self.intervals.checked.states[place.state].bounds)

    def _last(self, call: typed_statements.Call, facts: Facts) -> Bounds:
        """How much was really changed or moved; what a procedure reports may be any number."""
        value = given(call)
        if call.proc is not None:
            return self.intervals.reported(call.proc)
        if call.verb == "perform":
            return -t.LARGEST, t.LARGEST
        if call.verb in ("add", "take") and value is not None and isinstance(t.bare(value.type), t.Number):
            return 0, max(map(abs, self.scaled(call, self.intervals.of(value, facts), facts)))
        moved = call.get("") if call.verb == "move" else None
        if moved is not None:
            return 0, self.intervals.size(moved, facts)[1] if t.is_collection(moved.type) else 1
        return 0, t.LARGEST


def _moved(call: typed_statements.Call, facts: Facts, after: Facts) -> Facts:
    """Where a piece was moved to is not empty."""
    what, to = call.get(""), call.get("to")
    if call.proc is not None or call.verb != "move" or what is None or to is None:
        return after
    sure = f.key(what) in facts.sure or not isinstance(what.type, t.Maybe)
    return after.surely(f.place(to)) if sure and not t.is_collection(what.type) else after
