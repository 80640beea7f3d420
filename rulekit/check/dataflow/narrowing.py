"""What a condition tells once it is known to hold, or not to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import place
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.implied_present import Certain
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import Caught, put, spelled, spelled_relation
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.dataflow.intervals import Numbers

MOST = 400  # conditions within one that are looked into
FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Narrowing:
    """Facts from conditions, for one rulebook. `plain` takes nothing from values that play changes."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.plain = False
        self.certain = Certain()
        self.work = self.depth = 0

    def assume(self, node: v.T, facts: Facts, holds: bool = True) -> Facts:
        form = FORMS.get(type(node), _yes)
        if facts.dead or self.work > MOST:
            return facts
        self.work, self.depth = self.work + 1, self.depth + 1
        try:
            return form(self, node, facts, holds)
        finally:
            self.depth -= 1
            self.work = self.work if self.depth else 0

    # -------------------------------------------------------------- numbers

    def compared(self, op: str, left: v.T, right: v.T, facts: Facts) -> Facts:
        """`left op right` for <, <=, > and >=."""
        if op in ("<", "<="):
            op, left, right = FLIPPED[op], right, left
        by = 1 if op == ">" else 0
        if self.plain and not (isinstance(left, v.Const | v.OptionValue) or isinstance(right, v.Const | v.OptionValue)):
            return facts
        low, high = self.numbers.of(right, facts)[0], self.numbers.of(left, facts)[1]
        facts = self._bound(left, low + by, t.LARGEST, facts)
        facts = self._bound(right, -t.LARGEST, high - by, facts)
        return self._gap(left, right, by, facts)

    def _bound(self, node: v.T, low: int, high: int, facts: Facts) -> Facts:
        """A value lies between; of a sum with a constant its other part does."""
        own = self.numbers.of(node, facts)
        if isinstance(node, v.Const):
            return facts.bound(node, max(low, own[0]), min(high, own[1]))
        facts = facts.bound(f.key(node), max(low, own[0]), min(high, own[1]))
        facts = self._counted(node, low, high, facts)
        if isinstance(node, v.Arith) and not (self.plain and not isinstance(node.right, v.Const)):
            return self._within(node, (max(low, own[0]), min(high, own[1])), facts)
        return facts

    def _within(self, node: v.Arith, found: f.Bounds, facts: Facts) -> Facts:
        """What the bounds of a sum, product or quotient say of its parts."""
        left, right = (self.numbers.of(part, facts) for part in (node.left, node.right))
        if found[0] > found[1]:
            return facts
        if node.op == "+":
            facts = self._bound(node.left, *f.minus(found, right), facts)
            return self._bound(node.right, *f.minus(found, left), facts)
        if node.op == "-":
            facts = self._bound(node.left, *f.plus(found, right), facts)
            return self._bound(node.right, *f.minus(left, found), facts)
        if not isinstance(node.right, v.Const) or node.right.value < 1 or node.op not in "*/":
            return facts
        return self._bound(node.left, *(f.quotient if node.op == "*" else f.dividend)(found, node.right.value), facts)

    def _counted(self, node: v.T, low: int, high: int, facts: Facts) -> Facts:
        """A count above 0 is of something that is not empty."""
        if isinstance(node, v.CoreUse) and node.word == "count" and (of := node.get("of")) is not None:
            if low > 0:
                return facts.surely(place(of))
            if high <= 0:
                return facts.voided(place(of))
        return facts

    def _gap(self, left: v.T, right: v.T, by: int, facts: Facts) -> Facts:
        """`a >= b + 2` is a gap of 2 between a and b."""
        a, plus = f.shifted(left)
        b, minus = f.shifted(right)
        return facts.above(a, b, by - plus + minus)

    def equal(self, left: v.T, right: v.T, facts: Facts) -> Facts:
        if isinstance(t.bare(left.type), t.Number) and isinstance(t.bare(right.type), t.Number):
            return self.compared("<=", left, right, self.compared(">=", left, right, facts))
        for one, other in ((left, right), (right, left)):
            if f.listed(one.type) and isinstance(other, v.Const) and isinstance(other.value, int):
                facts = facts.bound(f.key(one), int(other.value), int(other.value))
        return facts

    def unequal(self, left: v.T, right: v.T, facts: Facts) -> Facts:
        """A number at the end of its range, if it is not that end, is further in."""
        for one, other in ((left, right), (right, left)):
            counted = isinstance(t.bare(one.type), t.Number) or f.listed(one.type)
            if counted and isinstance(other, v.Const) and isinstance(other.value, int):
                low, high = self.numbers.of(one, facts)
                if low == high == other.value:
                    facts = facts.bound(f.key(one), other.value + 1, other.value)
                elif other.value == low:
                    facts = self._bound(one, low + 1, high, facts)
                elif other.value == high:
                    facts = self._bound(one, low, high - 1, facts)
        return facts

    def member(self, one: v.T, source: v.T, facts: Facts) -> Facts:
        """One that is in a collection passes what the collection was sifted by."""
        source = spelled(source, self.numbers.reading.words)
        while isinstance(source, v.Filter):
            try:
                facts = self.assume(put(source.condition, {source.name: one}), facts)
            except Caught:
                return facts
            source = spelled(source.source, self.numbers.reading.words)
        return facts

    # -------------------------------------------------------------- nothing

    def real(self, facts: Facts, *nodes: v.T) -> Facts:
        """These are something; so is everything they are read from."""
        for node in nodes:
            facts = facts.all_sure(self.certain.of(node))
        return facts


