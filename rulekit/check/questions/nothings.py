"""K24 and K25: what may be nothing where something is needed, and `only of` what may be several."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.defining import CheckedCase
from rulekit.check.examined import Checked
from rulekit.check.facts import Facts
from rulekit.check.flow import Flow, flow_of
from rulekit.check.following import Seen
from rulekit.check.maybe import may_be_nothing
from rulekit.check.proving import Proofs
from rulekit.check.roots import every
from rulekit.check.sayings import sentence
from rulekit.check.singles import at_most_one
from rulekit.check.walking import children, walk
from rulekit.check.writes import given, target
from rulekit.kinds import types as t
from rulekit.problems import Problem
from rulekit.source import Span

USES = {
    "+": "something is added to it",
    "-": "something is taken from it",
    "*": "it is multiplied",
    "/": "it is divided",
}


def examine(checked: Checked) -> Iterator[Problem]:
    looker = Looker(checked)
    for key, body in checked.bodies.items():
        for seen in looker.flow.body(key) if looker.doubtful(body) else ():
            looker.look(seen)
    looker.words()
    yield from looker.found
    yield from _several(checked, looker.proofs)


class Looker:
    """Looks at every value with what is known there; each place is complained about once."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.flow: Flow = flow_of(checked)
        self.numbers = self.flow.numbers
        self.proofs = self.flow.proofs
        self.found: list[Problem] = []
        self.said: set[Span] = set()

    def say(self, node: v.T, variant: str, **facts: str) -> None:
        if node.span in self.said or isinstance(node, v.Const | v.Broken):
            return
        if not self.several(node) and not self.proofs.something(node):
            self.said.add(node.span)
            self.found.append(say("K24", node.span, variant, value=sentence(self.checked, node.span), **facts))

    def several(self, node: v.T) -> bool:
        """Is it nothing because `only of` may find several? Then K25 says so."""
        sets = [n.get("of") for n in walk(node) if isinstance(n, v.CoreUse) and n.word == "only"]
        return any(of is not None and not at_most_one(self.proofs, of) for of in sets)

    def doubtful(self, *roots: Any) -> bool:
        """Could something be nothing if nothing were known? Only then we have to know more."""
        return any(may_be_nothing(self.numbers, one, f.NONE) for node in walk(roots) for one in _needed(node))

    def look(self, seen: Seen) -> None:
        facts = seen.facts.surely("here") if seen.body.sort == "effect" else seen.facts
        node = seen.node
        if isinstance(node, v.T):
            self.value(node, facts)
            return
        for child in children(node):
            if isinstance(child, v.T):
                self.value(child, facts)
        if isinstance(node, does.Call):
            self.call(node, facts)

    def words(self) -> None:
        """Inside a word its parameters are something: a word of nothing is nothing."""
        for word in self.checked.words:
            sure = f.NONE.surely("player", *(p.name for p in word.params))
            self.inside(word.body, sure)
        for info in self.checked.relations:
            self.inside(info.cases, f.NONE.surely("player", *(p.name for p in info.params)))

    def inside(self, body: Any, facts: Facts) -> None:
        if not self.doubtful(body):
            return
        if isinstance(body, v.T):
            self.value(body, facts)
        for case in body if isinstance(body, tuple | list) else ():
            assert isinstance(case, CheckedCase)
            here = facts
            if case.condition is not None:
                self.value(case.condition, facts)
                here = self.numbers.narrowing.assume(case.condition, facts)
            if case.value is not None and not here.dead:
                self.value(case.value, here)

    # -------------------------------------------------------------- verbs

    def call(self, call: does.Call, facts: Facts) -> None:
        """A verb whose place or value may be nothing does nothing then."""
        for _, node in call.args:
            if isinstance(node, v.Read | v.ZoneAt):
                for arg in node.args:
                    if may_be_nothing(self.numbers, arg, facts):
                        self.say(arg, "verb", verb=call.verb)
        value, place = given(call), target(call)
        if value is None or isinstance(value, v.Arith):
            return
        if isinstance(place, v.Read) and not isinstance(place.type, t.Maybe):
            if may_be_nothing(self.numbers, value, facts):
                self.say(value, "verb", verb=call.verb)

    # -------------------------------------------------------------- values

    def value(self, node: Any, facts: Facts) -> None:
        if facts.dead or not isinstance(node, v.T):
            return
        if isinstance(node, v.Arith):
            for part in (node.left, node.right):
                if may_be_nothing(self.numbers, part, facts):
                    self.say(part, "", use=USES[node.op])
        if isinstance(node, v.Not) and node.span != node.inner.span:
            self.negated(node.inner, facts)
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
        elif isinstance(node, v.Otherwise):
            if not isinstance(node.value, v.Arith):
                self.value(node.value, facts)
            self.value(node.default, facts)
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

    def negated(self, inner: v.T, facts: Facts) -> None:
        """`not` of a test with nothing is true, which is seldom meant."""
        if isinstance(inner, v.And | v.Or):
            for part in inner.parts:
                self.negated(part, facts)
                facts = self.numbers.narrowing.assume(part, facts, isinstance(inner, v.And))
            return
        for operand in _operands(inner):
            if may_be_nothing(self.numbers, operand, facts):
                self.say(operand, "not")


def _needed(node: Any) -> tuple[v.T, ...]:
    """What a node needs to be something."""
    if isinstance(node, v.Arith):
        return node.left, node.right
    if isinstance(node, v.Not):
        return tuple(one for inner in walk(node.inner) for one in _operands(inner))
    if not isinstance(node, does.Call):
        return ()
    indexes = tuple(arg for _, place in node.args if isinstance(place, (v.Read, v.ZoneAt)) for arg in place.args)
    value = given(node)
    return indexes if value is None or isinstance(value, v.Arith) else (*indexes, value)


def _operands(test: v.T) -> tuple[v.T, ...]:
    if isinstance(test, v.Compare | v.Equal):
        return test.left, test.right
    if isinstance(test, v.IsIn):
        return (test.left,)
    return test.args if isinstance(test, v.Use | v.Related) else ()


# ------------------------------------------------------------------ only of


def _several(checked: Checked, proofs: Proofs) -> Iterator[Problem]:
    seen: set[Span] = set()
    for _, node in every(checked, v.CoreUse):
        of = node.get("of") if node.word == "only" else None
        if of is not None and node.span not in seen and not at_most_one(proofs, of):
            seen.add(node.span)
            yield say("K25", node.span, value=sentence(checked, of.span))
