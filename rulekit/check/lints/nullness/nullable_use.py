"""K24: what may be nothing where something is needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import ProgramPoint
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.dataflow.write_transfer import target, written_value
from rulekit.check.emit import problem_at
from rulekit.check.proofs.case_analysis import cases_of
from rulekit.check.proofs.guarded_reads import GuardedReader
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.source_sentence import sentence
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.diagnostics import Problem
from rulekit.source import Span
from rulekit.words.word import Gives

USES = {
    "+": "something is added to it",
    "-": "something is taken from it",
    "*": "it is multiplied",
    "/": "it is divided",
}


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K24 for each value that may be nothing where something is needed, guards on the way to it counted.

    A line::

        add cost of top of deck to score of player
    """
    uses = NullableUses(checked)
    for key, body in checked.bodies.items():
        for seen in uses.flow.body(key) if uses.could_be_nothing(body) else ():
            uses.look(seen)
    uses.words()
    yield from uses.found


class NullableUses(GuardedReader):
    """Looks at every value with what is known there; each place is complained about once."""

    def __init__(self, checked: CheckedRulebook) -> None:
        super().__init__(flow_of(checked))
        self.checked = checked
        self.proofs = cases_of(checked)
        self.found: list[Problem] = []
        self.said: set[Span] = set()

    def say(self, node: v.T, variant: str, **facts: str) -> None:
        """Notes K24 at this value, once, if nothing shows that it is something."""
        if node.span in self.said or isinstance(node, v.Const | v.Broken):
            return
        if not self.may_find_several(node) and not self.proofs.is_never_nothing(node):
            self.said.add(node.span)
            self.found.append(problem_at("K24", node.span, variant, value=sentence(self.checked, node.span), **facts))

    def may_find_several(self, node: v.T) -> bool:
        """Is it nothing because `only of` may find several? Then K25 says so."""
        sets = [n.get("of") for n in all_of(node, v.CoreUse) if n.definition.gives is Gives.SOLE]
        return any(of is not None and not self.proofs.at_most_one(of) for of in sets)

    def could_be_nothing(self, *roots: Any) -> bool:
        """Could something be nothing if nothing were known? Only then we have to know more."""
        return any(self.intervals.may_be_nothing(one, f.NONE) for node in walk(roots) for one in _operands_needed(node))

    def look(self, seen: ProgramPoint) -> None:
        """Everything in one statement, with what is known before it."""
        facts = self.statement(seen)
        if isinstance(seen.node, typed_statements.Call):
            self.call(seen.node, facts)

    def words(self) -> None:
        """Inside a word its parameters are something: a word of nothing is nothing."""
        for word in self.checked.words:
            sure = f.NONE.with_present("player", *(p.name for p in word.params))
            self.check_inside(word.body, sure)
        for info in self.checked.relations:
            self.check_inside(info.cases, f.NONE.with_present("player", *(p.name for p in info.params)))

    def check_inside(self, body: Any, facts: Facts) -> None:
        """Everything in the body of a word or relation, with what is known of its arguments."""
        if not self.could_be_nothing(body):
            return
        if isinstance(body, v.T):
            self.value(body, facts)
        self.cases(body if isinstance(body, tuple | list) else (), facts)

    # -------------------------------------------------------------- verbs

    def call(self, call: typed_statements.Call, facts: Facts) -> None:
        """A verb whose place or value may be nothing does nothing then."""
        for _, node in call.args:
            if isinstance(node, v.Read | v.ZoneAt):
                for arg in node.args:
                    if self.intervals.may_be_nothing(arg, facts):
                        self.say(arg, "verb", verb=call.verb)
        value, place = written_value(call), target(call)
        if value is None or isinstance(value, v.Arith):
            return
        if isinstance(place, v.Read) and not place.type.optional:
            if self.intervals.may_be_nothing(value, facts):
                self.say(value, "verb", verb=call.verb)

    # -------------------------------------------------------------- values

    def visit(self, node: v.T, facts: Facts) -> bool:
        """One value on the way; whether the parts below it are still to be looked at."""
        if isinstance(node, v.Arith):
            for part in (node.left, node.right):
                if self.intervals.may_be_nothing(part, facts):
                    self.say(part, "", use=USES[node.op])
        if isinstance(node, v.Not) and node.span != node.inner.span:
            self.check_negation(node.inner, facts)
        if not isinstance(node, v.Otherwise):
            return True
        if not isinstance(node.value, v.Arith):
            self.value(node.value, facts)
        self.value(node.default, facts)
        return False

    def check_negation(self, inner: v.T, facts: Facts) -> None:
        """`not` of a test with nothing is true, which is seldom meant."""
        if isinstance(inner, v.And | v.Or):
            for part in inner.parts:
                self.check_negation(part, facts)
                facts = self.intervals.assume(part, facts, isinstance(inner, v.And))
            return
        for operand in _operands(inner):
            if self.intervals.may_be_nothing(operand, facts):
                self.say(operand, "not")


def _operands_needed(node: Any) -> tuple[v.T, ...]:
    """What a node needs to be something."""
    if isinstance(node, v.Arith):
        return node.left, node.right
    if isinstance(node, v.Not):
        return tuple(one for inner in walk(node.inner) for one in _operands(inner))
    if not isinstance(node, typed_statements.Call):
        return ()
    indexes = tuple(arg for _, place in node.args if isinstance(place, (v.Read, v.ZoneAt)) for arg in place.args)
    value = written_value(node)
    return indexes if value is None or isinstance(value, v.Arith) else (*indexes, value)


def _operands(test: v.T) -> tuple[v.T, ...]:
    if isinstance(test, v.Compare | v.Equal):
        return test.left, test.right
    if isinstance(test, v.IsIn):
        return (test.left,)
    return test.args if isinstance(test, v.Use | v.Related) else ()
