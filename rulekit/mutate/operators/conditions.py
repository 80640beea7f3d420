"""Conditions: guards dropped, tests turned round, bounds moved by one, conjuncts left out, any and all exchanged."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange, is_guard
from rulekit.records import evolve

ORDERS = {"<": ("<=",), "<=": ("<", "="), ">": (">=",), ">=": (">", "="), "=": (">=", "<=")}
QUANTIFIERS = {"every": "some", "some": "every"}
EXTREMES = {"most": "least", "least": "most"}
MODES = {"any": "all", "all": "any"}


def drop_guard(spot: MutationSite) -> Iterator[NodeChange]:
    """A guard is left out."""
    if is_guard(spot.node) and not spot.is_alone:
        yield from spot.removals()


def drop_condition(spot: MutationSite) -> Iterator[NodeChange]:
    """An `if` is left out, so that what it opens is always done; a filter keeps everything."""
    if isinstance(spot.node, s.When) and spot.is_listed:
        yield from spot.removals()
    if isinstance(spot.node, x.Where | x.Those | x.Extreme) and not spot.is_inside(s.Lot):
        yield spot.becomes(spot.node.source)
    if isinstance(spot.node, x.Choice):
        yield spot.becomes(x.Bracket(spot.node.yes))
        yield spot.becomes(x.Bracket(spot.node.no))


def drop_case(spot: MutationSite) -> Iterator[NodeChange]:
    """A case of a relation, a definition by cases, or a demand is left out; or its condition is."""
    if isinstance(spot.node, d.Case | d.ValueCase):
        found = list(spot.removals())
        yield from found
        if not found and isinstance(spot.node, d.Case) and isinstance(spot.parent, d.Relation):
            always = spot.parent.mode == "all"
            said = f"`{spot.parent.verb}` {'always' if always else 'never'} holds"
            yield spot.field("law", x.Yes() if always else x.No(), said)
    if isinstance(spot.node, d.ValueCase | d.Winner | d.Grade | d.Ranking) and spot.node.condition is not None:
        yield spot.field("condition", None, f"`if {_text(spot.node.condition)}` is left out")


def negate(spot: MutationSite) -> Iterator[NodeChange]:
    """A test is turned round."""
    if spot.is_test and not isinstance(spot.node, x.Bracket):
        yield spot.becomes(_negate(spot.node))


def order(spot: MutationSite) -> Iterator[NodeChange]:
    """`<` becomes `<=`, `>=` becomes `>` or `=`, and so on."""
    if isinstance(spot.node, x.Compare):
        for op in ORDERS.get(spot.node.op, ()):
            yield spot.becomes(evolve(spot.node, op=op))


def junction(spot: MutationSite) -> Iterator[NodeChange]:
    """`and` becomes `or`, and the other way round."""
    if isinstance(spot.node, x.And):
        yield spot.becomes(x.Or(spot.node.parts))
    if isinstance(spot.node, x.Or):
        yield spot.becomes(x.And(spot.node.parts))


def drop_part(spot: MutationSite) -> Iterator[NodeChange]:
    """One part of an `and` or `or` is left out, or what an implication supposes."""
    if isinstance(spot.node, x.And | x.Or):
        for n, part in enumerate(spot.node.parts):
            rest = (*spot.node.parts[:n], *spot.node.parts[n + 1 :])
            new = rest[0] if len(rest) == 1 else evolve(spot.node, parts=rest)
            yield NodeChange(spot.path, new, f"`{_text(part)}` is left out of `{_text(spot.node)}`")
    if isinstance(spot.node, x.Implies):
        yield spot.becomes(spot.node.then)


def constant(spot: MutationSite) -> Iterator[NodeChange]:
    """A number in a condition is one more or one less."""
    if isinstance(spot.node, x.Number) and spot.number_family == "conditions":
        yield from spot.by_one()


def member(spot: MutationSite) -> Iterator[NodeChange]:
    """A name in a condition is another member of its type."""
    if isinstance(spot.node, x.Name) and not spot.in_effect:
        other = spot.facts.other_member(spot.node.name)
        if other is not None:
            yield spot.becomes(x.Name(other))


def extreme(spot: MutationSite) -> Iterator[NodeChange]:
    """Those with the most are those with the least, and the other way round."""
    if isinstance(spot.node, x.Extreme):
        yield spot.becomes(evolve(spot.node, limit=EXTREMES[spot.node.limit]))


def quantity(spot: MutationSite) -> Iterator[NodeChange]:
    """`every` becomes `some`, `if any` becomes `if all`, and the other way round."""
    if isinstance(spot.node, x.Quantifier) and spot.node.kind in QUANTIFIERS:
        yield spot.becomes(evolve(spot.node, kind=QUANTIFIERS[spot.node.kind]))
    if isinstance(spot.node, d.Relation):
        other = MODES[spot.node.mode]
        yield spot.field("mode", other, f"`{spot.node.verb}` holds if {other} of its cases do")


def _negate(node: x.Expr | object) -> x.Expr:
    if isinstance(node, x.Not):
        return node.inner
    if isinstance(node, x.Is | x.In):
        return evolve(node, negated=not node.negated)
    assert isinstance(node, x.Expr)
    return x.Not(x.Bracket(node))


def _text(node: x.Expr | None) -> str:
    from rulekit.mutate.mutation_site import node_text

    return node_text(node)


OPERATORS = {
    "drop-guard": drop_guard,
    "drop-condition": drop_condition,
    "drop-case": drop_case,
    "negate": negate,
    "order": order,
    "and-or": junction,
    "drop-part": drop_part,
    "constant": constant,
    "other-member": member,
    "any-all": quantity,
    "most-least": extreme,
}
