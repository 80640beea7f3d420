"""What is known after a verb has written: the new bounds of the place, and what no longer holds."""

from __future__ import annotations

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.amounts import place as zone_place
from rulekit.check.facts import Bounds, Facts
from rulekit.check.intervals import Numbers
from rulekit.check.writing import WRITTEN
from rulekit.kinds import types as t

VALUES = {"set": "to", "add": "", "take": "", "raise": "to", "lower": "to"}


def target(call: does.Call) -> v.T | None:
    """The place a core verb writes."""
    return call.get(WRITTEN[call.verb]) if call.proc is None and call.verb in WRITTEN else None


def given(call: does.Call) -> v.T | None:
    """The value a core verb writes or adds."""
    return call.get(VALUES[call.verb]) if call.proc is None and call.verb in VALUES else None


def scaled(numbers: Numbers, call: does.Call, amount: Bounds, facts: Facts) -> Bounds:
    """An amount after `per n w` and `at most v`."""
    if call.per is not None:
        each = f.over(numbers.of(call.per[1], facts), (call.per[0], call.per[0]))
        amount = f.times(amount, each)
    if call.most is not None:
        most = numbers.of(call.most, facts)
        amount = min(amount[0], most[0]), min(amount[1], most[1])
    return amount


def outcome(numbers: Numbers, call: does.Call, facts: Facts) -> Bounds | None:
    """The number a place would hold after the verb, before any cap."""
    place, value = target(call), given(call)
    if place is None or value is None or not isinstance(t.bare(place.type), t.Number):
        return None
    now, amount = numbers.of(place, facts), numbers.of(value, facts)
    if call.verb == "add":
        low, high = f.plus(now, scaled(numbers, call, amount, facts))
        return low, min(high, _room(numbers, call, place, facts))
    if call.verb == "take":
        return taken(numbers, call, place, value, facts)
    if call.verb == "raise":
        return max(now[0], amount[0]), max(now[1], amount[1])
    if call.verb == "lower":
        return min(now[0], amount[0]), min(now[1], amount[1])
    return amount


def _room(numbers: Numbers, call: does.Call, place: v.T, facts: Facts) -> int:
    """`at most 9 - x`: what is added to x takes it to 9 at the most."""
    most = call.most
    if isinstance(most, v.Arith) and most.op == "-" and most.right == place:
        return max(numbers.of(most.left, facts)[1], numbers.of(place, facts)[1])
    return t.LARGEST


def taken(numbers: Numbers, call: does.Call, place: v.T, value: v.T, facts: Facts) -> Bounds:
    """What is left; not below 0 where the place is known to hold as much as is taken."""
    amount = scaled(numbers, call, numbers.of(value, facts), facts)
    low, high = f.minus(numbers.of(place, facts), amount)
    gap = facts.gaps.get((f.key(place), f.key(value)))
    if gap is not None and call.per is None:
        low = max(low, gap)
    return low, high


def stepped(numbers: Numbers, call: does.Call, facts: Facts, marks: frozenset[str]) -> Facts:
    """The facts after a call."""
    place = target(call)
    after = facts.without(numbers.lost(marks | {"local last"}))
    after = after.bound("last", 0, _last(numbers, call, facts)).surely("last")
    if place is None:
        return _moved(call, facts, after)
    bounds = outcome(numbers, call, facts)
    if bounds is not None:
        low, high = numbers.of(place, f.NONE) if isinstance(place, v.Read) else bounds
        after = after.replaced(f.key(place), (min(max(bounds[0], low), high), max(min(bounds[1], high), low)))
    value = given(call)
    if call.verb == "set" and value is not None:
        after = _set(numbers, place, value, facts, after, marks)
    return after


def _set(numbers: Numbers, place: v.T, value: v.T, facts: Facts, after: Facts, marks: frozenset[str]) -> Facts:
    """What is set is the value it was set to."""
    from rulekit.check.maybe import may_be_nothing

    if not t.is_collection(place.type) and not may_be_nothing(numbers, value, facts):
        after = after.surely(f.key(place))
    if isinstance(value, v.Const) and value.value is None:
        after = after.voided(f.key(place))
    if isinstance(t.bare(place.type), t.Number) and marks.isdisjoint(numbers.touched(f.key(value))):
        after = after.above(f.key(place), f.key(value), 0).above(f.key(value), f.key(place), 0)
    return after


def _last(numbers: Numbers, call: does.Call, facts: Facts) -> int:
    value = given(call)
    if call.verb in ("add", "take") and value is not None and isinstance(t.bare(value.type), t.Number):
        return max(0, scaled(numbers, call, numbers.of(value, facts), facts)[1])
    moved = call.get("") if call.proc is None and call.verb == "move" else None
    if moved is not None:
        return numbers.amounts.size(moved, facts)[1] if t.is_collection(moved.type) else 1
    return t.LARGEST


def _moved(call: does.Call, facts: Facts, after: Facts) -> Facts:
    """Where a piece was moved to is not empty."""
    what, to = call.get(""), call.get("to")
    if call.proc is not None or call.verb != "move" or what is None or to is None:
        return after
    sure = f.key(what) in facts.sure or not isinstance(what.type, t.Maybe)
    return after.surely(zone_place(to)) if sure and not t.is_collection(what.type) else after
