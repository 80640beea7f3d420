"""K22: a divisor must be positive for certain, by types, ranges and guards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.emit import problem_at
from rulekit.check.proofs.guarded_reads import GuardedReader
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.substitution import NameCaptured, substitute
from rulekit.check.tree.typed_roots import roots
from rulekit.check.tree.typed_walk import children, walk
from rulekit.diagnostics import Problem
from rulekit.records import evolve
from rulekit.source import Span
from rulekit.typesystem import types as t

DEEP = 12  # words within words; what is further in is looked at with nothing known
Given = dict[str, v.T]


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K22 for each divisor that may be zero or less, with the bounds that were found.

    A line::

        let share be coins of p / count of hand of p
    """
    divisors = Divisors(checked)
    divisors.rulebook()
    for divisor, (low, high) in divisors.doubts.values():
        finite = -t.LARGEST < low and high < t.LARGEST
        shown = {"low": str(low), "high": str(high)} if finite else {}
        yield problem_at("K22", divisor.span, divisor=source_at(checked, divisor.span), **shown)


class Divisors(GuardedReader):
    """Finds every divisor that may be 0 where play comes to it; a word of the game at each of its uses."""

    def __init__(self, checked: CheckedRulebook) -> None:
        super().__init__(flow_of(checked))
        self.checked = checked
        self.doubts: dict[Span, tuple[v.T, f.Bounds]] = {}  # by place: the divisor, and between which numbers it lies
        known = self.intervals.effects
        self.bodies: dict[str, tuple[tuple[Any, ...], Any]] = {}  # words and relations: parameters, and what they say
        self.bodies |= {f"word {key}": (word.params, word.body) for key, word in known.words.items()}
        self.bodies |= {f"relation {key}": (one.params, tuple(one.cases)) for key, one in known.relations.items()}
        self.dividing = self._dividing()
        self.used = set[str]()
        self.deep = 0

    def _dividing(self) -> frozenset[str]:
        """Words and relations in which something is divided, or that use one of them."""
        within = {key: walk(body) for key, (_, body) in self.bodies.items()}
        found = {key for key, nodes in within.items() if any(map(_open_divisor, nodes))}
        while True:
            more = {key for key, nodes in within.items() if any(_used_name(node) in found for node in nodes)}
            if more <= found:
                return frozenset(found)
            found |= more

    def rulebook(self) -> None:
        """Bodies with what is known at each statement; all else with nothing known; words that nobody uses last."""
        if not self.dividing and not any(map(self._matters, self.checked.bodies.values())):
            return
        for key in self.checked.bodies:
            for seen in self.flow.body(key):
                self.statement(seen)
        for root in roots(self.checked):
            if root.sort not in ("body", "word", "relation"):
                for node in (root.node,) if isinstance(root.node, v.T) else children(root.node):
                    self.value(node, f.NONE)
        for key in sorted(self.dividing - self.used):
            params, body = self.bodies[key]
            self._visit_definition(body, f.NONE.with_present(*(param.name for param in params)))

    def visit(self, node: v.T, facts: Facts) -> bool:
        """One value on the way; whether the parts below it are still to be looked at."""
        if not self._matters(node):
            return False
        by = v.divisor(node)
        if by is not None and not isinstance(by, v.Const):
            bounds = self.intervals.bounds_of(by, facts)
            if bounds[0] < 1:
                self.doubts.setdefault(by.span, (by, bounds))
        if isinstance(node, v.Use | v.Related):
            self._inside(node, facts)
        return True

    def _matters(self, node: Any) -> bool:
        return any(_open_divisor(one) or _used_name(one) in self.dividing for one in walk(node))

    def _inside(self, node: v.Use | v.Related, facts: Facts) -> None:
        """A word where it is used: its body with what it is given put in."""
        key = _used_name(node)
        if key not in self.dividing or key is None:
            return
        self.used.add(key)
        params, body = self.bodies[key]
        given = {p.name: a for p, a in zip(params, node.args, strict=False)} | dict(node.hidden)
        try:
            made = tuple(_case(one, given) for one in body) if isinstance(body, tuple) else substitute(body, given)
        except NameCaptured:
            made, facts = body, f.NONE
        if self.deep >= DEEP:
            self.used.discard(key)
            return
        self.deep += 1
        self._visit_definition(made, facts)
        self.deep -= 1

    def _visit_definition(self, body: Any, facts: Facts) -> None:
        if isinstance(body, tuple):
            self.cases(body, facts)
        else:
            self.value(body, facts)


def _case(case: CheckedCase, given: Given) -> CheckedCase:
    """A case with its parameters replaced."""
    made: CheckedCase = evolve(case, value=substitute(case.value, given), condition=substitute(case.condition, given))
    return made


def _open_divisor(node: Any) -> bool:
    by = v.divisor(node) if isinstance(node, v.T) else None
    return by is not None and not isinstance(by, v.Const)


def _used_name(node: Any) -> str | None:
    """The word or relation a value uses."""
    if isinstance(node, v.Use):
        return f"word {node.word}"
    return f"relation {node.relation}" if isinstance(node, v.Related) else None
