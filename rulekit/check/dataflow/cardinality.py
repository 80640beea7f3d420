"""Has a set always exactly one member, or at most one?"""

from __future__ import annotations

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.evaluation.constant_folding import OPEN
from rulekit.check.proofs.case_proofs import Proofs
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import spelled
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.typesystem import types as t


def at_most_one(proofs: Proofs, node: v.T, facts: Facts = f.NONE) -> bool:
    """No two members are possible."""
    numbers = proofs.numbers
    if numbers.amounts.size(node, facts)[1] <= 1:
        return True
    node = spelled(node, numbers.reading.words)
    while isinstance(node, v.Let):
        node = node.value
    if isinstance(node, v.Filter) and _told_apart(proofs, node.condition, node.name):
        return True
    return _counts(proofs, node, 1)


def _told_apart(proofs: Proofs, condition: v.T, name: str) -> bool:
    """A condition that only one can meet, for what it asks differs from one to the next."""
    parts = condition.parts if isinstance(condition, v.And) else (condition,)
    for part in parts:
        if isinstance(part, v.IsIn) and not part.negated and name not in locals_of(part.left):
            if _indexed(part.right, name):
                return True
        if isinstance(part, v.Equal) and not part.negated:
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if name not in locals_of(other) and _differs(proofs, one, name):
                    return True
    return False


def _differs(proofs: Proofs, node: v.T, name: str) -> bool:
    """Is a value another one for each that the name stands for? A piece is in one place, at one height there."""
    if _is(node, name) or _indexed(node, name) or _item(node, name):
        return True
    if isinstance(node, v.FieldOf):
        return _differs(proofs, node.of, name) and _names_it(proofs, node)
    if isinstance(node, v.CoreUse) and node.word in ("top", "bottom") and node.get("n") is None:
        of = node.get("of")
        return of is not None and _indexed(of, name)
    if isinstance(node, v.Arith) and node.op in "+-":
        pairs = ((node.left, node.right), (node.right, node.left))
        return any(_differs(proofs, one, name) and name not in locals_of(other) for one, other in pairs)
    return False


def _names_it(proofs: Proofs, node: v.FieldOf) -> bool:
    """Is nothing printed twice in this column?"""
    kind = t.bare(node.of.type)
    members = proofs.numbers.sizing.members(kind)
    rows = proofs.numbers.symbols.kinds[node.kind].rows
    printed = [row.values.get(node.field) for row in rows]
    return members == len(rows) == len(set(map(repr, printed))) and None not in printed


def _is(node: v.T, name: str) -> bool:
    return isinstance(node, v.Local) and node.name == name


def _indexed(node: v.T, name: str) -> bool:
    """What lies in the zone of each: no piece lies in two."""
    zones = [zone for zone in walk(node) if isinstance(zone, v.ZoneAt)] if isinstance(node, v.Held | v.AsSet) else []
    return len(zones) == 1 and any(_is(arg, name) for arg in zones[0].args)


def _item(node: v.T, name: str) -> bool:
    """`item (n) of z`: no piece stands at two heights."""
    if not isinstance(node, v.CoreUse) or node.word != "item":
        return False
    of, number = node.get("of"), node.get("n")
    pieces = of is not None and isinstance(t.bare(t.member(of.type) or t.UNKNOWN), t.Piece)
    return pieces and number is not None and _is(number, name) and name not in (locals_of(of) if of else ())


def _counts(proofs: Proofs, node: v.T, most: int) -> bool:
    cases = proofs.values([node])
    if cases is None:
        return False
    return all(answer is not OPEN and len(set(answer)) <= most for _, (answer,) in cases)


def exactly_one(proofs: Proofs, node: v.T) -> bool:
    """In every case there is one."""
    cases = proofs.values([spelled(node, proofs.numbers.reading.words)])
    return cases is not None and all(answer is not OPEN and len(set(answer)) == 1 for _, (answer,) in cases)
