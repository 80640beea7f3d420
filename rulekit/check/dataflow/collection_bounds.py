"""How much a collection holds, what its numbers add up to, and how many of each member a bag has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.bag_bounds import BAGS, highest
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import Caught, put
from rulekit.model import declarations as d
from rulekit.typesystem import types as t
from rulekit.words.argument_types import NUMBER_OF_THINGS

if TYPE_CHECKING:
    from rulekit.check.dataflow.intervals import Numbers


class Amounts:
    """Sizes, sums and bags for one rulebook."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.sizing: Sizing = numbers.sizing

    # -------------------------------------------------------------- sizes

    def size(self, node: v.T, facts: Facts) -> Bounds:
        """How many are in it."""
        kind = t.bare(node.type)
        if isinstance(kind, t.BagOf):
            return self._bag_sum(node, kind, facts)
        form = SIZES.get(type(node))
        low, high = form(self, node, facts) if form is not None else (0, self.sizing.capacity(kind, asked=False))
        high = min(high, self.sizing.capacity(kind, asked=False))
        name = place(node)
        if name in facts.void:
            return 0, 0
        if facts.bounds:
            known = facts.bounds.get(counted(node), (low, high))
            low, high = max(low, known[0]), min(high, known[1])
        return (max(low, 1) if name in facts.sure else low), min(high, t.LARGEST)

    def _bag_sum(self, node: v.T, kind: t.BagOf, facts: Facts) -> Bounds:
        if isinstance(node, v.AmountOf):
            return self.numbers.of(node.count, facts)
        return f.times((0, self.sizing.members(kind.of)), self.bag(node, None, facts))

    def sum(self, node: v.T, facts: Facts) -> Bounds:
        """What its numbers add up to."""
        kind = t.bare(node.type)
        if isinstance(kind, t.BagOf):
            return self._bag_sum(node, kind, facts)
        if isinstance(node, v.Listed) and not node.flat:
            found = (0, 0)
            for item in node.items:
                one = self.numbers.of(item, facts)
                found = f.plus(found, one if there(item, facts) else f.span(one, (0, 0)))
            return found if isinstance(node.type, t.Sequence) else f.span(found, self._several(node, facts))
        if isinstance(node, v.Let):
            return self.sum(node.value, self.numbers.named(facts, node))
        count = self._entries(node.map) if isinstance(node, v.MapValues) else self.size(node, facts)
        return f.times(count, self.numbers.element(node, facts))

    def _several(self, node: v.T, facts: Facts) -> Bounds:
        """The sum of so many, of which none is counted twice."""
        return f.times(self.size(node, facts), self.numbers.element(node, facts))

    def _entries(self, node: v.T) -> Bounds:
        kind = t.bare(node.type)
        most = self.sizing.product(kind.indexes) if isinstance(kind, t.Map) else t.LARGEST
        return 0, min(most, t.LARGEST)

    # -------------------------------------------------------------- bags

    def bag(self, node: v.T, member: v.T | None, facts: Facts) -> Bounds:
        """How many of one member, or of any, a bag or a map of numbers holds."""
        form = BAGS.get(type(node))
        return form(self, node, member, facts) if form is not None else highest(node.type)


def there(node: v.T, facts: Facts) -> bool:
    """Is it never nothing, by its type or by what is known?"""
    return not isinstance(node.type, t.Maybe) or f.key(node) in facts.sure


def place(node: v.T) -> f.Key:
    """A zone and what lies in it are one thing when we ask whether it is empty."""
    while isinstance(node, v.Held | v.AsSet):
        node = node.zone if isinstance(node, v.Held) else node.source
    return f.key(node)


def counted(node: v.T) -> v.CoreUse:
    """`count of` something, under which it is known how many it holds."""
    return v.CoreUse("count", (("of", node),), type=NUMBER_OF_THINGS)


# ------------------------------------------------------------------ sizes of each form


def _members(a: Amounts, node: v.Members, facts: Facts) -> Bounds:
    if isinstance(node.of, t.Seat):
        return a.numbers.symbols.seats
    return (a.sizing.members(node.of),) * 2


def _zone(a: Amounts, node: v.Held, facts: Facts) -> Bounds:
    return 0, a.sizing.capacity(node.zone.type, asked=False)


def _filter(a: Amounts, node: v.Filter, facts: Facts) -> Bounds:
    low, high = a.size(node.source, facts)
    return (min(low, 1) if _with_the_most(node) else 0), high


def _with_the_most(node: v.Filter) -> bool:
    """`those x in S having (v of x = most of v of y for each y in S)`: where there are any, there is one such."""
    test = node.condition
    if not isinstance(test, v.Equal) or test.negated or isinstance(test.left.type, t.Maybe):
        return False
    every = test.right.get("of") if isinstance(test.right, v.CoreUse) and test.right.word in ("most", "least") else None
    if not isinstance(every, v.Collect) or every.source != node.source:
        return False
    try:
        return bool(put(every.value, {every.name: v.Local(node.name, type=_held(node))}) == test.left)
    except Caught:
        return False


