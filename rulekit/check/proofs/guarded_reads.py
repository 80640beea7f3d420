"""Values read part by part, with what is known at each: in `a and b` the second part is only asked where a holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rulekit.check.dataflow.dataflow_walker import Seen
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import Flow
from rulekit.check.elaboration.definitions import CheckedCase
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import children
from rulekit.typesystem import types as t


class Reading(ABC):
    """Goes through values; `at` is told of each, and says whether its parts are of interest."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.numbers = flow.numbers

    @abstractmethod
    def at(self, node: v.T, facts: Facts) -> bool:
        """A value, and what is known there."""

    def statement(self, seen: Seen) -> Facts:
        """Every value of a statement or a condition that a body comes to."""
        facts = seen.facts.surely("here") if seen.body.sort == "effect" else seen.facts
        node = seen.node
        for value in (node,) if isinstance(node, v.T) else children(node):
            self.value(value, facts)
        return facts

    def cases(self, cases: Any, facts: Facts) -> None:
        """Of cases each value, where its condition holds."""
        for case in cases:
            assert isinstance(case, CheckedCase)
            here = facts
            if case.condition is not None:
                self.value(case.condition, facts)
                here = self.numbers.narrowing.assume(case.condition, facts)
            if case.value is not None and not here.dead:
                self.value(case.value, here)

    def value(self, node: Any, facts: Facts) -> None:
        if not facts.dead and isinstance(node, v.T) and self.at(node, facts):
            self.parts(node, facts)

    def parts(self, node: v.T, facts: Facts) -> None:
        narrow = self.numbers.narrowing
        if isinstance(node, v.And | v.Or):
            for part in node.parts:
                self.value(part, facts)
                facts = narrow.assume(part, facts, isinstance(node, v.And))
        elif isinstance(node, v.Choice):
            self.value(node.condition, facts)
            self.value(node.yes, narrow.assume(node.condition, facts))
            self.value(node.no, narrow.assume(node.condition, facts, False))
        elif isinstance(node, v.Let):
            self.value(node.source, facts)
            self.value(node.value, self.numbers.named(facts, node))
        elif isinstance(node, v.Filter | v.Collect | v.Quantifier):
            self.binding(node, facts)
        else:
            for child in children(node):
                self.value(child, facts)

    def binding(self, node: Any, facts: Facts) -> None:
        """A form that goes through a collection with a name for each member."""
        binds = node.binds if isinstance(node, v.Quantifier) else ((node.name, node.source),)
        for name, source in binds:
            self.value(source, facts)
            held = t.member(source.type) or t.UNKNOWN
            facts = self.numbers.bound(facts, name, source)
            facts = self.numbers.narrowing.member(v.Local(name, type=held), source, facts)
        body = (
            node.condition if isinstance(node, v.Filter) else node.value if isinstance(node, v.Collect) else node.body
        )
        self.value(body, facts)
