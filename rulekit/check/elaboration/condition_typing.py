"""Tests and conditions: what meets what, and whether it can."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.elaboration import arithmetic, coercions, preposition_binding
from rulekit.check.elaboration.definitions import related
from rulekit.check.elaboration.preposition_binding import App
from rulekit.check.names import name_resolution
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.model import expressions as x
from rulekit.typesystem import types as t
from rulekit.words import core

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def pair(e: Elaborator, one: Any, other: Any, scope: Scope) -> tuple[v.T, v.T]:
    """Two values that meet: the one whose meaning is plain tells the other what is expected."""
    with e.quietly() as trouble:
        left = e.operand(one, scope, None)
    if trouble or isinstance(one, x.Tuple):
        right = e.operand(other, scope, None)
        left = e.operand(one, scope, coercions.value(right).type if t.known(right.type) else None)
        return left, right
    if not t.known(left.type):
        return left, e.quiet(other, scope)
    if not isinstance(one, x.Name):
        return left, e.operand(other, scope, coercions.value(left).type)
    right = e.operand(other, scope, coercions.value(left).type)
    if (
        isinstance(left, v.Const)
        and t.known(right.type)
        and not t.same(coercions.value(left).type, coercions.value(right).type)
    ):
        left = e.operand(one, scope, coercions.value(right).type)
    return left, right


def _compare(e: Elaborator, node: x.Compare, scope: Scope, want: t.Type | None) -> v.T:
    if node.op == "=":
        return equal(e, node.left, node.right, False, node, scope)
    left, right = (coercions.value(z) for z in pair(e, node.left, node.right, scope))
    if not t.known(left.type) or not t.known(right.type):
        return v.Broken(type=t.UNKNOWN, span=node.span)
    for found in (left, right):
        if not isinstance(t.bare(found.type), t.Number | t.Never):
            return _cannot_meet(e, left, right, node.left, node.right, node)
    return v.Compare(node.op, left, right, type=t.YES_NO, span=node.span)


def _cannot_meet(e: Elaborator, left: v.T, right: v.T, one: Any, other: Any, node: x.Expr) -> v.T:
    for found, meets, where in ((left, right, one), (right, left, other)):
        kind = t.bare(found.type)
        if isinstance(found, v.Read | v.ZoneAt) and isinstance(kind, t.Map) and not t.is_collection(meets.type):
            word = found.state if isinstance(found, v.Read) else found.zone
            wanted, prep = kind.indexes[0].phrase, _next_index(e, found)
            return e.wrong("K19", e.span(where), "missing", word=word, wanted=wanted, prep=prep)
    shown = {"left": e.written(one), "right": e.written(other)}
    return e.wrong("K16", node.span, "compare", left_type=left.type.phrase, right_type=right.type.phrase, **shown)


def _next_index(e: Elaborator, place: v.Read | v.ZoneAt) -> str:
    """The preposition of the first index that is still open."""
    name = place.state if isinstance(place, v.Read) else place.zone
    info = e.symbols.states.get(name) or e.symbols.zones[name]
    return "of" if len(place.args) < len(info.of) else "at"


def equal(e: Elaborator, one: Any, other: Any, negated: bool, node: x.Expr, scope: Scope) -> v.T:
    left, right = pair(e, one, other, scope)
    if isinstance(right, v.Const) and right.value is None and isinstance(t.bare(right.type), t.Never):
        return v.IsNothing(coercions.value(left), negated, type=t.YES_NO, span=node.span)
    if isinstance(left.type, t.Zone) and isinstance(right.type, t.Zone) and left.type.shape != "one":
        return v.Equal(left, right, negated, type=t.YES_NO, span=node.span)
    a, b = coercions.value(left), coercions.value(right)
    if not t.known(a.type) or not t.known(b.type):
        return v.Broken(type=t.UNKNOWN, span=node.span)
    if not t.same(a.type, b.type) or type(t.bare(a.type)) is not type(t.bare(b.type)):
        for one_, other_ in ((a, b), (b, a)):
            made = coercions.convert(other_, one_.type)
            if made is not None:
                return v.Equal(one_, made, negated, type=t.YES_NO, span=node.span)
        return _cannot_meet(e, a, b, one, other, node)
    return v.Equal(a, b, negated, type=t.YES_NO, span=node.span)


def _in(e: Elaborator, node: x.In, scope: Scope, want: t.Type | None) -> v.T:
    with e.quietly() as trouble:
        left = e.operand(node.left, scope, None)
    if trouble or isinstance(node.left, x.Tuple):
        right = e.collection(node.right, scope)
        left = e.value(node.left, scope, t.member(right.type))
    else:
        right = e.collection(node.right, scope, coercions.value(left).type)
        if not _meets(left, right):
            left = e.operand(node.left, scope, t.member(right.type))
    held = t.member(right.type) or t.UNKNOWN
    single = left if isinstance(held, t.Zone) else coercions.value(left)
    if not t.known(single.type) or not t.known(held):
        return v.Broken(type=t.UNKNOWN, span=node.span)
    if not t.same(single.type, held) or t.is_collection(single.type) != t.is_collection(held):
        return e.wrong(
            "K16", node.span, "member", value=e.written(node.left), found=single.type.phrase, wanted=held.phrase
        )
    return _any_copy(e, single, right, node) or v.IsIn(single, right, node.negated, type=t.YES_NO, span=node.span)


def _any_copy(e: Elaborator, single: v.T, right: v.T, node: x.In) -> v.T | None:
    """`c in (oak, elm)`: a row's name means any of its copies, in brackets as elsewhere."""
    kind = t.bare(single.type)
    if not isinstance(kind, t.Piece) or not isinstance(right, v.Listed) or isinstance(single, v.Const):
        return None
    members = e.symbols.kinds[kind.kind].members
    if len(set(members)) == len(members) or not all(isinstance(item, v.Const) for item in right.items):
        return None
    tests = tuple(v.Equal(single, item, node.negated, type=t.YES_NO, span=node.span) for item in right.items)
    return (v.And if node.negated else v.Or)(tests, type=t.YES_NO, span=node.span)


