"""How much a collection holds, what its numbers add up to, and how many of each member a bag has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.facts import Bounds, Facts
from rulekit.check.replaced import Caught, put
from rulekit.check.sizing import Sizing
from rulekit.kinds import types as t
from rulekit.model import declarations as d
from rulekit.words._typing import NUMBER_OF_THINGS

if TYPE_CHECKING:
    from rulekit.check.intervals import Numbers


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
        low, high = form(self, node, facts) if form is not None else (0, self.sizing.capacity(kind))
        high = min(high, self.sizing.capacity(kind))
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
        low, high = self.bag(node, None, facts)
        return 0, f.times((0, self.sizing.members(kind.of)), (low, high))[1]

    def sum(self, node: v.T, facts: Facts) -> Bounds:
        """What its numbers add up to."""
        kind = t.bare(node.type)
        if isinstance(kind, t.BagOf):
            return self._bag_sum(node, kind, facts)
        if isinstance(node, v.Listed) and not node.flat:
            found = (0, 0)
            for item in node.items:
                found = f.plus(found, self.numbers.of(item, facts))
            return found
        if isinstance(node, v.Let):
            return self.sum(node.value, self.numbers.named(facts, node))
        count = self.size(node, facts) if not isinstance(node, v.Collect) else self.size(node.source, facts)
        if isinstance(node, v.MapValues):
            count = self._entries(node.map)
        return f.times(count, self.numbers.element(node, facts))

    def _entries(self, node: v.T) -> Bounds:
        kind = t.bare(node.type)
        most = self.sizing.product(kind.indexes) if isinstance(kind, t.Map) else t.LARGEST
        return 0, min(most, t.LARGEST)

    # -------------------------------------------------------------- bags

    def bag(self, node: v.T, member: v.T | None, facts: Facts) -> Bounds:
        """How many of one member, or of any, a bag or a map of numbers holds."""
        form = BAGS.get(type(node))
        return form(self, node, member, facts) if form is not None else _highest(node.type)


def _highest(kind: t.Type) -> Bounds:
    kind = t.bare(kind)
    if isinstance(kind, t.Map):
        inner = t.bare(kind.value)
        return (inner.low, inner.high) if isinstance(inner, t.Number) else (-t.LARGEST, t.LARGEST)
    return 0, kind.highest if isinstance(kind, t.BagOf) else t.LARGEST


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
    return 0, a.sizing.capacity(node.zone.type)


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
        return 1, len(node.items)
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
    return 0, a.sizing.capacity(node.type)


def _parts(a: Amounts, node: v.Parts, facts: Facts) -> Bounds:
    counts: dict[Any, int] = {}
    for row in a.numbers.symbols.kinds[node.kind].rows:
        counts[row.whole] = counts.get(row.whole, 0) + 1
    return 0, max(counts.values(), default=0)


def _field(a: Amounts, node: v.FieldOf, facts: Facts) -> Bounds:
    rows = a.numbers.symbols.kinds[node.kind].rows
    values = [row.values.get(node.field) for row in rows]
    sizes = [len(value) for value in values if isinstance(value, frozenset | tuple)]
    return (min(sizes), max(sizes)) if sizes and len(sizes) == len(rows) else (0, a.sizing.capacity(node.type))


def _use(a: Amounts, node: v.Use, facts: Facts) -> Bounds:
    def ask(word: Any, inner: Facts) -> Bounds | None:
        return a.size(word.body, inner) if isinstance(word.decl, d.Define) else None

    found: Bounds | None = a.numbers.inside(node, facts, "size", ask)
    return found if found is not None else (0, a.sizing.capacity(node.type))


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
    v.AsSet: lambda a, node, facts: a.size(node.source, facts),
    v.MapValues: lambda a, node, facts: a._entries(node.map) if isinstance(t.bare(node.type), t.Sequence) else (
        0, a.sizing.capacity(node.type)),
}  # fmt: skip


# ------------------------------------------------------------------ bags of each form


def _amount(a: Amounts, node: v.AmountOf, member: v.T | None, facts: Facts) -> Bounds:
    count = a.numbers.of(node.count, facts)
    if member is None:
        return f.span((0, 0), count)
    if isinstance(member, v.Const) and isinstance(node.member, v.Const):
        return count if member.value == node.member.value else (0, 0)
    return count if member == node.member else f.span((0, 0), count)


def _sum(a: Amounts, node: v.Combine, member: v.T | None, facts: Facts) -> Bounds:
    left, right = a.bag(node.left, member, facts), a.bag(node.right, member, facts)
    return f.plus(left, right) if node.op == "+" else f.minus(left, right)


def _scaled(a: Amounts, node: v.Scaled, member: v.T | None, facts: Facts) -> Bounds:
    return f.times(a.numbers.of(node.times, facts), a.bag(node.bag, member, facts))


def _printed(a: Amounts, node: v.FieldOf, member: v.T | None, facts: Facts) -> Bounds:
    rows = a.numbers.symbols.kinds[node.kind].rows
    bags = [row.values.get(node.field) or {} for row in rows]
    if isinstance(member, v.Const):
        counts = [bag.get(member.value, 0) for bag in bags]
    else:
        counts = [0, *(count for bag in bags for count in bag.values())]
    return (min(counts), max(counts)) if rows else _highest(node.type)


def _map(a: Amounts, node: v.AsBag, member: v.T | None, facts: Facts) -> Bounds:
    return a.bag(node.map, member, facts)


def _state(a: Amounts, node: v.Read, member: v.T | None, facts: Facts) -> Bounds:
    if not isinstance(t.bare(node.type), t.Map):
        return _highest(node.type)
    if member is None:
        return a.numbers.state(node.state, facts)
    info = a.numbers.symbols.states[node.state]
    return a.numbers.of(v.Read(node.state, (*node.args, member), type=info.type), facts)


def _named(a: Amounts, node: v.Use, member: v.T | None, facts: Facts) -> Bounds:
    def ask(word: Any, inner: Facts) -> Bounds | None:
        return a.bag(word.body, member, inner) if isinstance(word.decl, d.Define) else None

    found: Bounds | None = a.numbers.inside(node, facts, ("bag", member), ask)
    return found if found is not None else _highest(node.type)


BAGS: dict[type, Callable[[Amounts, Any, v.T | None, Facts], Bounds]] = {
    v.AmountOf: _amount,
    v.Combine: _sum,
    v.Scaled: _scaled,
    v.FieldOf: _printed,
    v.AsBag: _map,
    v.Read: _state,
    v.Use: _named,
    v.Choice: lambda a, node, member, facts: f.span(a.bag(node.yes, member, facts), a.bag(node.no, member, facts)),
    v.Earlier: lambda a, node, member, facts: a.bag(node.value, member, f.NONE),
}
