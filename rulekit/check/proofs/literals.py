"""A condition taken apart into literals: what they say of numbers, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulekit.check.dataflow.facts import DENIED, Bounds, constant_comparison
from rulekit.check.names.symbol_info import WordInfo
from rulekit.check.proofs.inlining import is_same_value
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t
from rulekit.words.word import Gives

# ------------------------------------------------------------------ what holds when a condition does


def literals(node: v.T) -> list[v.T]:
    """The sentences that all hold when a condition holds at a decision; the game is not over there.

    A value::

        heap > 2 and not hand of player is empty

    Gives `heap > 2`, and that the hand is not empty.
    """
    if isinstance(node, v.And):
        return [one for part in node.parts for one in literals(part)]
    if isinstance(node, v.Or):
        open_ = [part for part in node.parts if not _over(part)]
        return literals(open_[0]) if len(open_) == 1 else [node]
    if isinstance(node, v.IsNot) and not node.value.type.optional:
        return negated_literals(node.test)
    return negated_literals(node.inner) if isinstance(node, v.Not) else [node]


def negated_literals(node: v.T) -> list[v.T]:
    """The sentences that all hold when a condition does not.

    A value::

        heap > 2 or passed of player

    Denied, it gives `heap <= 2` and `not passed of player`.
    """
    if isinstance(node, v.Not):
        return literals(node.inner)
    if isinstance(node, v.Or):
        return [one for part in node.parts for one in negated_literals(part)]
    if isinstance(node, v.Compare) and node.op in DENIED and _there(node):
        return [v.Compare(DENIED[node.op], node.left, node.right, type=t.YES_NO)]
    if isinstance(node, v.Equal) and _there(node):
        return [v.Equal(node.left, node.right, not node.negated, type=t.YES_NO)]
    if isinstance(node, v.Quantifier) and node.kind == "no":
        return [v.Quantifier("some", node.binds, node.body, type=t.YES_NO)]
    return [_denial(node)]


def _denial(node: v.T) -> v.T:
    """What holds where a test does not; tests that may meet nothing are denied by `not` alone."""
    if isinstance(node, v.Not):
        return node.inner
    if isinstance(node, v.IsNothing):
        return v.IsNothing(node.value, not node.negated, type=node.type)
    return v.Not(node, type=t.YES_NO)


def _over(node: v.T) -> bool:
    return isinstance(node, v.CoreUse) and node.word == "finished"


def _there(node: v.Compare | v.Equal) -> bool:
    return not node.left.type.optional and not node.right.type.optional


def empty_of(node: v.T) -> v.T | None:
    """The collection that a sentence says is not empty."""
    if isinstance(node, v.IsNot):
        node = v.Not(node.test, type=t.YES_NO)
    if isinstance(node, v.Not) and isinstance(node.inner, v.CoreUse) and node.inner.definition.gives is Gives.EMPTINESS:
        return node.inner.get("of")
    return None


# ------------------------------------------------------------------ numbers


def limits(node: v.T, known: Iterable[v.T]) -> Bounds:
    """Between which numbers a value lies, from its type and from what is known."""
    if isinstance(node, v.Const) and isinstance(node.value, int):
        return int(node.value), int(node.value)
    kind = node.type.bare
    low, high = (kind.low, kind.high) if kind.numeric else (-t.LARGEST, t.LARGEST)
    if isinstance(node, v.CoreUse) and node.definition.gives is Gives.COUNT:
        low = max(low, 0)
    said = [one for one in map(constant_comparison, known) if one is not None and is_same_value(one[0], node)]
    for _, op, number in said:
        least, most = _range(op, number)
        low, high = max(low, least), min(high, most)
    without = sorted(number for _, op, number in said if op == "is not")
    for out in without:
        low += out == low
    for out in reversed(without):
        high -= out == high
    return low, high


def _range(op: str, number: int) -> Bounds:
    """What a number may be that is compared with a fixed one."""
    low, high = -t.LARGEST, t.LARGEST
    ranges = {"<": (low, number - 1), "<=": (low, number), ">": (number + 1, high), ">=": (number, high)}
    return (low, high) if op == "is not" else ranges.get(op, (number, number))


# ------------------------------------------------------------------ what excludes what


def excludes(words: Mapping[str, WordInfo], one: v.T, other: v.T) -> bool:
    """Is it sure that two conditions never hold at once? Words without arguments are read as what they stand for.

    A value::

        heap > 6

    Never holds together with `heap < 4`, which the limits of `heap` show.
    """
    first, second = (list(_ways(words, node)) for node in (one, other))
    return all(any(_against(a, b) for a in way for b in way2) for way in first for way2 in second)


def _ways(words: Mapping[str, WordInfo], node: v.T) -> Iterator[tuple[v.T, ...]]:
    """The ways in which a condition can hold: each a list of what holds then."""
    if isinstance(node, v.Or):
        for part in node.parts:
            yield from _ways(words, part)
    elif isinstance(node, v.And):
        yield from _join_ways(words, node.parts)
    elif isinstance(node, v.Use) and not node.args and isinstance(words[node.word].body, v.T):
        yield from _ways(words, words[node.word].body)
    else:
        yield (node,)


def _join_ways(words: Mapping[str, WordInfo], parts: tuple[v.T, ...]) -> Iterator[tuple[v.T, ...]]:
    if not parts:
        yield ()
        return
    rest = list(_join_ways(words, parts[1:]))
    for way in _ways(words, parts[0]):
        yield from ((*way, *more) for more in rest)


def _against(one: v.T, other: v.T) -> bool:
    """Two plain tests that deny each other."""
    if _denial(one) == other or _denial(other) == one:
        return True
    left, right = _limit_of(one), _limit_of(other)
    if left is not None and right is not None and left[0] == right[0]:
        return left[1][1] < right[1][0] or right[1][1] < left[1][0]
    a, b = _members(one), _members(other)
    return a is not None and b is not None and a[0] == b[0] and not a[1] & b[1]


def _limit_of(node: v.T) -> tuple[v.T, Bounds] | None:
    """A number against a fixed number: what it may be then."""
    found = constant_comparison(node)
    if found is None or found[1] == "is not" or not found[0].type.bare.numeric:
        return None
    return found[0], _range(found[1], found[2])


def _members(node: v.T) -> tuple[v.T, frozenset[object]] | None:
    """Something against fixed members: which of them it may be then."""
    if isinstance(node, v.Equal) and isinstance(node.right, v.Const):
        chosen: frozenset[object] = frozenset((node.right.value,))
        kind = node.left.type.bare
        if not node.negated:
            return node.left, chosen
        count = {t.Choice: len(getattr(kind, "members", ())), t.YesNo: 2}.get(type(kind))
        return (node.left, frozenset(range(count)) - chosen) if count else None
    return None
