"""Facts at one line of a body: bounds of values, which are larger, which are not nothing or not empty.

A sample. Behind the guard

A line::

    if coins of p >= 3 and board at c is not nothing: take 2 from coins of p

it is known that `coins of p` lies between 3 and its greatest value, and that `board at c` is something. After
`take 2` the first becomes 1 to greatest minus 2; the second stays, for nothing has written the board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.records import record
from rulekit.typesystem import types as t

Bounds = tuple[int, int]
Map = tuple[str, tuple[v.T, ...]]  # a state with all but its last index
Key = v.T | str | Map  # a local is known by its name


@record
class Facts:
    """`gaps` hold how much one value is at least above another; `dead` lines are never reached."""

    bounds: Mapping[Key, Bounds] = attrs.field(factory=dict)
    gaps: Mapping[tuple[Key, Key], int] = attrs.field(factory=dict)
    sure: frozenset[Key] = frozenset()  # something, and not empty
    void: frozenset[Key] = frozenset()  # nothing, or empty
    dead: bool = False

    def with_bounds(self, key: Key, low: int, high: int) -> Facts:
        """The value lies in these bounds as well as in those known; what is so much above or below it follows."""
        known = self.bounds.get(key)
        if known is not None:
            low, high = max(low, known[0]), min(high, known[1])
            if known == (low, high) and low <= high:
                return self
        bounds, dead = {**self.bounds, key: (low, high)}, self.dead or low > high
        for (one, two), by in self.gaps.items() if not dead else ():
            if key in (one, two) and one != two and by > -t.LARGEST:
                other, ends = (
                    (two, add_bounds((-t.LARGEST, high), (0, -by)))
                    if one == key
                    else (one, add_bounds((low, t.LARGEST), (by, 0)))
                )
                before = bounds.get(other, None if isinstance(other, (str, tuple)) else (-t.LARGEST, t.LARGEST))
                if before is not None:  # a name without bounds is none yet, and a map is no number
                    bounds[other] = max(ends[0], before[0]), min(ends[1], before[1])
                    dead = dead or bounds[other][0] > bounds[other][1]
        return Facts(bounds, self.gaps, self.sure, self.void, dead)

    def with_other_bounds(self, key: Key, bounds: Bounds) -> Facts:
        """The same facts with other bounds of one value; what was known of it before is forgotten."""
        return Facts({**self.bounds, key: bounds}, self.gaps, self.sure, self.void, self.dead)

    def with_fresh(self, name: str, bounds: Bounds) -> Facts:
        """The same facts, and what is known of a name about which nothing was known: it is something, and so large."""
        known = {**self.bounds, name: bounds}
        return Facts(known, self.gaps, self.sure | {name}, self.void, self.dead or bounds[0] > bounds[1])

    def with_above(self, one: Key, other: Key, by: int) -> Facts:
        """`one` is at least so much above `other`; never, if that one is known to be above it, or is the same."""
        known = self.gaps.get((one, other), -t.LARGEST)
        if known >= by:
            return self
        back = 0 if one == other else self.gaps.get((other, one), -t.LARGEST)
        gaps = {**self.gaps, (one, other): by}
        return Facts(self.bounds, gaps, self.sure, self.void, self.dead or by + back > 0)

    def gap(self, one: Key, other: Key) -> int | None:
        """How much `one` is at least above `other`, as is known of the two or through one more value."""
        ways = [
            by + self.gaps[two, other]
            for (first, two), by in self.gaps.items()
            if first == one and (two, other) in self.gaps
        ]
        ways += [self.gaps[one, other]] if (one, other) in self.gaps else []
        return max(ways, default=None)

    def with_present(self, *keys: Key) -> Facts:
        """The same facts, and none of these values is nothing."""
        return self.all_sure(frozenset(keys))

    def meet(self, other: Facts) -> Facts:
        """What is known if both are so."""
        found = self.all_sure(other.sure)
        for key, (low, high) in other.bounds.items():
            found = found.with_bounds(key, low, high)
        for (one, two), by in other.gaps.items():
            found = found.with_above(one, two, by)
        for key in other.void:
            found = found.with_nothing(key)
        return found.as_unreachable() if other.dead else found

    def with_raised(self, key: Key, before: Facts, by: Bounds) -> Facts:
        """A number went up by so much: what was above it, or below it, is so by another gap."""
        found = self
        for (one, two), gap in before.gaps.items():
            if one == key and two != key:
                found = found.with_above(one, two, gap + by[0]) if by[0] > -t.LARGEST else found
            elif two == key and one != key:
                found = found.with_above(one, two, gap - by[1]) if by[1] < t.LARGEST else found
        return found

    def all_sure(self, keys: frozenset[Key]) -> Facts:
        """None of these is nothing, or empty."""
        clash = bool(self.void) and not self.void.isdisjoint(keys)
        if not clash and keys <= self.sure:
            return self
        return Facts(self.bounds, self.gaps, self.sure | keys, self.void, self.dead or clash)

    def with_nothing(self, key: Key) -> Facts:
        """The same facts, and this value is nothing. If it was known to be something, the line cannot be reached
        (`dead`).
        """
        return Facts(self.bounds, self.gaps, self.sure, self.void | {key}, self.dead or key in self.sure)

    def as_unreachable(self) -> Facts:
        """Nothing comes after this."""
        return Facts(self.bounds, self.gaps, self.sure, self.void, True)

    def drop(self, lost: Callable[[Key], bool]) -> Facts:
        """What still holds once some values may have changed."""
        gone = {key for key in (*self.bounds, *self.sure, *self.void, *chain(*self.gaps)) if lost(key)}
        if not gone:
            return self
        bounds = dict(self.bounds)  # taking away is quicker than asking each whether it stays
        for key in gone:
            bounds.pop(key, None)
        gaps = {p: by for p, by in self.gaps.items() if p[0] not in gone and p[1] not in gone} if self.gaps else {}
        return Facts(bounds, gaps, self.sure - gone, self.void - gone, self.dead)


NONE = Facts()
FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}  # `a < b` is `b > a`
DENIED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}  # what holds if it does not


def key(node: v.T) -> Key:
    """Under what facts of a value are kept: the name of a local, else the value itself."""
    return node.name if isinstance(node, v.Local) else node


def place(node: v.T) -> Key:
    """A zone and what lies in it are one thing when we ask whether it is empty."""
    while isinstance(node, v.Held | v.AsSet):
        node = node.zone if isinstance(node, v.Held) else node.source
    return key(node)


def is_present(node: v.T, facts: Facts) -> bool:
    """Is it never nothing, by its type or by what is known?"""
    return not node.type.optional or key(node) in facts.sure


def constant_comparison(node: v.T) -> tuple[v.T, str, int] | None:
    """`5 > n` as n, < and 5: a value, how it is compared, and the fixed number it is compared with."""
    if not isinstance(node, v.Compare | v.Equal):
        return None
    op = node.op if isinstance(node, v.Compare) else "is not" if node.negated else "="
    left, right_ = node.left, node.right
    if isinstance(left, v.Const):
        left, right_, op = right_, left, FLIPPED.get(op, op)
    number = right_.value if isinstance(right_, v.Const) else None
    return (left, op, int(number)) if isinstance(number, int) else None


def is_listed(kind: t.Type) -> bool:
    """Are its members counted from 0, and told apart by their number alone?"""
    return bool(kind.bare.members) or kind.bare == t.YES_NO


def split_offset(node: v.T) -> tuple[Key, int]:
    """`x + 2` as x and 2."""
    if isinstance(node, v.Arith) and node.op in "+-" and isinstance(node.right, v.Const):
        return key(node.left), node.right.value if node.op == "+" else -node.right.value
    return key(node), 0


def join_facts(all_: Iterable[Facts]) -> Facts:
    """What holds whichever way was taken."""
    live = [facts for facts in all_ if not facts.dead]
    if not live:
        return NONE.as_unreachable()
    found = live[0]
    for other in live[1:]:
        found = _both(found, other)
    return found


def _both(one: Facts, other: Facts) -> Facts:
    if one is other:
        return one
    bounds: dict[Key, Bounds] = {}
    for key, known in one.bounds.items():
        there = other.bounds.get(key)
        if there is not None:
            bounds[key] = known if there == known else span(known, there)
    gaps = {p: min(by, other.gaps[p]) for p, by in one.gaps.items() if p in other.gaps} if other.gaps else {}
    return Facts(bounds, gaps, one.sure & other.sure, one.void & other.void)


def widen_facts(one: Facts, wider: Facts) -> Facts:
    """Of two facts, the second of which holds more often: what still grows is taken to grow for ever."""
    bounds = {}
    for key, (low, high) in wider.bounds.items():
        known = one.bounds.get(key, (low, high))
        bounds[key] = (low if low >= known[0] else -t.LARGEST, high if high <= known[1] else t.LARGEST)
    gaps = {pair: by for pair, by in wider.gaps.items() if by >= one.gaps.get(pair, by)}
    return Facts(bounds, gaps, wider.sure, wider.void, wider.dead)


def drop_unbound(way: Facts, before: Facts, done: Facts, names: Collection[str]) -> Facts:
    """Of the names that a line binds, those that were not bound because it did not run are nothing, so any bounds are
    true of them. Of any other name without bounds nothing is known.
    """
    if way.dead or done.dead:
        return way
    fresh: dict[Key, Bounds] = {
        k: b for k, b in done.bounds.items() if k in names and k not in before.bounds and k not in way.bounds
    }
    if not fresh:
        return way
    return Facts({**fresh, **way.bounds}, way.gaps, way.sure, way.void, way.dead)


def span(*all_: Bounds) -> Bounds:
    """The least range that holds all of these."""
    return min(b[0] for b in all_), max(b[1] for b in all_)


def clamp(low: int, high: int) -> Bounds:
    """Bounds cut down to what the language can count."""
    return max(low, -t.LARGEST), min(high, t.LARGEST)


def add_bounds(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a sum: 1..3 and 2..5 give 3..8. An open end stays open."""
    return clamp(_edge(a[0], b[0], -t.LARGEST), _edge(a[1], b[1], t.LARGEST))


