"""Exceptions: dropped, applied always, exchanged with the next one."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange, replace_at

BENDS = (s.Bend, d.Bending, s.Replace)


def drop(spot: MutationSite) -> Iterator[NodeChange]:
    """An exception is left out."""
    if isinstance(spot.node, BENDS):
        yield from spot.removals()


def always(spot: MutationSite) -> Iterator[NodeChange]:
    """An exception applies whatever the case."""
    if isinstance(spot.node, s.Replace) and spot.node.condition is not None:
        yield spot.field("condition", None, f"[{spot.node.target}] is always replaced")
    if isinstance(spot.node, s.Bend | d.Bending):
        yield spot.field("condition", x.Yes(), f"[{spot.node.target}] is always excepted")


def swap(spot: MutationSite) -> Iterator[NodeChange]:
    """Two exceptions exchange their conditions."""
    if not isinstance(spot.node, s.Bend | d.Bending):
        return
    later = [n for n, one in enumerate(spot.fellows) if n > spot.place and isinstance(one, s.Bend | d.Bending)]
    if later:
        other = spot.fellows[later[0]]
        new = replace_at(spot.fellows, (spot.place, "condition"), other.condition)
        new = replace_at(new, (later[0], "condition"), spot.node.condition)
        yield NodeChange(spot.path[:-1], new, f"the exceptions [{spot.node.id}] and [{other.id}] exchange conditions")


OPERATORS = {"drop-exception": drop, "always-except": always, "swap-exceptions": swap}
