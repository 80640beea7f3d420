"""Sums and products: numbers, bags, sets and sequences, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.elaboration import coercions
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.model import expressions as x
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def _sum(e: Elaborator, node: x.Sum, scope: Scope, want: t.Type | None) -> v.T:
    slip = _cut_short(e, node)
    if slip is not None:
        return slip
    left = e.operand(node.first, scope, want)
    for sign, part in node.rest:
        hint = want if want is not None else _hint(left)
        left = _plus(e, sign, left, e.operand(part, scope, hint), node, part)
    return left


def _cut_short(e: Elaborator, node: x.Sum | x.Product) -> v.T | None:
    """`sum of a * b for each c in S`: the word reaches only to the sign."""
    slip = next((part for _, part in node.rest if isinstance(part, x.ForEach) and not _adding(part.value)), None)
    first = node.first.head if isinstance(node.first, x.Chain) else node.first
    if slip is None or not _adding(node.first) or not isinstance(first, x.Of):
        return None
    sign, whole = node.rest[0][0], e.written(first.arg)
    facts = {"word": first.word, "value": whole, "sign": sign, "more": e.written(slip.value), "name": slip.name}
    return e.wrong("K16", slip.span, "cut-short", **facts)


ADDING = ("count", "sum", "most", "least", "only")  # words that take one chain, and no more


def _adding(node: x.Expr) -> bool:
    head = node.head if isinstance(node, x.Chain) else node
    return isinstance(head, x.Of) and head.word in ADDING


def _hint(left: v.T) -> t.Type | None:
    return left.type if isinstance(t.bare(left.type), t.BagOf | t.SetOf | t.Choice) else None


def _plus(e: Elaborator, sign: str, left: v.T, right: v.T, node: x.Sum, part: x.Expr) -> v.T:
    """Numbers, bags, sets or sequences; nothing else is added."""
    one, other = coercions.value(left), coercions.value(right)
    if not t.known(one.type) or not t.known(other.type):
        return v.Broken(type=t.UNKNOWN, span=node.span)
    a, b = t.bare(one.type), t.bare(other.type)
    if isinstance(a, t.Number | t.Never) and isinstance(b, t.Number | t.Never):
        kind: t.Type = t.ANY_NUMBER
        lost = isinstance(one.type, t.Maybe) or isinstance(other.type, t.Maybe)
        return v.Arith(sign, one, other, type=t.maybe(kind) if lost else kind, span=node.span)
    if isinstance(a, t.BagOf) or isinstance(b, t.BagOf):
        goal = a if isinstance(a, t.BagOf) else b
        bags = [coercions.convert(z, goal) for z in (left, right)]
        if bags[0] is not None and bags[1] is not None:
            return v.Combine(sign, "bag", bags[0], bags[1], type=goal, span=node.span)
    if isinstance(a, t.Sequence) and isinstance(left, v.Read | v.Local | v.Listed) and coercions.fits(b, a.of):
        return v.Combine(sign, "sequence", left, other, type=a, span=node.span)
    return _sets(e, sign, left, right, node, part)


def _sets(e: Elaborator, sign: str, left: v.T, right: v.T, node: x.Sum, part: x.Expr) -> v.T:
    a, b = t.bare(coercions.value(left).type), t.bare(coercions.value(right).type)
    numbers = [isinstance(k, t.Number) for k in (a, b)]
    if any(numbers):
        shown = {"op": sign, "left": e.written(node.first), "right": e.written(part)}
        if t.is_collection(b if numbers[0] else a):
            where = right if numbers[0] else left
            return e.wrong(
                "K16",
                e.span(part),
                "collection",
                value=e.written(part if numbers[0] else node.first),
                type=where.type.phrase,
            )
        return e.wrong("K16", e.span(part), "sum", left_type=a.phrase, right_type=b.phrase, **shown)
    parts = []
    for found in (left, right):
        held = (
            t.member(coercions.contents(found).type)
            if t.is_collection(found.type)
            else t.bare(coercions.value(found).type)
        )
        parts.append((coercions.convert(found, t.SetOf(held or t.UNKNOWN)), held))
    kind = t.join(parts[0][1] or t.UNKNOWN, parts[1][1] or t.UNKNOWN)
    if kind is None or parts[0][0] is None or parts[1][0] is None or isinstance(a, t.YesNo | t.Text):
        facts = {"op": sign, "left": e.written(node.first), "right": e.written(part)}
        return e.wrong("K16", e.span(part), "sum", left_type=a.phrase, right_type=b.phrase, **facts)
    return v.Combine(sign, "set", parts[0][0], parts[1][0], type=t.SetOf(kind), span=node.span)


def _product(e: Elaborator, node: x.Product, scope: Scope, want: t.Type | None) -> v.T:
    slip = _cut_short(e, node)
    if slip is not None:
        return slip
    left = e.value(node.first, scope, want)
    for sign, part in node.rest:
        right = e.value(part, scope, want)
        left = _divide(e, left, right, node, part) if sign == "/" else _times(e, left, right, node, part)
    return left


def _times(e: Elaborator, left: v.T, right: v.T, node: x.Product, part: x.Expr) -> v.T:
    if not t.known(left.type) or not t.known(right.type):
        return v.Broken(type=t.UNKNOWN, span=node.span)
    a, b = t.bare(left.type), t.bare(right.type)
    if isinstance(a, t.Number) and isinstance(b, t.Number):
        lost = isinstance(left.type, t.Maybe) or isinstance(right.type, t.Maybe)
        return v.Arith("*", left, right, type=t.maybe(t.ANY_NUMBER) if lost else t.ANY_NUMBER, span=node.span)
    for times, bag in ((left, right), (right, left)):
        kind = t.bare(bag.type)
        if isinstance(t.bare(times.type), t.Number) and isinstance(kind, t.BagOf | t.Map):
            goal = t.BagOf(kind.indexes[0]) if isinstance(kind, t.Map) else t.BagOf(kind.of)
            made = coercions.convert(bag, goal)
            if made is not None:
                return v.Scaled(times, made, type=goal, span=node.span)
    shown = {"op": "*", "left": e.written(node.first), "right": e.written(part)}
    return e.wrong("K16", node.span, "sum", left_type=a.phrase, right_type=b.phrase, **shown)


def _divide(e: Elaborator, left: v.T, right: v.T, node: x.Product, part: x.Expr) -> v.T:
    kind = t.bare(right.type)
    if not isinstance(t.bare(left.type), t.Number | t.Unknown):
        return e.wrong(
            "K16",
            node.span,
            "argument",
            word="/",
            value=e.written(node.first),
            found=left.type.phrase,
            wanted="a number",
        )
    if isinstance(kind, t.Unknown):
        return right
    wrong = dividing(e, right, part)
    if wrong is not None:
        return wrong
    lost = isinstance(left.type, t.Maybe) or isinstance(right.type, t.Maybe)
    return v.Arith("/", left, right, type=t.maybe(t.ANY_NUMBER) if lost else t.ANY_NUMBER, span=node.span)


def dividing(e: Elaborator, by: v.T, part: Any) -> v.T | None:
    """Complain of a divisor that is no positive number; of one that play decides `questions/division` does."""
    kind = t.bare(by.type)
    if isinstance(by, v.Const) and by.value == 0:
        return e.wrong("K22", e.span(part), "zero")
    if isinstance(by, v.OptionValue) and isinstance(kind, t.Number) and kind.low < 1:
        return e.wrong("K22", e.span(part), "option", option=by.name)
    if not isinstance(kind, t.Number | t.Unknown):
        return e.wrong("K22", e.span(part), divisor=e.written(part))
    return None


FORMS: dict[type, Callable[..., v.T]] = {x.Sum: _sum, x.Product: _product}
