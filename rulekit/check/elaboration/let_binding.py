"""Values that get a name in what is said with them: `let` in a define, the most of all in `those .. with most`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def named(e: Elaborator, namings: tuple[d.Naming, ...], rest: x.Expr, scope: Scope) -> v.T:
    """What a word is, with the values that are given names before."""
    if not namings:
        return e.operand(rest, scope, None)
    first = namings[0]
    found = e.value(first.value, scope)
    known = scope.find(first.name)
    if known is not None:
        e.wrong("K29", first.span, "twice", also=((known.span, "bound here"),), name=first.name)
    inner = scope.with_(Binding(first.name, found.type, first.span))
    said = named(e, namings[1:], rest, inner)
    return v.Let(said, first.name, found, "let", type=said.type, span=first.span)


def extreme(e: Elaborator, node: x.Extreme, scope: Scope, want: t.Type | None) -> v.T:
    """All whose number is the greatest of all, or the least: that one is worked out once."""
    source = e.collection(node.source, scope)
    inner = e.inside(node.name, source, node.span, scope)
    mark = coercions.value(e.as_(node.mark, inner, t.ANY_NUMBER, "argument", word=node.limit))
    marks = v.Collect(mark, node.name, source, "list", type=t.Sequence(t.bare(mark.type)), span=node.span)
    best = v.CoreUse(node.limit, (("of", marks),), type=t.maybe(t.bare(mark.type)), span=node.span)
    name = f"{node.limit} of {node.name}"  # no name that can be written, so that none is hidden
    same = v.Equal(mark, v.Local(name, type=best.type, span=node.span), False, type=t.YES_NO, span=node.span)
    chosen = v.Filter(node.name, source, same, type=source.type, span=node.span)
    return v.Let(chosen, name, best, "extreme", type=source.type, span=node.span)
