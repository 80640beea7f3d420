"""What stands before a colon: conditions, loops, sealed answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.bodies import Reader


def opened(r: Reader, opener: s.Opener, scope: Scope) -> typed_statements.Step:
    """The checked opener; the names it binds are visible behind it."""
    return OPENERS[type(opener)](r, opener, scope)


def _when(r: Reader, opener: s.When, scope: Scope) -> typed_statements.Step:
    return typed_statements.When(r.e.condition(opener.condition, scope), span=opener.span)


def _else(r: Reader, opener: s.Else, scope: Scope) -> typed_statements.Step:
    return typed_statements.Else(span=opener.span)


def _repeat(r: Reader, opener: s.Repeat, scope: Scope) -> typed_statements.Step:
    return typed_statements.Repeat(r.e.as_(opener.times, scope, t.ANY_NUMBER), span=opener.span)


def _until(r: Reader, opener: s.Until, scope: Scope) -> typed_statements.Step:
    condition = r.e.condition(opener.condition, scope)
    times = r.e.as_(opener.times, scope, t.ANY_NUMBER) if opener.times is not None else None
    falling = None
    if opener.falling is not None and opener.falling.falling is not None:
        falling = measured(r, opener.falling.falling, scope)
    return typed_statements.Until(condition, times, falling, span=opener.span)


def measured(r: Reader, node: x.Expr, scope: Scope) -> v.T:
    """A measure is a number."""
    found = r.e.value(node, scope, t.ANY_NUMBER)
    if t.known(found.type) and not isinstance(t.bare(found.type), t.Number):
        return r.e.wrong("K33", node.span, "kind", measure=r.e.written(node), found=found.type.phrase)
    return found


def _each(r: Reader, opener: s.Each, scope: Scope) -> typed_statements.Step:
    place = r.e.operand(r.e.sentence(scope).read(opener.source), scope, None) if _is_word(opener.source) else None
    found = r.e.walkable(place, opener.source) if place is not None else r.e.collection(opener.source, scope)
    held = t.member(found.type) or t.UNKNOWN
    first, by = _first(r, opener, place, held, scope)
    r.bind(opener.name, held, opener.span, scope, "loop")
    return typed_statements.Each(opener.name, found, first, by, span=opener.span)


def _is_word(node: x.Expr) -> bool:
    return isinstance(node, x.Name | x.Of | x.Chain | x.KindName | x.Old)


def _first(r: Reader, opener: s.Each, place: v.T | None, held: t.Type, scope: Scope) -> tuple[v.T | str | None, str]:
    """`top first`, `v first`, `number first`: the order in which members are taken."""
    node = opener.first
    if node is None:
        return None, "set"
    if isinstance(node, x.Name) and node.name in ("top", "bottom"):
        kind = t.bare(place.type) if place is not None else t.UNKNOWN
        pile = isinstance(kind, t.Sequence | t.Unknown) or (isinstance(kind, t.Zone) and kind.shape == "pile")
        if not pile:
            r.e.wrong("K41", opener.span, "first-kind", name=node.name)
        return node.name, "pile"
    if isinstance(t.bare(held), t.Row) and isinstance(node, x.Name):
        info = r.e.symbols.kinds[t.bare(held).kind]  # type: ignore[attr-defined]
        if node.name in info.fields:
            return node.name, "rows"
        return r.e.wrong("K07", node.span, "field", name=node.name, kind=info.name), "rows"
    return r.e.as_(node, scope, t.SEAT, "who"), "seats"


def _ever(r: Reader, opener: s.Ever, scope: Scope) -> typed_statements.Step:
    return typed_statements.Ever(span=opener.span)


def _together(r: Reader, opener: s.Together, scope: Scope) -> typed_statements.Step:
    r.bind(opener.name, t.SEAT, opener.span, scope, "loop")
    condition = r.e.condition(opener.condition, scope) if opener.condition is not None else None
    return typed_statements.Together(opener.name, condition, span=opener.span)


def _as_far(r: Reader, opener: s.AsFar, scope: Scope) -> typed_statements.Step:
    return typed_statements.AsFar(span=opener.span)


OPENERS: dict[type, Callable[..., typed_statements.Step]] = {
    s.When: _when,
    s.Else: _else,
    s.Repeat: _repeat,
    s.Until: _until,
    s.Each: _each,
    s.Ever: _ever,
    s.Together: _together,
    s.AsFar: _as_far,
}