# ------------------------------------------------------------------ one small function for each form


def _compare(n: Narrowing, node: v.Compare, facts: Facts, holds: bool) -> Facts:
    if holds:
        return n.compared(node.op, node.left, node.right, n.real(facts, node.left, node.right))
    if isinstance(node.left.type, t.Maybe) or isinstance(node.right.type, t.Maybe):
        return facts
    return n.compared(NEGATED[node.op], node.left, node.right, facts)


def _equal(n: Narrowing, node: v.Equal, facts: Facts, holds: bool) -> Facts:
    if holds:
        facts = n.real(facts, node.left, node.right)
    elif isinstance(node.left.type, t.Maybe) or isinstance(node.right.type, t.Maybe):
        return facts
    return (n.equal if holds != node.negated else n.unequal)(node.left, node.right, facts)


def _nothing(n: Narrowing, node: v.IsNothing, facts: Facts, holds: bool) -> Facts:
    if holds == node.negated:
        return n.real(facts, node.value)
    return facts.voided(f.key(node.value))


def _in(n: Narrowing, node: v.IsIn, facts: Facts, holds: bool) -> Facts:
    if not holds:
        return facts
    facts = n.real(facts, node.left)
    if node.negated:
        return facts
    facts = facts.surely(place(node.right), *_where(n, node))
    if isinstance(t.bare(node.left.type), t.Number) or f.listed(node.left.type):
        facts = facts.bound(f.key(node.left), *n.numbers.element(node.right, facts))
    return n.member(node.left, node.right, facts)


def _where(n: Narrowing, node: v.IsIn) -> tuple[f.Key, ...]:
    """What lies in a zone that has places is at one of them."""
    zone = node.right
    while isinstance(zone, v.Held | v.AsSet):
        zone = zone.zone if isinstance(zone, v.Held) else zone.source
    info = n.numbers.symbols.zones.get(zone.zone) if isinstance(zone, v.ZoneAt) else None
    if info is None or len(info.at) != 1:
        return ()
    return (v.CoreUse("place", (("of", node.left),), type=t.maybe(info.at[0])),)


def _and(n: Narrowing, node: v.And, facts: Facts, holds: bool) -> Facts:
    if not holds:
        return _ways(n, node.parts, facts, False)
    for part in node.parts:
        facts = n.assume(part, facts)
    return facts


