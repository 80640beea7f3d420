"""Python that asks whether a collection has any member, and stops at the first it finds."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import kit_walks, loops, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.rewriting import written_out


def opened(b: Book, node: v.T, scope: Scope) -> v.T:
    """A word in place of its name, so that its form can be seen."""
    sure = frozenset(n for n, bound in scope.items() if bound.sure)
    while isinstance(node, v.Use | v.AsSet):
        if isinstance(node, v.AsSet):
            node = node.source
            continue
        found = written_out(b, node, sure)
        if isinstance(found, v.Use):
            return found
        node = found
    return node


def worthwhile(b: Book, node: v.T, scope: Scope) -> bool:
    return isinstance(opened(b, node, scope), v.Filter | v.Collect) and not b.purity.is_pure(node)


def empty(b: Book, node: v.T, scope: Scope) -> str:
    """The call that tells whether a collection is empty."""
    lines, inner, call = b.outlined("q", scope, b.purity.free_names(node))
    found(b, lines, node, inner)
    lines.depth = 1
    lines.put("return True")
    b.add(lines, True)
    return call


def found(b: Book, lines: Lines, node: v.T, scope: Scope) -> None:
    """Statements that return False as soon as there is a member."""
    node = opened(b, node, scope)
    depth = lines.depth
    if isinstance(node, v.Collect) and node.sort in ("union", "set"):
        inside = loops.walked(b, lines, node.source, node.name, scope)
        if node.sort == "union":
            found(b, lines, node.value, inside)
        else:
            code = values.value(b, node.value, inside)
            sure = values.sure(b, node.value, inside)
            lines.put("return False" if sure else f"if {code} is not None: return False")
    elif isinstance(node, v.Filter) and node.name not in b.purity.free_names(node.condition):
        _steady(b, lines, node, scope)
    elif isinstance(node, v.Filter) and not b.purity.is_pure(node):
        loops.walked(b, lines, node, node.name, scope)
        lines.put("return False")
    else:
        lines.put(f"if {values.iterable(b, node, scope)}: return False")
    lines.depth = depth


def _steady(b: Book, lines: Lines, node: v.Filter, scope: Scope) -> None:
    """A condition that is the same for all members is asked once."""
    source = opened(b, node.source, scope)
    walk = kit_walks.ray_walk(b, source, scope) if isinstance(source, v.CoreUse) else None
    if walk is None:
        lines.into(f"if {values.test(b, node.condition, scope)}:")
        found(b, lines, source, scope)
        return
    head, test, args = walk
    behind, some = b.fresh("m"), b.fresh("m")
    lines.put(f"{behind} = None")
    lines.put(f"{some} = False")
    lines.into(f"for c in {head}:")
    lines.into(f"if not {test}:")
    lines.put(f"{behind} = c")
    lines.put("break")
    lines.out()
    lines.put(f"{some} = True")
    lines.out()
    b.behind.append((args, Bound(behind, False)))
    lines.put(f"if {some} and {values.test(b, node.condition, scope)}: return False")
    b.behind.pop()
