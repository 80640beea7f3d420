"""Values read part by part, with what is known at each: in `a and b` the second part is only asked where a holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import ProgramPoint
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import RangeInference
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase
from rulekit.check.tree.typed_walk import children
from rulekit.typesystem import types as t


class GuardedReader(ABC):
    """Goes through values; `at` is told of each, and says whether its parts are of interest."""

    def __init__(self, flow: RangeInference) -> None:
        self.flow = flow
        self.intervals = flow.intervals

    @abstractmethod
    def visit(self, node: v.T, facts: Facts) -> bool:
        """A value, and what is known there."""

    def statement(self, seen: ProgramPoint) -> Facts:
        """Every value of a statement or a condition that a body comes to."""
        facts = seen.facts.with_present("here") if seen.body.sort == "effect" else seen.facts
        self._within(seen.node, facts)
        return facts

    def _within(self, node: Any, facts: Facts) -> None:
        """The values of a statement, and of the parameters and groups in it."""
        if isinstance(node, v.T):
            self.value(node, facts)
            return
        for part in children(node):
            self._within(part, facts)

    def cases(self, cases: Any, facts: Facts) -> None:
        """Of cases each value, where its condition holds; behind one that holds comes no other, but all of a total."""
        for case in cases:
            assert isinstance(case, CheckedCase)
            here = facts
            if case.condition is not None:
                self.value(case.condition, facts)
                here = self.intervals.assume(case.condition, facts)
            if case.value is not None and not here.dead:
                self.value(case.value, here)
            if case.condition is not None and case.sort == "value":
                facts = self.intervals.assume(case.condition, facts, False)

    def value(self, node: Any, facts: Facts) -> None:
        """One value and its parts, each with what is known where it is worked out. Nothing is looked at in what is
        never reached.
        """
        if not facts.dead and isinstance(node, v.T) and self.visit(node, facts):
            self.parts(node, facts)

    def parts(self, node: v.T, facts: Facts) -> None:
        """What a value is made of, each with what is known where it is asked."""
        assume = self.intervals.assume
        if isinstance(node, v.And | v.Or):
            for part in node.parts:
                self.value(part, facts)
                facts = assume(part, facts, isinstance(node, v.And))
        elif isinstance(node, v.Choice):
            self.value(node.condition, facts)
            self.value(node.yes, assume(node.condition, facts))
            self.value(node.no, assume(node.condition, facts, False))
        elif isinstance(node, v.Let):
            self.value(node.source, facts)
            self.value(node.value, self.intervals.facts_with_name(facts, node))
        elif node.binds:
            self._binding(node, facts)
        elif isinstance(node, v.Supposing):
            self._within(node.call, facts)
            changed = self.flow.effects.changes(node.call) | {"local last"}
            self.value(node.condition, facts.drop(self.intervals.loss_test(changed)))
        else:
            inner = facts.drop(self._of_now) if isinstance(node, v.Earlier) else facts
            for child in children(node):
                self.value(child, inner)

    def _of_now(self, key: f.Key) -> bool:
        """Is a fact about this position, and not about names alone?"""
        return any(not mark.startswith("local ") for mark in self.intervals.subjects_of(key))

    def _binding(self, node: v.T, facts: Facts) -> None:
        """A form that goes through a collection with a name for each member."""
        for name, source in node.binds:
            self.value(source, facts)
            held = source.type.member or t.UNKNOWN
            facts = self.intervals.facts_with_member(facts, name, source)
            facts = self.intervals.member(v.Local(name, type=held), source, facts)
        self.value(node.body, facts)
