"""Options: what an edition chooses, and what is chosen when nobody chooses."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.mutate.mutation_site import MutationSite, NodeChange
from rulekit.mutate.mutation_site import part_text as said
from rulekit.records import evolve


def edition(spot: MutationSite) -> Iterator[NodeChange]:
    """An edition chooses another value of an option, or leaves it as usual."""
    if isinstance(spot.node, d.Setting) and isinstance(spot.parent, d.Edition):
        option = spot.facts.options.get(spot.node.name)
        for value in option.values if option is not None else ():
            if value != spot.node.values[0]:
                other = evolve(spot.node, values=(value,))
                yield NodeChange(spot.path, other, f"edition {spot.parent.name}: {said(other)}")


def usual(spot: MutationSite) -> Iterator[NodeChange]:
    """Another value of an option is the usual one."""
    if isinstance(spot.node, d.Option):
        now = spot.node.values[0] if spot.node.usually is None else spot.node.usually
        for value in spot.node.values:
            if value != now:
                yield spot.field("usually", value, f"option {spot.node.name} is usually {_word(value)}")
                return


def _word(value: d.Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


OPERATORS = {"edition": edition, "usual": usual}