def _meets(left: v.T, right: v.T) -> bool:
    return t.same(coercions.value(left).type, t.member(right.type) or t.UNKNOWN)


def _is(e: Elaborator, node: x.Is, scope: Scope, want: t.Type | None) -> v.T:
    """Equality with a value, or an adjective."""
    adjective = _adjective(e, node, scope)
    if adjective is not None:
        return adjective
    before = len(e.problems)
    found = equal(e, node.left, node.right, node.negated, node, scope)
    meant = [p for p in e.problems[before:] if p.code == "K07" and p.facts.get("near") in core.adjectives()]
    if meant:
        e.problems[before:] = meant[:1]  # with the adjective mended the other side may be what it should be
    return found


def _adjective(e: Elaborator, node: x.Is, scope: Scope) -> v.T | None:
    right = node.right
    if isinstance(right, x.Name | x.Chain):
        app = preposition_binding.alone(right) if isinstance(right, x.Name) else e.sentence(scope).read(right)
        if isinstance(app, App) and app.arg is None and app.number is None and scope.find(app.word) is None:
            return _core_adjective(e, app, node, scope) or _own_adjective(e, app, node, scope)
    return None


def _core_adjective(e: Elaborator, app: App, node: x.Is, scope: Scope) -> v.T | None:
    word = core.find(app.word)
    if word is None or not word.adjective:
        return None
    operand = e.sentence(scope).read(node.left)
    found = e.core(word, App(app.word, None, operand, app.preps, app.span, node.span), scope, None)
    return _tested(found, node)


def _tested(found: v.T, node: x.Is) -> v.T:
    if not node.negated or isinstance(found, v.Broken):
        return found
    value = found.get("of") if isinstance(found, v.CoreUse) else found.args[0] if isinstance(found, v.Use) else None
    return v.IsNot(value if value is not None else found, found, type=t.YES_NO, span=node.span)


def _own_adjective(e: Elaborator, app: App, node: x.Is, scope: Scope) -> v.T | None:
    words = [w for w in e.symbols.words.get(app.word, ()) if w.params and not w.params[0].prep]
    if not words:
        return None
    left = coercions.value(e.operand(node.left, scope, words[0].params[0].type))
    for word in words:
        fits = coercions.convert(left, word.params[0].type) is not None
        if fits or (len(words) == 1 and not _names_member(e, app.word, left)):
            operand = e.sentence(scope).read(node.left)
            found = e.apply(word, App(app.word, None, operand, app.preps, app.span, node.span), left, scope)
            if t.known(found.type) and not isinstance(t.bare(found.type), t.YesNo):
                return e.wrong("K18", node.span, value=app.word, found=found.type.phrase)
            return _tested(found, node)
    if _names_member(e, app.word, left):
        return None
    return e.wrong("K07", e.span(app), "adjective", name=app.word, value=e.written(node.left))


def _names_member(e: Elaborator, name: str, left: v.T) -> bool:
    """A word that wants something else leaves the name to the member of the other side."""
    kind = t.bare(left.type)
    known = isinstance(kind, t.Choice | t.Piece | t.Row | t.Seat)
    return known and name_resolution.member(e, name, left.span, kind) is not None


def _joined(make: Callable[..., v.T]) -> Callable[..., v.T]:
    def form(e: Elaborator, node: x.And | x.Or, scope: Scope, want: t.Type | None) -> v.T:
        return make(tuple(e.condition(p, scope) for p in node.parts), type=t.YES_NO, span=node.span)

    return form


def _not(e: Elaborator, node: x.Not, scope: Scope, want: t.Type | None) -> v.T:
    return v.Not(e.condition(node.inner, scope), type=t.YES_NO, span=node.span)


def _quantifier(e: Elaborator, node: x.Quantifier, scope: Scope, want: t.Type | None) -> v.T:
    binds = []
    for bind in node.binds:
        source = e.collection(bind.source, scope)
        binds.append((bind.name, source))
        scope = e.inside(bind.name, source, bind.span, scope)
    return v.Quantifier(node.kind, tuple(binds), e.condition(node.body, scope), type=t.YES_NO, span=node.span)


def _implies(e: Elaborator, node: x.Implies, scope: Scope, want: t.Type | None) -> v.T:
    condition, then = e.condition(node.condition, scope), e.condition(node.then, scope)
    return v.Or((v.Not(condition, type=t.YES_NO, span=condition.span), then), type=t.YES_NO, span=node.span)


FORMS: dict[type, Callable[..., v.T]] = {
    **arithmetic.FORMS,
    x.Compare: _compare,
    x.In: _in,
    x.Is: _is,
    x.Related: related,
    x.And: _joined(v.And),
    x.Or: _joined(v.Or),
    x.Not: _not,
    x.Quantifier: _quantifier,
    x.Implies: _implies,
}
