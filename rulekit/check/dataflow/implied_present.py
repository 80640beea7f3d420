"""What else is there if a value is something: all that it is read from."""

from __future__ import annotations

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import place
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

ALWAYS = frozenset((v.Const, v.Members, v.OptionValue))


class Certain:
    """Answers for the values of one rulebook; each is looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[v.T, frozenset[f.Key]]] = {}  # kept with the value: no other gets its id

    def of(self, node: v.T) -> frozenset[f.Key]:
        """What cannot be nothing, or empty, if this value is something."""
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = node, frozenset(self._work(node))
        return known[1]

    def _work(self, node: v.T) -> set[f.Key]:
        if type(node) in ALWAYS or t.is_collection(node.type):
            return set()
        keys = {f.key(node)}.union(*map(self.of, _sources(node)))
        of = node.get("of") if isinstance(node, v.CoreUse) and node.word in ("top", "bottom", "first", "only") else None
        if of is not None:
            keys.add(place(of))
        if isinstance(node, v.Held):
            keys.add(place(node))
        return keys


def _sources(node: v.T) -> tuple[v.T, ...]:
    """What a value is nothing without."""
    if isinstance(node, (v.FieldOf, v.Whole, v.Parts)):
        return (node.of,)
    if isinstance(node, v.Arith):
        return node.left, node.right
    if isinstance(node, (v.Use, v.Read)):
        return node.args
    if isinstance(node, v.CoreUse):
        return tuple(value for slot, value in node.args if slot in ("of", "at", "beyond", "n"))
    return ()
