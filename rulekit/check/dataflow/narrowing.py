"""Type narrowing: what a condition tells once it is known to hold, or not to hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import DENIED, FLIPPED, Bounds, Facts, place
from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.substitution import NameCaptured, substitute
from rulekit.typesystem import types as t
from rulekit.words.pieces.place import WORD as PLACE
from rulekit.words.word import Gives

MOST = 400  # conditions within one that are looked into
ALWAYS = frozenset((v.Const, v.Members, v.OptionValue))  # no name for what is known: it is there anyway


NO_KEYS: frozenset[f.Key] = frozenset()
ONE_OF_IT = (Gives.END, Gives.MEMBER, Gives.SOLE)


class Narrowing(ABC):
    """Facts from conditions, for one rulebook.

    `plain` takes nothing from values that play changes. It is set while a procedure that calls itself is followed: a
    bound by such a value would be carried from one call into the next, where the value is another one, so that a range
    seems to stop growing which does not. A bound by a constant is the same in every call.
    """

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.effects = effects(checked)
        self.plain = False
        self._implied: dict[int, tuple[v.T, frozenset[f.Key]]] = {}  # kept with the value: no other gets its id
        self._work = self._depth = 0
        self._assumed: dict[tuple[int, int, bool, bool], tuple[v.T, Facts, Facts]] = {}  # kept with what was asked

    @abstractmethod
    def bounds_of(self, node: v.T, facts: Facts) -> Bounds:
        """Between which numbers a value lies, if it is not nothing."""

    @abstractmethod
    def element(self, node: v.T, facts: Facts) -> Bounds:
        """Between which numbers the members of a collection lie."""

    def assume(self, node: v.T, facts: Facts, holds: bool = True) -> Facts:
        """What is known where a condition holds, or does not: `n <= stones` bounds n, and stones from below."""
        if self._depth:
            return self._narrowed(node, facts, holds)
        key = id(node), id(facts), holds, self.plain  # checks ask what the walker has asked
        known = self._assumed.get(key)
        if known is None:
            known = self._assumed[key] = node, facts, self._narrowed(node, facts, holds)
        return known[2]

    def _narrowed(self, node: v.T, facts: Facts, holds: bool) -> Facts:
        form = self.CONDITIONS.get(type(node), Narrowing._yes)
        if facts.dead or self._work > MOST:
            return facts
        self._work, self._depth = self._work + 1, self._depth + 1
        try:
            return form(self, node, facts, holds)
        finally:
            self._depth -= 1
            self._work = self._work if self._depth else 0

    def member(self, one: v.T, source: v.T, facts: Facts) -> Facts:
        """One that is in a collection passes what the collection was sifted by."""
        source = self.effects.meaning(source)
        while isinstance(source, v.Filter):
            try:
                facts = self.assume(substitute(source.condition, {source.name: one}), facts)
            except NameCaptured:
                return facts
            source = self.effects.meaning(source.source)
        return facts

    def guard_condition(self, step: typed_statements.Guard) -> v.T:
        """What a guard demands: its condition, or one of its exceptions."""
        bent = self.effects.bends.get(step.id or "", ())
        return v.Or((step.condition, *bent), type=t.YES_NO, span=step.span) if bent else step.condition

    # -------------------------------------------------------------- numbers

    def narrow_comparison(self, op: str, left: v.T, right: v.T, facts: Facts) -> Facts:
        """`left op right` for <, <=, > and >=."""
        if op in ("<", "<="):
            op, left, right = FLIPPED[op], right, left
        by = 1 if op == ">" else 0
        if self.plain and not (isinstance(left, v.Const | v.OptionValue) or isinstance(right, v.Const | v.OptionValue)):
            return facts
        low, high = self.bounds_of(right, facts)[0], self.bounds_of(left, facts)[1]
        facts = self._limit(left, low + by, t.LARGEST, facts)
        facts = self._limit(right, -t.LARGEST, high - by, facts)
        a, plus = f.split_offset(left)  # `a >= b + 2` is a gap of 2 between a and b
        b, minus = f.split_offset(right)
        return facts.with_above(a, b, by - plus + minus)

    def _limit(self, node: v.T, low: int, high: int, facts: Facts) -> Facts:
        """A value lies between; of a sum with a constant its other part does."""
        own = self.bounds_of(node, facts)
        if isinstance(node, v.Const):
            return facts.with_bounds(node, max(low, own[0]), min(high, own[1]))
        facts = facts.with_bounds(f.key(node), max(low, own[0]), min(high, own[1]))
        of = node.get("of") if isinstance(node, v.CoreUse) and node.definition.gives is Gives.COUNT else None
        if of is not None:  # a count above 0 is of something that is not empty
            facts = facts.with_present(place(of)) if low > 0 else facts.with_nothing(place(of)) if high <= 0 else facts
        if isinstance(node, v.Arith) and not (self.plain and not isinstance(node.right, v.Const)):
            return self._parts_within(node, (max(low, own[0]), min(high, own[1])), facts)
        return facts

    def _parts_within(self, node: v.Arith, found: Bounds, facts: Facts) -> Facts:
        """What the bounds of a sum, product or quotient say of its parts."""
        left, right = (self.bounds_of(part, facts) for part in (node.left, node.right))
        if found[0] > found[1]:
            return facts
        if node.op == "+":
            facts = self._limit(node.left, *f.minus(found, right), facts)
            return self._limit(node.right, *f.minus(found, left), facts)
        if node.op == "-":
            facts = self._limit(node.left, *f.add_bounds(found, right), facts)
            return self._limit(node.right, *f.minus(left, found), facts)
        if not isinstance(node.right, v.Const) or node.right.value < 1 or node.op not in "*/":
            return facts
        return self._limit(node.left, *(f.quotient if node.op == "*" else f.dividend)(found, node.right.value), facts)

    def _equals(self, left: v.T, right: v.T, facts: Facts) -> Facts:
        """Two values that are the same: numbers bound each other, and a listed value (yes or no, a row, a member) is
        exactly the constant it is compared with.
        """
        if left.type.bare.numeric and right.type.bare.numeric:
            return self.narrow_comparison("<=", left, right, self.narrow_comparison(">=", left, right, facts))
        for one, other in ((left, right), (right, left)):
            if f.is_listed(one.type) and isinstance(other, v.Const) and isinstance(other.value, int):
                facts = facts.with_bounds(f.key(one), int(other.value), int(other.value))
        return facts

    def _differs(self, left: v.T, right: v.T, facts: Facts) -> Facts:
        """A number at the end of its range, if it is not that end, is further in."""
        for one, other in ((left, right), (right, left)):
            counted = one.type.bare.numeric or f.is_listed(one.type)
            if counted and isinstance(other, v.Const) and isinstance(other.value, int):
                low, high = self.bounds_of(one, facts)
                if low == high == other.value:
                    facts = facts.with_bounds(f.key(one), other.value + 1, other.value)
                elif other.value == low:
                    facts = self._limit(one, low + 1, high, facts)
                elif other.value == high:
                    facts = self._limit(one, low, high - 1, facts)
        return facts

    # -------------------------------------------------------------- nothing

    def _present(self, facts: Facts, *nodes: v.T) -> Facts:
        """These are something; so is everything they are read from."""
        return facts.all_sure(NO_KEYS.union(*map(self.implied_present, nodes)))

    def implied_present(self, node: v.T) -> frozenset[f.Key]:
        """What cannot be nothing, or empty, if this value is something."""
        known = self._implied.get(id(node))
        if known is None:
            known = self._implied[id(node)] = node, frozenset(self._imply(node))
        return known[1]

    def _imply(self, node: v.T) -> set[f.Key]:
        """The places of `implied`, worked out: a value without nothing in it, as a set or a constant, implies nothing;
        any other implies itself and what it is read from. `top of deck` implies that the deck is not empty.
        """
        if type(node) in ALWAYS or node.type.collection:
            return set()
        keys = {f.key(node)}.union(*map(self.implied_present, _sources(node)))
        of = node.get("of") if isinstance(node, v.CoreUse) and node.definition.gives in ONE_OF_IT else None
        if of is not None:
            keys.add(place(of))
        if isinstance(node, v.Held):
            keys.add(place(node))
        return keys

    # -------------------------------------------------------------- forms of conditions

    def _compare(self, node: v.Compare, facts: Facts, holds: bool) -> Facts:
        """`n >= 2` that holds has two sides that are something. One that does not hold says nothing if a side may be
        nothing, for then it is no whatever the other one is.
        """
        if holds:
            return self.narrow_comparison(node.op, node.left, node.right, self._present(facts, node.left, node.right))
        if node.left.type.optional or node.right.type.optional:
            return facts
        return self.narrow_comparison(DENIED[node.op], node.left, node.right, facts)

    def _equal(self, node: v.Equal, facts: Facts, holds: bool) -> Facts:
        """`x is y`, or with `negated` its contrary; as with `_compare`, a no may come of a side that is nothing."""
        if holds:
            facts = self._present(facts, node.left, node.right)
        elif node.left.type.optional or node.right.type.optional:
            return facts
        return (self._equals if holds != node.negated else self._differs)(node.left, node.right, facts)

    def _nothing(self, node: v.IsNothing, facts: Facts, holds: bool) -> Facts:
        """`x is nothing` makes the place of x empty in what is known; `x is not nothing` makes x, and what it is read
        from, certain.
        """
        if holds == node.negated:
            return self._present(facts, node.value)
        return facts.with_nothing(f.key(node.value))

    def _in(self, node: v.IsIn, facts: Facts, holds: bool) -> Facts:
        """`c in hand`: c is something, the hand is not empty, and c passes what the collection was sifted by. That c
        is not in it says nothing of use, except of nothing.
        """
        if not holds:
            return facts
        facts = self._present(facts, node.left)
        if node.negated:
            return facts
        facts = facts.with_present(place(node.right), *self._where(node))
        if node.left.type.bare.numeric or f.is_listed(node.left.type):
            facts = facts.with_bounds(f.key(node.left), *self.element(node.right, facts))
        return self.member(node.left, node.right, facts)

    def _where(self, node: v.IsIn) -> tuple[f.Key, ...]:
        """What lies in a zone that has places is at one of them."""
        zone = place(node.right)
        info = self.symbols.zones.get(zone.zone) if isinstance(zone, v.ZoneAt) else None
        if info is None or len(info.at) != 1:
            return ()
        return (v.CoreUse(PLACE.name, (("of", node.left),), type=t.or_nothing(info.at[0])),)

    def _and(self, node: v.And, facts: Facts, holds: bool) -> Facts:
        """All parts hold; if the whole does not hold, one of them does not, and which is open."""
        return self._all(node.parts, facts, True) if holds else self._one(node.parts, facts, False)

    def _or(self, node: v.Or, facts: Facts, holds: bool) -> Facts:
        """One of the parts holds; if the whole does not hold, none does."""
        return self._one(node.parts, facts, True) if holds else self._all(node.parts, facts, False)

    def _all(self, parts: tuple[v.T, ...], facts: Facts, holds: bool) -> Facts:
        """What is known where all parts hold, or all do not, each read with what the parts before it have told."""
        for part in parts:
            facts = self.assume(part, facts, holds)
        return facts

    def _one(self, parts: tuple[v.T, ...], facts: Facts, holds: bool) -> Facts:
        """One of them is so, and those before it are not."""
        ways = []
        for part in parts:
            ways.append(self.assume(part, facts, holds))
            facts = self.assume(part, facts, not holds)
        return f.join_facts(ways)

    def _if_core(self, node: v.CoreUse, facts: Facts, holds: bool) -> Facts:
        """A word of the kit as a condition: that something is empty says it of the place; any other that holds had
        arguments that are something.
        """
        of = node.get("of")
        if node.definition.gives is Gives.EMPTINESS and of is not None:
            return facts.with_nothing(place(of)) if holds else facts.with_present(place(of))
        return self._present(facts, *(value for _, value in node.args)) if holds else facts

    def _assume_test(self, node: Any, facts: Facts, holds: bool) -> Facts:
        """A word or relation: an adjective is read as what it stands for."""
        if holds:
            facts = self._present(facts, *node.args)
        elif any(arg.type.optional for arg in node.args):
            return facts
        meaning = self.effects.meaning(node)
        return facts if meaning is node else self.assume(meaning, facts, holds)

    def _is_not(self, node: v.IsNot, facts: Facts, holds: bool) -> Facts:
        """`x is not ready` is no if x is nothing, so where it holds x is something; where it does not hold nothing
        follows.
        """
        return self.assume(node.test, self._present(facts, node.value), False) if holds else facts

    def _quantifier(self, node: v.Quantifier, facts: Facts, holds: bool) -> Facts:
        """`every g in G has goods at g >= cost at g` says it of both as wholes; `some x in S` that S is not empty."""
        whole = len(node.binds) == 1 and isinstance(node.binds[0][1], v.Members)
        if holds and node.kind == "every" and whole and isinstance(node.body, v.Compare):
            return _throughout(node.binds[0][0], node.body, facts)
        return facts.with_present(place(node.binds[0][1])) if holds and node.kind == "some" else facts

    def _if_const(self, node: v.Const, facts: Facts, holds: bool) -> Facts:
        """A condition that is always the other way round: the facts become dead, by a range that no number fits."""
        return facts if bool(node.value) == holds else facts.with_bounds(node, 1, 0)

    def _yes(self, node: v.T, facts: Facts, holds: bool) -> Facts:
        """`ready of player`, a state that is yes or no."""
        plain = isinstance(node, v.Read | v.Local) and node.type.bare == t.YES_NO
        return facts.with_bounds(f.key(node), int(holds), int(holds)) if plain else facts

    CONDITIONS: ClassVar[dict[type, Callable[..., Facts]]] = {
        v.Compare: _compare,
        v.Equal: _equal,
        v.IsNothing: _nothing,
        v.IsIn: _in,
        v.And: _and,
        v.Or: _or,
        v.Not: lambda self, node, facts, holds: self.assume(node.inner, facts, not holds),
        v.CoreUse: _if_core,
        v.Use: _assume_test,
        v.Related: _assume_test,
        v.IsNot: _is_not,
        v.Quantifier: _quantifier,
        v.Const: _if_const,
    }


def _sources(node: v.T) -> tuple[v.T, ...]:
    """What a value is nothing without."""
    if isinstance(node, (v.FieldOf, v.Whole, v.Parts)):
        return (node.of,)
    if isinstance(node, v.Arith):
        return node.left, node.right
    if isinstance(node, (v.Use, v.Read)):
        return node.args
    if isinstance(node, v.CoreUse):
        return tuple(value for slot, value in node.args if slot in ("of", "at", "beyond", "n"))
    return ()


def _throughout(name: str, body: v.Compare, facts: Facts) -> Facts:
    left, right = _whole(body.left, name), _whole(body.right, name)
    if left is None or right is None or body.op not in (">=", "<="):
        return facts
    return facts.with_above(left, right, 0) if body.op == ">=" else facts.with_above(right, left, 0)


def _whole(node: v.T, name: str) -> f.Key | None:
    """The map or bag that is read at each member."""
    if isinstance(node, v.Read) and node.args and _is(node.args[-1], name):
        return node.state, node.args[:-1]
    if isinstance(node, v.At) and _is(node.key, name):
        return f.key(node.bag)
    return None


def _is(node: v.T, name: str) -> bool:
    return node.local == name
