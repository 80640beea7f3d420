"""Ranges that states have in games from the start: the hull of how they start and of all that is ever written to them.

A range that is declared says what fits. `state m is 0 to 9, starts 1` that is only ever doubled is never 0, and what it
comes to in a loop follows from that. Only lines that write the states in question are followed, until nothing new comes
up; a range that still grows after `PATIENT` rounds is taken to grow to the end of what is declared.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.dataflow.range_inference import RangeInference
from rulekit.check.dataflow.write_transfer import WriteTransfer, target
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import steps_of

PATIENT = 6  # rounds before a range that grows is widened; a choice, as in `range_inference`
Ranges = dict[str, Bounds]


class ReachedIntervals(Intervals):
    """Interval analysis in which some states have a closer range than the one they are declared with."""

    def __init__(self, checked: CheckedRulebook, ranges: Ranges) -> None:
        super().__init__(checked)
        self.ranges = ranges

    def state(self, name: str, facts: Facts) -> Bounds:
        """The bounds of a state that its start and all writes leave it."""
        low, high = super().state(name, facts)
        least, most = self.ranges.get(name, (low, high))
        return max(low, least), min(high, most)


def infer_reached_ranges(flow: RangeInference, states: Iterable[str]) -> RangeInference:
    """The same bodies, read with the ranges that those of these states that are numbers have in real games."""
    numbers = (state for state in states if flow.intervals.symbols.states[state].type.bare.numeric)
    declared = {state: flow.intervals.state(state, f.NONE) for state in numbers}
    ranges = {state: _start(flow, state, bounds) for state, bounds in declared.items()}
    writers = [key for key, body in flow.intervals.checked.bodies.items() if _writes(body, ranges)]
    for count in range(PATIENT + 2 * len(ranges) + 1):
        closer = _closer(flow, ranges)
        wider = _round(closer, writers, ranges, declared)
        if wider == ranges:
            return closer
        ranges = wider if count < PATIENT else {s: _widen(ranges[s], wider[s], declared[s]) for s in ranges}
    return _closer(flow, declared)  # each end is widened once at most, so this is not come to


def _start(flow: RangeInference, state: str, declared: Bounds) -> Bounds:
    starts = flow.intervals.checked.states[state].starts
    return _inside(flow.intervals.bounds_of(starts, f.NONE) if starts is not None else (0, 0), declared)


def _inside(bounds: Bounds, declared: Bounds) -> Bounds:
    low, high = (min(max(end, declared[0]), declared[1]) for end in bounds)
    return low, high


def _cut(flow: RangeInference, state: str) -> bool:
    decl = flow.intervals.symbols.states[state].decl
    return decl is not None and decl.overflow == "lost"


def _writes(body: typed_statements.Body, ranges: Ranges) -> bool:
    calls = (step for step in steps_of(body) if isinstance(step, typed_statements.Call))
    return any((place := target(call)) is not None and place.state in ranges for call in calls)


def _closer(flow: RangeInference, ranges: Ranges) -> RangeInference:
    """What is known of parameters stays: it was found with ranges that are wider, and holds in these."""
    closer = copy.copy(flow)
    closer.intervals = ReachedIntervals(flow.intervals.checked, ranges)
    closer.intervals.settle(flow.params)
    closer.transfer = WriteTransfer(closer.intervals)
    closer.forget()
    return closer


def _round(closer: RangeInference, writers: list[str], ranges: Ranges, declared: Ranges) -> Ranges:
    """The ranges together with what all lines write where they hold."""
    wider = dict(ranges)
    for key in writers:
        for seen in closer.body(key):
            place = target(seen.node) if isinstance(seen.node, typed_statements.Call) else None
            if place is None or place.state not in wider:
                continue
            if not place.type.bare.numeric:  # many at once, as a bag or a map
                wider[place.state] = declared[place.state]
                continue
            bounds, (low, high) = closer.transfer.outcome(seen.node, seen.facts), declared[place.state]
            if bounds is None or (
                (bounds[0] > high or bounds[1] < low) and not (seen.far or _cut(closer, place.state))
            ):
                continue  # nothing is written, or the game ends in a fault
            wider[place.state] = f.span(wider[place.state], _inside(bounds, (low, high)))
    return wider


def _widen(before: Bounds, after: Bounds, declared: Bounds) -> Bounds:
    return (
        declared[0] if after[0] < before[0] else before[0],
        declared[1] if after[1] > before[1] else before[1],
    )
