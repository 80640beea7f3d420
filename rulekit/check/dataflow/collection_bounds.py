"""Bounds of collections: how much one holds, what its numbers add up to, how many of each member a bag has."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Bounds, Facts, is_present, place
from rulekit.check.dataflow.narrowing import Narrowing
from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.substitution import NameCaptured, substitute
from rulekit.model import declarations as d
from rulekit.typesystem import types as t
from rulekit.words.numbers.count import WORD as COUNT
from rulekit.words.shared_typings import NUMBER_OF_THINGS
from rulekit.words.word import Gives

Ask = Callable[[Any, Facts], Any]  # something asked of a word of the game, with what is known of its parameters


class CollectionBounds(Narrowing):
    """Sizes, sums and bags for one rulebook.

    A size is the pair of the fewest and the most that can be in a collection where some facts hold: of `top 2 of deck`
    with nothing known (0, 2), and behind `must count of deck >= 5` (0, 2) as well, for the words of the kit promise
    only the upper end. Each form of value has a method; what has none is as large as its type allows.
    """

    def __init__(self, checked: CheckedRulebook) -> None:
        super().__init__(checked)
        self.sizing = Sizing(checked.symbols)

    @abstractmethod
    def ask_inside(self, node: v.Use, facts: Facts, what: Any, ask: Ask) -> Any:
        """Ask something of the body of a word, its parameters being what was given; None if that goes too deep."""

    @abstractmethod
    def state(self, name: str, facts: Facts) -> Bounds:
        """The declared range of a state, and its `at most`, `at least`."""

    @abstractmethod
    def facts_with_name(self, facts: Facts, node: v.Let) -> Facts:
        """The facts where a name stands for a value."""

    @abstractmethod
    def facts_with_member(self, facts: Facts, name: str, source: v.T) -> Facts:
        """The facts where a name stands for a member of a collection."""

    # -------------------------------------------------------------- sizes

    def size(self, node: v.T, facts: Facts) -> Bounds:
        """How many are in it."""
        kind = node.type.bare
        if kind.counted:
            return self._bag_sum(node, kind, facts)
        form = self.SIZES.get(type(node))
        low, high = form(self, node, facts) if form is not None else self._bounds_by_type(kind)
        high = min(high, self._bounds_by_type(kind)[1])
        name = place(node)
        if name in facts.void:
            return 0, 0
        if facts.bounds:
            known = facts.bounds.get(count_of(node), (low, high))
            low, high = max(low, known[0]), min(high, known[1])
        return (max(low, 1) if name in facts.sure else low), min(high, t.LARGEST)

    def _bounds_by_type(self, kind: t.Type) -> Bounds:
        """What the type alone says; while lines run zones may hold more than whoever is asked ever sees."""
        return 0, self.sizing.capacity(kind, asked=False)

    def _members(self, node: v.Members, facts: Facts) -> Bounds:
        """All seats that a configuration may have, or every member of a type, whose number never changes."""
        return self.symbols.seats if node.of.player else (self.sizing.members(node.of),) * 2

    def _zone_bounds(self, node: v.Held, facts: Facts) -> Bounds:
        """What lies in a zone: no more than there are pieces of its kind, or than its `up to` allows."""
        return self._bounds_by_type(node.zone.type)

    def _filter(self, node: v.Filter, facts: Facts) -> Bounds:
        """Some of the source, perhaps none; one at the least where those with the most of something are asked for and
        there are any.
        """
        low, high = self.size(node.source, facts)
        return (min(low, 1) if _with_the_most(node) else 0), high

    def _collect(self, node: v.Collect, facts: Facts) -> Bounds:
        """As many as the source has members for a list. A set may hold less, since values that are the same count
        once, and for a union every member may bring as many as its own set has.
        """
        low, high = self.size(node.source, facts)
        if node.sort != "union":
            low = low if is_present(node.value, facts) else 0
            return (low if node.sort == "list" else min(low, 1)), high
        each = self.size(node.value, self.facts_with_member(facts, node.name, node.source))
        return 0, f.times((0, high), each)[1]

    def _let(self, node: v.Let, facts: Facts) -> Bounds:
        """What the body of `let` has, the name being known; among those with the most of something there is one if
        there are any.
        """
        if node.sort == "extreme" and isinstance(node.value, v.Filter) and isinstance(node.value.condition, v.Equal):
            low, high = self.size(node.value.source, facts)
            return 0 if node.value.condition.left.type.optional else min(low, 1), high
        return self.size(node.value, self.facts_with_name(facts, node))

    def _combine(self, node: v.Combine, facts: Facts) -> Bounds:
        """`a - b` keeps at least what b cannot take; `a + b` has at least the larger, since both may hold the same,
        and at most both.
        """
        left, right = self.size(node.left, facts), self.size(node.right, facts)
        if node.op == "-":
            return max(0, left[0] - right[1]), left[1]
        return max(left[0], right[0]), f.add_bounds(left, right)[1]

    def _list_bounds(self, node: v.Listed, facts: Facts) -> Bounds:
        """One for each item that is surely something; in a set of them, where two may be the same, one at least."""
        if not node.flat:
            surely = sum(is_present(item, facts) for item in node.items)
            return surely if node.type.ordered else min(surely, 1), len(node.items)
        sizes = [self.size(item, facts) for item in node.items]
        return max(s[0] for s in sizes), min(sum(s[1] for s in sizes), t.LARGEST)

    def _interval(self, node: v.Interval, facts: Facts) -> Bounds:
        """`1 to n`: as many numbers as lie between the ends, both counted, and none if the ends have crossed."""
        low, high = f.minus(self.bounds_of(node.high, facts), self.bounds_of(node.low, facts))
        return max(0, low + 1), max(0, high + 1)

    def _core_size(self, node: v.CoreUse, facts: Facts) -> Bounds:
        """`top n of z` and its like have at most n, and no more than lie there; a word that gives an empty set has
        none.
        """
        of, number = node.get("of"), node.get("n")
        if node.definition.gives is Gives.END and of is not None and number is not None:
            return 0, max(0, min(self.bounds_of(number, facts)[1], self.size(of, facts)[1]))
        return (0, 0) if node.definition.gives is Gives.NONE else self._bounds_by_type(node.type)

    def _set(self, node: v.AsSet, facts: Facts) -> Bounds:
        """As a set each counts once."""
        low, high = self.size(node.source, facts)
        return min(low, 1), high

    def _parts(self, node: v.Parts, facts: Facts) -> Bounds:
        """As many parts as the row with the most of them bears; a row without parts has none."""
        counts: dict[Any, int] = {}
        for row in self.symbols.kinds[node.kind].rows:
            counts[row.whole] = counts.get(row.whole, 0) + 1
        return 0, max(counts.values(), default=0)

    def _field_size(self, node: v.FieldOf, facts: Facts) -> Bounds:
        """What is printed is known row by row; a row in which nothing is printed leaves it to the type."""
        rows = self.symbols.kinds[node.kind].rows
        values = [row.values.get(node.field) for row in rows]
        sizes = [len(value) for value in values if isinstance(value, frozenset | tuple)]
        return (min(sizes), max(sizes)) if sizes and len(sizes) == len(rows) else self._bounds_by_type(node.type)

    def _use_size(self, node: v.Use, facts: Facts) -> Bounds:
        """A word of the game by what stands in it, if it has one value and not cases."""

        def ask(word: Any, inner: Facts) -> Bounds | None:
            return self.size(word.body, inner) if isinstance(word.decl, d.Define) else None

        found: Bounds | None = self.ask_inside(node, facts, "size", ask)
        return found if found is not None else self._bounds_by_type(node.type)

    def _map_values(self, node: v.MapValues, facts: Facts) -> Bounds:
        """A list has one value for each entry, of a set only the type is known."""
        return self._entries(node.map) if node.type.bare.ordered else self._bounds_by_type(node.type)

    SIZES: ClassVar[dict[type, Callable[..., Bounds]]] = {
        v.Members: _members,
        v.Held: _zone_bounds,
        v.Filter: _filter,
        v.Collect: _collect,
        v.Let: _let,
        v.Combine: _combine,
        v.Listed: _list_bounds,
        v.Interval: _interval,
        v.CoreUse: _core_size,
        v.Parts: _parts,
        v.FieldOf: _field_size,
        v.Use: _use_size,
        v.Choice: lambda self, node, facts: f.span(self.size(node.yes, facts), self.size(node.no, facts)),
        v.Single: lambda self, node, facts: (0, 1),
        v.AsSet: _set,
        v.MapValues: _map_values,
    }

    # -------------------------------------------------------------- sums

    def sum(self, node: v.T, facts: Facts) -> Bounds:
        """What its numbers add up to."""
        kind = node.type.bare
        if kind.counted:
            return self._bag_sum(node, kind, facts)
        if isinstance(node, v.Listed) and not node.flat:
            found = (0, 0)
            for item in node.items:
                one = self.bounds_of(item, facts)
                found = f.add_bounds(found, one if is_present(item, facts) else f.span(one, (0, 0)))
            several = f.times(self.size(node, facts), self.element(node, facts))  # of which none is counted twice
            return found if node.type.ordered else f.span(found, several)
        if isinstance(node, v.Let):
            return self.sum(node.value, self.facts_with_name(facts, node))
        count = self._entries(node.map) if isinstance(node, v.MapValues) else self.size(node, facts)
        return f.times(count, self.element(node, facts))

    def _bag_sum(self, node: v.T, kind: t.Type, facts: Facts) -> Bounds:
        """How much a bag holds in all: so many of each member, for as many members as there are."""
        if isinstance(node, v.AmountOf):
            return self.bounds_of(node.count, facts)
        return f.times((0, self.sizing.members(kind.of)), self.bag(node, None, facts))

    def _entries(self, node: v.T) -> Bounds:
        """How many entries a map has at most: one for each combination of its open indexes, of which some may be
        nothing.
        """
        kind = node.type.bare
        most = self.sizing.product(kind.indexes) if kind.indexes else t.LARGEST
        return 0, min(most, t.LARGEST)

    # -------------------------------------------------------------- bags

    def bag(self, node: v.T, member: v.T | None, facts: Facts) -> Bounds:
        """How many of one member, or of any, a bag or a map of numbers holds."""
        form = self.BAGS.get(type(node))
        return form(self, node, member, facts) if form is not None else highest(node.type)

    def _amount(self, node: v.AmountOf, member: v.T | None, facts: Facts) -> Bounds:
        """`2 wood` holds two of wood and none of anything else; of a member that is not known it may hold either."""
        count = self.bounds_of(node.count, facts)
        if isinstance(member, v.Const) and isinstance(node.member, v.Const):
            return count if member.value == node.member.value else (0, 0)
        return count if member is not None and member == node.member else f.span((0, 0), count)

    def _combine_bounds(self, node: v.Combine, member: v.T | None, facts: Facts) -> Bounds:
        """Member by member: sums add, differences take away, and may fall below 0 here though a bag holds none of what
        is missing.
        """
        left, right = self.bag(node.left, member, facts), self.bag(node.right, member, facts)
        return f.add_bounds(left, right) if node.op == "+" else f.minus(left, right)

    def _printed_bounds(self, node: v.FieldOf, member: v.T | None, facts: Facts) -> Bounds:
        """The bags that are printed on the rows of a kind, for one member or for all; a member that some row leaves
        out counts 0 there.
        """
        rows = self.symbols.kinds[node.kind].rows
        bags = [row.values.get(node.field) or {} for row in rows]
        if isinstance(member, v.Const):
            counts = [bag.get(member.value, 0) for bag in bags]
        else:
            counts = [0, *(count for bag in bags for count in bag.values())]
        return (min(counts), max(counts)) if rows else highest(node.type)

    def _map_state(self, node: v.Read, member: v.T | None, facts: Facts) -> Bounds:
        """A state with one index left open is read as a bag; for one member it is the state at that index."""
        if not node.type.bare.indexes:
            return highest(node.type)
        if member is None:
            return self.state(node.state, facts)
        info = self.symbols.states[node.state]
        return self.bounds_of(v.Read(node.state, (*node.args, member), type=info.type), facts)

    def _use_bag(self, node: v.Use, member: v.T | None, facts: Facts) -> Bounds:
        """A word of the game by what stands in it, if it has one value and not cases."""

        def ask(word: Any, inner: Facts) -> Bounds | None:
            return self.bag(word.body, member, inner) if isinstance(word.decl, d.Define) else None

        found: Bounds | None = self.ask_inside(node, facts, ("bag", member), ask)
        return found if found is not None else highest(node.type)

    BAGS: ClassVar[dict[type, Callable[..., Bounds]]] = {
        v.AmountOf: _amount,
        v.Combine: _combine_bounds,
        v.Scaled: lambda self, node, one, facts: f.times(
            self.bounds_of(node.times, facts), self.bag(node.bag, one, facts)
        ),
        v.FieldOf: _printed_bounds,
        v.AsBag: lambda self, node, one, facts: self.bag(node.map, one, facts),
        v.Read: _map_state,
        v.Use: _use_bag,
        v.Choice: lambda self, node, one, facts: f.span(self.bag(node.yes, one, facts), self.bag(node.no, one, facts)),
        v.Earlier: lambda self, node, one, facts: self.bag(node.value, one, f.NONE),
    }


def highest(kind: t.Type) -> Bounds:
    """How many of one member a bag or a map of this type can hold."""
    kind = kind.bare
    if kind.indexes:
        inner = kind.value.bare
        return (inner.low, inner.high) if inner.numeric else (-t.LARGEST, t.LARGEST)
    return 0, kind.highest if kind.counted else t.LARGEST


def count_of(node: v.T) -> v.CoreUse:
    """`count of` something, under which it is known how many it holds."""
    return v.CoreUse(COUNT.name, (("of", node),), type=NUMBER_OF_THINGS)


def _with_the_most(node: v.Filter) -> bool:
    """`those x in S having (v of x = most of v of y for each y in S)`: where there are any, there is one such."""
    test = node.condition
    if not isinstance(test, v.Equal) or test.negated or test.left.type.optional:
        return False
    extreme = isinstance(test.right, v.CoreUse) and test.right.definition.gives in (Gives.GREATEST, Gives.LEAST)
    every = test.right.get("of") if extreme else None  # type: ignore[attr-defined]
    if not isinstance(every, v.Collect) or every.source != node.source:
        return False
    held = node.source.type.member or t.UNKNOWN
    try:
        return bool(substitute(every.value, {every.name: v.Local(node.name, type=held)}) == test.left)
    except NameCaptured:
        return False
