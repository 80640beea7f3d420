"""Members for which a condition holds, found from what the condition names: not every member of a large kind is asked.

`those b in Part having some s in sides of a has b in parts at (a beyond s)` goes through the sides and the parts there.
"""

from __future__ import annotations

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen.book import Book
from rulekit.play.codegen.rewriting import written_out
from rulekit.typesystem import types as t
from rulekit.words.word import Gives

# Below LARGE asking every member is about as quick as finding some of them. MOST bounds what is worked out before play,
# once for each configuration. Both are chosen, not measured.
LARGE = 64  # members of which not each is asked
MOST = 4096  # members that are asked before play for what a table holds
TRUE = v.Const(True, type=t.YES_NO)


@attrs.frozen
class Way:
    """Some of the members: where they come from, in any order, and what is still to be asked of each."""

    source: v.T
    rest: v.T
    given: v.T = TRUE  # what must hold for any of them

    def members(self, name: str, kind: t.Type) -> v.T:
        """Without `given`."""
        if self.rest is TRUE:
            return self.source
        return v.Filter(name, self.source, self.rest, type=t.SetOf(kind))

    def all_members(self, name: str, kind: t.Type) -> v.T:
        if self.given is TRUE:
            return self.members(name, kind)
        none = v.Const((), type=t.SetOf(kind))
        return v.Choice(self.members(name, kind), self.given, none, type=t.SetOf(kind))


def ways(b: Book, name: str, source: v.T, condition: v.T, sure: frozenset[str]) -> tuple[Way, ...] | None:
    """All members of a large kind for which a condition holds; None if each must be asked."""
    kind = large(b, source)
    if any(isinstance(node, v.T) and v.divisor(node) is not None for node in walk((condition,))):
        return None  # what is asked first may keep it from dividing by nought
    if kind is None or name not in b.purity.free_names(condition) or b.purity.is_pure(condition):
        return None
    return _ways(b, name, kind, written_out(b, condition, sure | {name}))


def large(b: Book, source: v.T) -> t.Type | None:
    """The kind all of whose many members a value lists; they are numbered in their order."""
    while isinstance(source, v.AsSet):
        source = source.source
    if not isinstance(source, v.Members) or not isinstance(source.of.bare, t.Piece | t.Row | t.Place | t.Edge):
        return None
    members = b.plan.members(source.of)
    return source.of if len(members) > LARGE and members == tuple(range(len(members))) else None


def _ways(b: Book, name: str, kind: t.Type, node: v.T) -> tuple[Way, ...] | None:
    if b.purity.constant(node):
        return None if b.purity.fold(node) is True else ()
    if name not in b.purity.free_names(node):
        return None
    if isinstance(node, v.IsIn) and not node.negated and _is(node.left, name):
        fit = (node.right.type.member or t.UNKNOWN).bare == kind.bare
        whole = isinstance(node.right.type.member, t.Maybe) or name in b.purity.free_names(node.right)
        return (Way(node.right, TRUE),) if fit and not whole else None
    if isinstance(node, v.Equal) and not node.negated:
        return _equal(b, name, kind, node)
    if isinstance(node, v.And):
        return _both(b, name, kind, node)
    if isinstance(node, v.Or):
        found = [_ways(b, name, kind, part) for part in node.parts]
        return None if None in found else tuple([way for one in found for way in one or ()])
    if isinstance(node, v.Quantifier) and node.kind == "some":
        return _some(b, name, kind, node)
    if isinstance(node, v.CoreUse) and node.definition.gives is Gives.INCLUSION:
        return _within(b, name, kind, node)
    return None


def _is(node: v.T, name: str) -> bool:
    return isinstance(node, v.Local) and node.name == name


def _equal(b: Book, name: str, kind: t.Type, node: v.Equal) -> tuple[Way, ...] | None:
    for one, other in ((node.left, node.right), (node.right, node.left)):
        alike = other.type.bare == kind.bare and not other.type.collection
        if _is(one, name) and alike and name not in b.purity.free_names(other):
            copied = isinstance(kind.bare, t.Piece) and any(len(c) > 1 for c in b.plan.copies(kind.bare.kind))
            return None if copied else (Way(v.Single(other, type=t.SetOf(kind)), TRUE),)
    return None


def _both(b: Book, name: str, kind: t.Type, node: v.And) -> tuple[Way, ...] | None:
    """From one part; the others are asked. What reads nothing of the position is a table, and comes last."""
    for n, part in enumerate(node.parts):
        found = _ways(b, name, kind, part)
        if found is not None:
            given, rest = _sorted(b, name, (*node.parts[:n], *node.parts[n + 1 :]))
            return tuple([Way(way.source, _and((*rest, way.rest)), _and((*given, way.given))) for way in found])
    still = [p for p in node.parts if b.purity.is_pure(p) and name in b.purity.free_names(p)]
    few = [p for p in still if len(b.purity.free_names(p)) <= 2]
    if not few:
        return None
    given, rest = _sorted(b, name, tuple([p for p in node.parts if not any(p is one for one in few)]))
    table = v.Filter(name, v.Members(kind, type=t.SetOf(kind)), _and(tuple(few)), type=t.SetOf(kind))
    return (Way(table, _and(rest), _and(given)),)


def _sorted(b: Book, name: str, parts: tuple[v.T, ...]) -> tuple[tuple[v.T, ...], tuple[v.T, ...]]:
    """Conditions that do not depend on the member, and those that do."""
    given = tuple([p for p in parts if name not in b.purity.free_names(p)])
    return given, tuple([p for p in parts if name in b.purity.free_names(p)])


def _and(parts: tuple[v.T, ...]) -> v.T:
    left = tuple([p for p in parts if p is not TRUE])
    return TRUE if not left else left[0] if len(left) == 1 else v.And(left, type=t.YES_NO)


def _some(b: Book, name: str, kind: t.Type, node: v.Quantifier) -> tuple[Way, ...] | None:
    """From what is gone through to what the condition names there."""
    if any(name in b.purity.free_names(source) for _, source in node.binds):
        return None
    inner = _ways(b, name, kind, node.body)
    if inner is None:
        return None
    found = []
    for way in inner:
        members = way.all_members(name, kind)
        for bound, source in reversed(node.binds):
            members = v.Collect(members, bound, source, "union", type=t.SetOf(kind))
        found.append(Way(members, TRUE))
    return tuple(found)


def _within(b: Book, name: str, kind: t.Type, node: v.CoreUse) -> tuple[Way, ...] | None:
    """`T of x inside s`, of a printed set that is never empty: those to which some member of s belongs."""
    of, right = node.get("of"), node.get("=")
    if of is None or right is None or b.purity.free_names(of) != {name} or not b.purity.is_pure(of):
        return None
    member = of.type.member
    if (
        name in b.purity.free_names(right)
        or member is None
        or isinstance(member, t.Maybe)
        or right.type.member != member
    ):
        return None
    if not all(isinstance(n.type.bare, t.SetOf) for n in (of, right)):
        return None
    members = b.plan.members(kind)
    if len(members) > MOST or not all(b.purity.evaluator.value(of, {name: one}) for one in members):
        return None
    other = f" {b.fresh('of')}"
    touched = v.Filter(
        name,
        v.Members(kind, type=t.SetOf(kind)),
        v.IsIn(v.Local(other, type=member), of, False, type=t.YES_NO),
        type=t.SetOf(kind),
    )
    return (Way(v.Collect(touched, other, right, "union", type=t.SetOf(kind)), node),)