def _edge(a: int, b: int, end: int) -> int:
    """A sum; what has no bound keeps none."""
    return end if end in (a, b) else a + b


def minus(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a difference: 2..5 less 1..3 gives -1..4."""
    return add_bounds(a, (-b[1], -b[0]))


def times(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a product, from its four corners, for either factor may be negative."""
    corners = [x * y for x in a for y in b]
    return clamp(min(corners), max(corners))


def _endless(low: int, high: int, a: Bounds) -> Bounds:
    """What had no bound has none after it was divided."""
    return (-t.LARGEST if -t.LARGEST in a else low), (t.LARGEST if t.LARGEST in a else high)


def divide_bounds(a: Bounds, b: Bounds) -> Bounds:
    """Rounded down; a divisor that could be 0 or less says nothing."""
    if min(b) <= 0:
        return -t.LARGEST, t.LARGEST
    corners = [x // y for x in a for y in b]
    return clamp(*_endless(min(corners), max(corners), a))


def rest(a: Bounds, b: Bounds) -> Bounds:
    """What a division leaves over; the divisor is positive. Numbers below it are left as they are."""
    if min(b) <= 0:
        return -t.LARGEST, t.LARGEST
    low, high = b
    if 0 <= a[0] and a[1] < low:
        return a
    same = low == high and a[0] // low == a[1] // low  # no multiple of it lies between
    return (a[0] % low, a[1] % low) if same else (0, min(high - 1, a[1]) if a[0] >= 0 else high - 1)


def quotient(a: Bounds, by: int) -> Bounds:
    """What times a positive number lies in these bounds."""
    low = -t.LARGEST if a[0] <= -t.LARGEST else -(-a[0] // by)
    return low, t.LARGEST if a[1] >= t.LARGEST else a[1] // by


def dividend(a: Bounds, by: int) -> Bounds:
    """What divided by a positive number lies in these bounds."""
    return clamp(*_endless(a[0] * by, a[1] * by + by - 1, a))
