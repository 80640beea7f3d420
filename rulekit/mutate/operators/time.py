"""Time: reactions and endings too early, too late, twice or never; what is new each turn is new at another moment."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.mutate.mutation_site import MutationSite, NodeChange, rename_ids

TIMINGS = ("before", "after", "instead of")


def timing(spot: MutationSite) -> Iterator[NodeChange]:
    """`before`, `after` and `instead of` exchanged."""
    if isinstance(spot.node, d.Reaction):
        for other in TIMINGS:
            if other != spot.node.timing:
                yield spot.field("timing", other, f"{_event(spot.node)}: {other} instead of {spot.node.timing}")


def reaction(spot: MutationSite) -> Iterator[NodeChange]:
    """A reaction never happens, or happens twice, or not at one of its events."""
    if isinstance(spot.node, d.Reaction):
        yield from spot.removals(f"nothing happens {_event(spot.node)}")
        twice = (*spot.facts.rulebook.declarations, rename_ids(spot.node))
        yield NodeChange(spot.path[:-1], twice, f"what happens {_event(spot.node)} happens twice")
        if len(spot.node.events) > 1:
            for n, event in enumerate(spot.node.events):
                rest = (*spot.node.events[:n], *spot.node.events[n + 1 :])
                yield spot.field("events", rest, f"nothing happens {spot.node.timing} {event}")


def ending(spot: MutationSite) -> Iterator[NodeChange]:
    """An ending is left out, is tested at once, or only at the end of something."""
    if isinstance(spot.node, d.Ending):
        yield from spot.removals()
        moments = (None, *spot.facts.moments[:2]) if spot.node.moment is not None else spot.facts.moments[:2]
        for moment in moments:
            if moment != spot.node.moment:
                when = "at once" if moment is None else f"at end of {moment}"
                yield spot.field("moment", moment, f"the ending [{spot.node.id}] is tested {when}")


def reset(spot: MutationSite) -> Iterator[NodeChange]:
    """What is new each time stays, or is new at another moment."""
    if isinstance(spot.node, d.State) and spot.node.resets:
        yield spot.field("resets", (), f"state {spot.node.name} is never new")
        for moment in spot.facts.moments:
            if moment not in spot.node.resets:
                yield spot.field("resets", (moment,), f"state {spot.node.name} is new each {moment}")
                return


def _event(node: d.Reaction) -> str:
    return f"{node.timing} {' or '.join(node.events)}"


OPERATORS = {"timing": timing, "reaction": reaction, "ending": ending, "new-each": reset}
