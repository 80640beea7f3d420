"""One small function for each form of value: what its parts must be and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions, definitions, let_binding
from rulekit.check.elaboration.list_typing import listed
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.operand_text import written
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

HEADS = ("count", "sum", "most", "least", "only")  # applied last in their chain
define = definitions.define
relation = definitions.relation


# ------------------------------------------------------------------ literals


def _number(e: Elaborator, node: x.Number, scope: Scope, want: t.Type | None) -> v.T:
    return v.Const(node.value, type=t.number(node.value, node.value), span=node.span)


def _negative(e: Elaborator, node: x.Negative, scope: Scope, want: t.Type | None) -> v.T:
    value = -node.number.value
    return v.Const(value, type=t.number(value, value), span=node.span)


def _yes_no(value: bool) -> Callable[..., v.T]:
    def form(e: Elaborator, node: x.Expr, scope: Scope, want: t.Type | None) -> v.T:
        return v.Const(value, type=t.YES_NO, span=node.span)

    return form


def _nothing(e: Elaborator, node: x.Nothing, scope: Scope, want: t.Type | None) -> v.T:
    return v.Const(None, type=t.NOTHING, span=node.span)


def _it(e: Elaborator, node: x.It, scope: Scope, want: t.Type | None) -> v.T:
    binding = scope.find("it")
    if binding is None:
        return e.wrong("K07", node.span, "it")
    return v.Local("it", type=binding.type, span=node.span)


def _kind(e: Elaborator, node: x.KindName, scope: Scope, want: t.Type | None) -> v.T:
    kind = e.symbols.types.get(node.name)
    if kind is None:
        return e.wrong("K12", node.span, name=node.name, near=nearest(node.name, list(e.symbols.types)))
    if isinstance(kind, t.SetOf | t.BagOf | t.Sequence | t.Zone | t.Text):
        return e.wrong("K16", node.span, "infinite", name=node.name)
    return v.Members(kind, type=t.SetOf(kind), span=node.span)


def _amount(e: Elaborator, node: x.Amount, scope: Scope, want: t.Type | None) -> v.T:
    count = e.as_(node.count, scope, t.ANY_NUMBER)
    goal = t.bare(want) if want is not None else None
    inner = goal.of if isinstance(goal, t.BagOf) else goal.indexes[-1] if isinstance(goal, t.Map) else None
    before = len(e.problems)
    member = e.operand(x.Name(node.good, span=node.span), scope, inner)
    if len(e.problems) > before:
        del e.problems[before:]
        known = inner.members if isinstance(inner, t.Choice) else list(e.symbols.members) + list(e.symbols.rows)
        if inner is None and not nearest(node.good, known):
            return e.wrong("K23", node.span, "things", name=node.good, count=e.written(node.count))
        return e.wrong("K23", node.span, name=node.good, type=str(inner or "member"), near=nearest(node.good, known))
    kind = t.bare(coercions.value(member).type)
    if isinstance(kind, t.Number | t.YesNo | t.SetOf | t.BagOf | t.Sequence | t.Zone | t.Map):
        return e.wrong("K23", node.span, "number", value=node.good, found=kind.phrase)
    if inner is not None and not coercions.fits(kind, inner):
        return e.wrong("K23", node.span, name=node.good, type=str(inner))
    return v.AmountOf(count, member, type=t.BagOf(kind), span=node.span)


# ------------------------------------------------------------------ sets and lists


def _head(e: Elaborator, node: x.Expr) -> tuple[str, x.Expr] | None:
    """The aggregate at the head of a chain, and the chain without it."""
    head = node.head if isinstance(node, x.Chain) else node
    if isinstance(head, x.Of) and head.word in HEADS and head.number is None:
        rest = head.arg if not isinstance(node, x.Chain) else x.Chain(head.arg, node.args, span=node.span)
        return head.word, x.Bracket(rest, span=rest.span)
    if isinstance(node, x.Where):
        inner = _head(e, node.source)
        return (inner[0], x.Where(inner[1], node.condition, span=node.span)) if inner else None
    return None


def _where(e: Elaborator, node: x.Where, scope: Scope, want: t.Type | None) -> v.T:
    head = _head(e, node.source)
    if head is not None:
        inner = x.Bracket(x.Where(head[1], node.condition, span=node.span), span=node.span)
        return e.expr(x.Of(head[0], None, inner, span=node.span), scope, want)
    source = e.collection(node.source, scope)
    return _filter(e, "it", source, node.condition, node, scope)


def _those(e: Elaborator, node: x.Those, scope: Scope, want: t.Type | None) -> v.T:
    source = e.collection(node.source, scope)
    return _filter(e, node.name, source, node.condition, node, scope)


def _filter(e: Elaborator, name: str, source: v.T, condition: x.Expr, node: x.Expr, scope: Scope) -> v.T:
    inner = e.inside(name, source, node.span, scope, "it" if name == "it" else "loop")
    checked = e.condition(condition, inner)
    return v.Filter(name, source, checked, type=source.type, span=node.span)


def _for_each(e: Elaborator, node: x.ForEach, scope: Scope, want: t.Type | None) -> v.T:
    head = _head(e, node.value)
    if head is not None:
        inner = x.Bracket(x.ForEach(head[1], node.name, node.source, span=node.span), span=node.span)
        return e.expr(x.Of(head[0], None, inner, span=node.span), scope, want)
    source = e.collection(node.source, scope)
    found = e.operand(node.value, e.inside(node.name, source, node.span, scope), _inner(want))
    return collect(node.name, source, found, node)


def _inner(want: t.Type | None) -> t.Type | None:
    return t.member(want) if want is not None else None


def collect(name: str, source: v.T, found: v.T, node: x.Expr) -> v.T:
    """Numbers a list, things a set, sets their union."""
    single = coercions.value(found)
    if isinstance(t.bare(single.type), t.Number | t.YesNo):
        return v.Collect(single, name, source, "list", type=t.Sequence(t.bare(single.type)), span=node.span)
    inner = coercions.contents(found) if not isinstance(t.bare(single.type), t.Piece) else single
    if t.is_collection(inner.type):
        kind: t.Type = t.SetOf(t.member(inner.type) or t.UNKNOWN)
        return v.Collect(inner, name, source, "union", type=kind, span=node.span)
    return v.Collect(single, name, source, "set", type=t.SetOf(t.bare(single.type)), span=node.span)


def _all(e: Elaborator, node: x.All, scope: Scope, want: t.Type | None) -> v.T:
    """`every card of z`: the pieces there; `every camp of Race`: those zones."""
    symbols = e.symbols
    zone = symbols.zones.get(node.noun)
    if zone is not None and isinstance(node.source, x.KindName) and len(zone.indexes) == 1:
        source = e.expr(node.source, scope)
        name = "each"
        at = v.ZoneAt(
            node.noun,
            (v.Local(name, type=zone.indexes[0], span=node.span),),
            type=t.Zone(zone.kind, zone.shape, zone.name),
            span=node.span,
        )
        return v.Collect(at, name, source, "set", type=t.SetOf(at.type), span=node.span)
    nouns = symbols.nouns()
    if node.noun not in nouns:
        return e.wrong("K07", node.span, "noun", name=node.noun, near=nearest(node.noun, [*nouns, *symbols.zones]))
    piece = t.Piece(nouns[node.noun])
    found = e.operand(node.source, scope, t.Zone(piece.kind, ""))
    if isinstance(t.bare(found.type), t.Zone) and t.bare(found.type).kind != piece.kind:  # type: ignore[attr-defined]
        return e.wrong(
            "K16",
            node.span,
            "argument",
            word=f"every {node.noun}",
            value=written(node.source),
            found=found.type.phrase,
            wanted=f"a place of {piece.kind}",
        )
    inner = e.walkable(found, node.source)
    held = t.member(inner.type)
    if held is not None and not coercions.fits(held, piece):
        return e.wrong(
            "K16",
            node.span,
            "argument",
            word=f"every {node.noun}",
            value=written(node.source),
            found=found.type.phrase,
            wanted=f"a place of {piece.kind}",
        )
    return inner


def _range(e: Elaborator, node: x.Range, scope: Scope, want: t.Type | None) -> v.T:
    low, high = (e.as_(n, scope, t.ANY_NUMBER) for n in (node.low, node.high))
    kind = t.number(_low(low.type), _high(high.type))
    return v.Interval(low, high, type=t.SetOf(kind), span=node.span)


def _low(kind: t.Type) -> int:
    kind = t.bare(kind)
    return kind.low if isinstance(kind, t.Number) else -t.LARGEST


def _high(kind: t.Type) -> int:
    kind = t.bare(kind)
    return kind.high if isinstance(kind, t.Number) else t.LARGEST


# ------------------------------------------------------------------ choices


def _choice(e: Elaborator, node: x.Choice, scope: Scope, want: t.Type | None) -> v.T:
    condition = e.condition(node.condition, scope)
    yes, no = (e.operand(n, scope, want) for n in (node.yes, node.no))
    return branches(e, node, yes, no, lambda a, b, kind: v.Choice(a, condition, b, type=kind, span=node.span))


def branches(e: Elaborator, node: x.Expr, left: v.T, right: v.T, make: Callable[[v.T, v.T, t.Type], v.T]) -> v.T:
    """Two values one of which is taken: they need one type."""
    kind = t.join(left.type, right.type)
    if kind is None:
        if isinstance(left.type, t.Zone) and isinstance(right.type, t.Zone) and left.type.kind == right.type.kind:
            return make(left, right, t.Zone(left.type.kind, ""))
        one, other = coercions.value(left), coercions.value(right)
        kind = t.join(one.type, other.type)
        if kind is None:
            for a, b in ((one, other), (other, one)):
                converted = coercions.convert(b, a.type)
                if converted is not None:
                    pair = (a, converted) if a is one else (converted, a)
                    return make(*pair, a.type)
            return e.wrong("K16", node.span, "branches", left_type=one.type.phrase, right_type=other.type.phrase)
        left, right = one, other
    return make(left, right, kind)


def _otherwise(e: Elaborator, node: x.Otherwise, scope: Scope, want: t.Type | None) -> v.T:
    left = e.value(node.value, scope, want)
    right = e.value(node.default, scope, t.bare(left.type) if t.known(left.type) else want)

    def make(a: v.T, b: v.T, kind: t.Type) -> v.T:
        whole = kind if isinstance(b.type, t.Maybe) else t.bare(kind)
        return v.Otherwise(a, b, type=whole, span=node.span)

    return branches(e, node, left, right, make)


def _bracket(e: Elaborator, node: x.Bracket, scope: Scope, want: t.Type | None) -> v.T:
    return e.expr(node.inner, scope, want)


def _supposing(e: Elaborator, node: x.Supposing, scope: Scope, want: t.Type | None) -> v.T:
    from rulekit.check.elaboration.call_typing import call
    from rulekit.check.elaboration.implicit_parameters import asked_for

    old, scope_ = scope.frame.earlier, Scope(scope)
    made = call(e, node.call, scope_)
    e.calls.append(("supposing", made, node.span))
    if scope.frame.sort == "word":
        scope.frame.uses |= {n for n in asked_for(e, made, node.span) if scope.find(n) is None}
    scope.frame.earlier = True
    condition = e.condition(node.condition, scope_)
    scope.frame.earlier = old
    return v.Supposing(made, condition, type=t.YES_NO, span=node.span)


def _legal(e: Elaborator, node: x.Legal, scope: Scope, want: t.Type | None) -> v.T:
    from rulekit.check.elaboration.move_typing import legal

    return legal(e, node, scope)


FORMS: dict[type, Callable[..., v.T]] = {
    x.Number: _number,
    x.Negative: _negative,
    x.Yes: _yes_no(True),
    x.No: _yes_no(False),
    x.Nothing: _nothing,
    x.It: _it,
    x.KindName: _kind,
    x.Amount: _amount,
    x.Where: _where,
    x.Those: _those,
    x.Extreme: let_binding.extreme,
    x.ForEach: _for_each,
    x.All: _all,
    x.Tuple: listed,
    x.Range: _range,
    x.Choice: _choice,
    x.Otherwise: _otherwise,
    x.Bracket: _bracket,
    x.Supposing: _supposing,
    x.Legal: _legal,
}
from rulekit.check.elaboration import condition_typing as _conditions  # noqa: E402

FORMS.update(_conditions.FORMS)
