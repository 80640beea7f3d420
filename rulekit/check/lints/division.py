"""K22: a divisor must be positive for certain, by types, ranges and guards."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.divisors import Divisors, Doubt
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.emit import say
from rulekit.check.proofs.enclosing_lines import written
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_roots import roots
from rulekit.check.tree.typed_walk import children, walk
from rulekit.diagnostics import Problem
from rulekit.source import Span
from rulekit.typesystem import types as t


def examine(checked: Checked) -> Iterator[Problem]:
    divisors = Divisors(flow_of(checked).numbers)
    told = set[Span]()
    if not divisors.any:
        return
    for doubt in _all(checked, divisors):
        if doubt.divisor.span not in told:
            told.add(doubt.divisor.span)
            low, high = doubt.bounds
            finite = -t.LARGEST < low and high < t.LARGEST
            shown = {"low": str(low), "high": str(high)} if finite else {}
            yield say("K22", doubt.divisor.span, divisor=written(checked, doubt.divisor.span), **shown)


def _all(checked: Checked, divisors: Divisors) -> Iterator[Doubt]:
    """Bodies with what is known at each statement; everything else with nothing known; words that nobody uses last."""
    flow = flow_of(checked)
    for key in checked.bodies:
        for seen in flow.body(key):
            nodes = (seen.node,) if isinstance(seen.node, v.T) else children(seen.node)
            for node in (node for node in nodes if isinstance(node, v.T)):
                yield from divisors.doubtful(node, seen.facts)
    for root in roots(checked):
        if root.sort not in ("body", "word", "relation"):
            for node in walk(root.node)[:1] if isinstance(root.node, v.T) else children(root.node):
                if isinstance(node, v.T):
                    yield from divisors.doubtful(node, f.NONE)
    yield from divisors.unused()