def _held(node: v.Filter) -> t.Type:
    return t.member(node.source.type) or t.UNKNOWN


def _collect(a: Amounts, node: v.Collect, facts: Facts) -> Bounds:
    low, high = a.size(node.source, facts)
    if node.sort != "union":
        low = low if there(node.value, facts) else 0
        return (low if node.sort == "list" else min(low, 1)), high
    each = a.size(node.value, a.numbers.bound(facts, node.name, node.source))
    return 0, f.times((0, high), each)[1]


def _let(a: Amounts, node: v.Let, facts: Facts) -> Bounds:
    if node.sort == "extreme" and isinstance(node.value, v.Filter) and isinstance(node.value.condition, v.Equal):
        low, high = a.size(node.value.source, facts)
        return 0 if isinstance(node.value.condition.left.type, t.Maybe) else min(low, 1), high
    return a.size(node.value, a.numbers.named(facts, node))


def _combine(a: Amounts, node: v.Combine, facts: Facts) -> Bounds:
    left, right = a.size(node.left, facts), a.size(node.right, facts)
    if node.op == "-":
        return max(0, left[0] - right[1]), left[1]
    return max(left[0], right[0]), f.plus(left, right)[1]


def _listed(a: Amounts, node: v.Listed, facts: Facts) -> Bounds:
    if not node.flat:
        surely = sum(there(item, facts) for item in node.items)
        return surely if isinstance(node.type, t.Sequence) else min(surely, 1), len(node.items)
    sizes = [a.size(item, facts) for item in node.items]
    return max(s[0] for s in sizes), min(sum(s[1] for s in sizes), t.LARGEST)


def _interval(a: Amounts, node: v.Interval, facts: Facts) -> Bounds:
    low, high = a.numbers.of(node.low, facts), a.numbers.of(node.high, facts)
    return tuple(max(0, n + 1) for n in f.minus(high, low))  # type: ignore[return-value]


def _core(a: Amounts, node: v.CoreUse, facts: Facts) -> Bounds:
    of, number = node.get("of"), node.get("n")
    if node.word in ("top", "bottom") and of is not None and number is not None:
        most = a.numbers.of(number, facts)[1]
        held = a.size(of, facts)
        return 0, max(0, min(most, held[1]))
    if node.word == "none":
        return 0, 0
    return 0, a.sizing.capacity(node.type, asked=False)


def _once(size: Bounds) -> Bounds:
    """As a set each counts once."""
    return min(size[0], 1), size[1]


def _parts(a: Amounts, node: v.Parts, facts: Facts) -> Bounds:
    counts: dict[Any, int] = {}
    for row in a.numbers.symbols.kinds[node.kind].rows:
        counts[row.whole] = counts.get(row.whole, 0) + 1
    return 0, max(counts.values(), default=0)


def _field(a: Amounts, node: v.FieldOf, facts: Facts) -> Bounds:
    rows = a.numbers.symbols.kinds[node.kind].rows
    values = [row.values.get(node.field) for row in rows]
    sizes = [len(value) for value in values if isinstance(value, frozenset | tuple)]
    return (
        (min(sizes), max(sizes))
        if sizes and len(sizes) == len(rows)
        else (0, a.sizing.capacity(node.type, asked=False))
    )


def _use(a: Amounts, node: v.Use, facts: Facts) -> Bounds:
    def ask(word: Any, inner: Facts) -> Bounds | None:
        return a.size(word.body, inner) if isinstance(word.decl, d.Define) else None

    found: Bounds | None = a.numbers.inside(node, facts, "size", ask)
    return found if found is not None else (0, a.sizing.capacity(node.type, asked=False))


def _way(a: Amounts, node: v.Choice, facts: Facts) -> Bounds:
    return f.span(a.size(node.yes, facts), a.size(node.no, facts))


SIZES: dict[type, Callable[[Amounts, Any, Facts], Bounds]] = {
    v.Members: _members,
    v.Held: _zone,
    v.Filter: _filter,
    v.Collect: _collect,
    v.Let: _let,
    v.Combine: _combine,
    v.Listed: _listed,
    v.Interval: _interval,
    v.CoreUse: _core,
    v.Parts: _parts,
    v.FieldOf: _field,
    v.Use: _use,
    v.Choice: _way,
    v.Single: lambda a, node, facts: (0, 1),
    v.AsSet: lambda a, node, facts: _once(a.size(node.source, facts)),
    v.MapValues: lambda a, node, facts: a._entries(node.map) if isinstance(t.bare(node.type), t.Sequence) else (
        0, a.sizing.capacity(node.type, asked=False)),
}  # fmt: skip