def _or(n: Narrowing, node: v.Or, facts: Facts, holds: bool) -> Facts:
    if holds:
        return _ways(n, node.parts, facts, True)
    for part in node.parts:
        facts = n.assume(part, facts, False)
    return facts


def _ways(n: Narrowing, parts: tuple[v.T, ...], facts: Facts, holds: bool) -> Facts:
    """One of them is so, and those before it are not."""
    ways = []
    for part in parts:
        ways.append(n.assume(part, facts, holds))
        facts = n.assume(part, facts, not holds)
    return f.joined(ways)


def _not(n: Narrowing, node: v.Not, facts: Facts, holds: bool) -> Facts:
    return n.assume(node.inner, facts, not holds)


def _core(n: Narrowing, node: v.CoreUse, facts: Facts, holds: bool) -> Facts:
    of = node.get("of")
    if node.word == "empty" and of is not None:
        return facts.voided(place(of)) if holds else facts.surely(place(of))
    return n.real(facts, *(value for _, value in node.args)) if holds else facts


def _tested(n: Narrowing, node: Any, facts: Facts, holds: bool) -> Facts:
    """A word or relation: an adjective is read as what it stands for."""
    if holds:
        facts = n.real(facts, *node.args)
    elif any(isinstance(arg.type, t.Maybe) for arg in node.args):
        return facts
    reading = n.numbers.reading
    if isinstance(node, v.Related):
        cases = reading.relations.get(node.relation)
        bent = cases is not None and any(case.id in reading.bends for case in cases.cases)
        meaning = node if bent else spelled_relation(node, cases)
    else:
        meaning = spelled(node, reading.words)
    return facts if meaning is node else n.assume(meaning, facts, holds)


def _is_not(n: Narrowing, node: v.IsNot, facts: Facts, holds: bool) -> Facts:
    return n.assume(node.test, n.real(facts, node.value), False) if holds else facts


def _quantifier(n: Narrowing, node: v.Quantifier, facts: Facts, holds: bool) -> Facts:
    """`every g in G has goods at g >= cost at g` says it of the two as wholes; `some x in S` that S is not empty."""
    whole = len(node.binds) == 1 and isinstance(node.binds[0][1], v.Members)
    if holds and node.kind == "every" and whole and isinstance(node.body, v.Compare):
        return _throughout(node.binds[0][0], node.body, facts)
    if holds and node.kind == "some":
        return facts.surely(place(node.binds[0][1]))
    return facts


def _throughout(name: str, body: v.Compare, facts: Facts) -> Facts:
    left, right = _whole(body.left, name), _whole(body.right, name)
    if left is None or right is None or body.op not in (">=", "<="):
        return facts
    return facts.above(left, right, 0) if body.op == ">=" else facts.above(right, left, 0)


def _whole(node: v.T, name: str) -> f.Key | None:
    """The map or bag that is read at each member."""
    if isinstance(node, v.Read) and node.args and _is(node.args[-1], name):
        return node.state, node.args[:-1]
    if isinstance(node, v.At) and _is(node.key, name):
        return f.key(node.bag)
    return None


def _is(node: v.T, name: str) -> bool:
    return isinstance(node, v.Local) and node.name == name


def _yes(n: Narrowing, node: v.T, facts: Facts, holds: bool) -> Facts:
    """`ready of player`, a state that is yes or no."""
    plain = isinstance(node, v.Read | v.Local) and isinstance(t.bare(node.type), t.YesNo)
    return facts.bound(f.key(node), int(holds), int(holds)) if plain else facts


FORMS: dict[type, Callable[[Narrowing, Any, Facts, bool], Facts]] = {
    v.Compare: _compare,
    v.Equal: _equal,
    v.IsNothing: _nothing,
    v.IsIn: _in,
    v.And: _and,
    v.Or: _or,
    v.Not: _not,
    v.CoreUse: _core,
    v.Use: _tested,
    v.Related: _tested,
    v.IsNot: _is_not,
    v.Quantifier: _quantifier,
    v.Const: lambda n, node, facts, holds: facts if bool(node.value) == holds else facts.bound(node, 1, 0),
}
