"""Python for conditions. A test with nothing in it is false."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import speculation, state_reads, values
from rulekit.play.codegen.book import Book, Scope, literal
from rulekit.typesystem import types as t


def boolean(b: Book, node: v.T, scope: Scope) -> str:
    """A condition as yes or no, where a false test must not be nothing."""
    code = values.test(b, node, scope)
    return code if code in ("True", "False") or settled(b, node, scope) else f"({code} is True)"


def settled(b: Book, node: v.T, scope: Scope) -> bool:
    """Is the Python for a condition always yes or no, never nothing?"""
    if isinstance(node, v.And | v.Or | v.CoreUse | v.Related):
        return True
    if isinstance(node, v.IsNot):
        return settled(b, node.test, scope)
    if isinstance(node, v.Use):
        return isinstance(node.type, t.YesNo) and values.sure(b, node, scope)
    plain = isinstance(node, v.Compare | v.Equal | v.IsNothing | v.IsIn | v.Not | v.Quantifier | v.Legal | v.Supposing)
    return plain or (isinstance(node.type, t.YesNo) and values.sure(b, node, scope))


def compare(b: Book, node: v.Compare, scope: Scope) -> str:
    guard, (left, right) = values.several(b, (node.left, node.right), scope)
    return f"({guard} and {left} {node.op} {right})" if guard else f"({left} {node.op} {right})"


def equal(b: Book, node: v.Equal, scope: Scope) -> str:
    code = _same(b, node, scope)
    if code is not None:
        return code
    op = "!=" if node.negated else "=="
    said = _said(b, node, scope)
    if said is not None:
        return said
    left_sure, right_sure = values.sure(b, node.left, scope), values.sure(b, node.right, scope)
    if not node.negated and (left_sure or right_sure):
        return f"({values.value(b, node.left, scope)} == {values.value(b, node.right, scope)})"
    guard, (left, right) = values.several(b, (node.left, node.right), scope)
    return f"({guard} and {left} {op} {right})" if guard else f"({left} {op} {right})"


def _said(b: Book, node: v.Equal, scope: Scope) -> str | None:
    """`x is yes` is x, `x is no` is not x."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if b.purity.constant(other) and isinstance(b.purity.fold(other), bool) and settled(b, one, scope):
            wanted = b.purity.fold(other) is not node.negated
            code = values.value(b, one, scope)
            return code if wanted else f"(not {code})"
    return None


def _same(b: Book, node: v.Equal, scope: Scope) -> str | None:
    """Sets without regard to order; copies of one row as one thing."""
    kind = node.left.type.bare
    if isinstance(kind, t.EffectOf) and any(_told(n) for n in (node.left, node.right)):
        return values.by_reference(b, node, scope)
    if isinstance(kind, t.SetOf):
        guard, (left, right) = values.several(b, (node.left, node.right), scope)
        return _guard(guard, f"(set({left}) {'!=' if node.negated else '=='} set({right}))")
    if isinstance(kind, t.Piece) and _has_copies(b, kind.kind):
        guard, (left, right) = values.several(b, (node.left, node.right), scope)
        code = f"{b.constant(b.plan.copies(kind.kind))}[{left}][0]"
        other = f"{b.constant(b.plan.copies(kind.kind))}[{right}][0]"
        return _guard(guard, f"({code} {'!=' if node.negated else '=='} {other})")
    return None


def _told(node: v.T) -> bool:
    """Is this the label of an effect, which several may have?"""
    return isinstance(node, v.Const) and isinstance(node.value, tuple)


def _has_copies(b: Book, kind: str) -> bool:
    return any(len(c) > 1 for c in b.plan.copies(kind))


def _guard(guard: str, code: str) -> str:
    return f"({guard} and {code})" if guard else code


def is_nothing(b: Book, node: v.IsNothing, scope: Scope) -> str:
    if values.sure(b, node.value, scope):
        return "True" if node.negated else "False"
    return f"({values.value(b, node.value, scope)} is {'not ' if node.negated else ''}None)"


def is_in(b: Book, node: v.IsIn, scope: Scope) -> str:
    guard, left, _ = values.bare(b, node.left, scope)
    kind = node.left.type.bare
    if isinstance(node.left, v.Const) and isinstance(kind, t.Piece) and _has_copies(b, kind.kind):
        right = values.iterable(b, node.right, scope)
        copies = b.constant(b.plan.copies(kind.kind)[node.left.value])
        return f"({'not ' if node.negated else ''}any_in({copies}, {right}))"
    inside = state_reads.lies_in(b, node.right, left, kind, scope)
    if inside is not None:
        return _guard(guard, f"(not {inside})" if node.negated else inside)
    lying = state_reads.taken(b, node.left, node.right, scope)
    if lying is not None:
        return f"(not {lying})" if node.negated else lying
    right = values.iterable(b, node.right, scope)
    if b.purity.constant(node.right) and isinstance(kind, t.Number | t.Piece | t.Row | t.Place | t.Choice | t.Edge):
        right = b.constant(frozenset(b.purity.fold(node.right) or ()))
    return _guard(guard, f"({left} {'not ' if node.negated else ''}in {right})")


def is_not(b: Book, node: v.IsNot, scope: Scope) -> str:
    inner = values.test(b, node.test, scope)
    if values.sure(b, node.value, scope):
        return f"(not {inner})"
    code = values.value(b, node.value, scope)
    return f"(not {inner})" if literal(code) and code != "None" else f"({code} is not None and not {inner})"


def both(b: Book, node: v.And, scope: Scope) -> str:
    return _parts(b, node.parts, scope, "and", True)


def either(b: Book, node: v.Or, scope: Scope) -> str:
    return _parts(b, node.parts, scope, "or", False)


def _parts(b: Book, parts: tuple[v.T, ...], scope: Scope, word: str, neutral: bool) -> str:
    """Parts known before play are left out, or decide."""
    found: list[str] = []
    for part in parts:
        if b.purity.constant(part):
            if (b.purity.fold(part) is True) != neutral:
                return repr(not neutral) if not found else f"({f' {word} '.join([*found, repr(not neutral)])})"
            continue
        found.append(boolean(b, part, scope))
    if not found:
        return repr(neutral)
    return found[0] if len(found) == 1 else f"({f' {word} '.join(found)})"


def negated(b: Book, node: v.Not, scope: Scope) -> str:
    return f"(not {values.test(b, node.inner, scope)})"


def supposing(b: Book, node: v.Supposing, scope: Scope) -> str:
    return speculation.supposed(b, node, scope)
