"""Caps: what happens beyond a bound, bounds moved by one, bounds dropped."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.mutate.mutation_site import MutationSite, NodeChange

OVERFLOWS = {"lost": "fit", "fit": "lost", None: "lost"}
SAID = {"lost": "excess lost", "fit": "must fit"}
LIMITS = {"most": "least", "least": "most"}


def overflow(spot: MutationSite) -> Iterator[NodeChange]:
    """`excess lost` becomes `must fit`, and the other way round."""
    if isinstance(spot.node, d.State) and isinstance(spot.node.type, d.RangeType | d.CollectionType | d.NamedType):
        other = OVERFLOWS[spot.node.overflow]
        yield spot.field("overflow", other, f"state {spot.node.name}: {SAID[other]}")


def ends(spot: MutationSite) -> Iterator[NodeChange]:
    """A range begins or ends one further on or one earlier."""
    if isinstance(spot.node, d.RangeType) and isinstance(spot.parent, d.State | d.TypeDecl):
        name = getattr(spot.parent, "name", "")
        for low, high in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            first, last = spot.node.low + low, spot.node.high + high
            if 0 <= first <= last:
                yield spot.field("low" if low else "high", first if low else last, f"{name} is {first} to {last}")


def bound_changes(spot: MutationSite) -> Iterator[NodeChange]:
    """A bound of a state or an account is one more or one less, is dropped, or bounds the other side."""
    if isinstance(spot.node, x.Number) and spot.number_family == "caps":
        yield from spot.by_one()
    if isinstance(spot.node, d.State) and spot.node.bounds:
        yield spot.field("bounds", spot.node.bounds[1:], f"state {spot.node.name} has a bound less")
    if isinstance(spot.node, d.Bound):
        yield from spot.removals()
        other = LIMITS[spot.node.limit]
        yield spot.field("limit", other, f"`at {spot.node.limit}` becomes `at {other}`")


def room(spot: MutationSite) -> Iterator[NodeChange]:
    """A zone holds one more or one less, or as much as comes."""
    if isinstance(spot.node, d.Zone) and spot.node.upto is not None:
        for upto in (spot.node.upto + 1, spot.node.upto - 1, None):
            yield spot.field("upto", upto, f"zone {spot.node.name} holds {'any number' if upto is None else upto}")


OPERATORS = {"overflow": overflow, "range": ends, "bound": bound_changes, "room": room}
