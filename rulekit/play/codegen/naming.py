"""Python for a value that gets a name in what is said with it."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import values
from rulekit.play.codegen.book import Book, Bound, Scope


def named(b: Book, node: v.Let, scope: Scope) -> str:
    """A value that has a name in the rest is worked out once."""
    lines, inner, call = b.outlined("n", scope, b.purity.free_names(node))
    name = b.fresh("l")
    lines.put(f"{name} = {values.value(b, node.source, inner)}")
    bound = Bound(name, values.sure(b, node.source, inner))
    lines.put(f"return {values.value(b, node.value, {**inner, node.name: bound})}")
    b.add(lines, True)
    return call
