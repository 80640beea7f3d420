"""Chance: nothing shuffled, other dice, one outcome fewer."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.model.tables import noun
from rulekit.mutate.mutation_site import MutationSite, NodeChange
from rulekit.records import evolve
from rulekit.verbs.known_verbs import find
from rulekit.verbs.piece_verbs import MOVE


def drop_shuffle(spot: MutationSite) -> Iterator[NodeChange]:
    """What is shuffled into a place is laid there as it lies; what is shuffled in its place stays."""
    if isinstance(spot.node, s.Do) and find(spot.node.call.verb).draws:
        call = spot.node.call
        if call.args and call.arg is not None:
            lies = call.arg
            if isinstance(lies, x.KindName):
                lies = x.All(noun(lies.name), x.Name("box"))
            to = tuple(("to", place) for _, place in call.args[:1])
            yield spot.becomes(s.Do(x.Call(MOVE.name, lies, to)))
        elif isinstance(spot.fellows, tuple) and len(spot.fellows) > 1:
            yield from spot.removals()


def dice(spot: MutationSite) -> Iterator[NodeChange]:
    """A range of dice or lots begins or ends one further on or one earlier."""
    if isinstance(spot.node, x.Number) and spot.number_family == "chance":
        yield from spot.by_one()


def fewer(spot: MutationSite) -> Iterator[NodeChange]:
    """A lot never falls on the last one there is."""
    if not isinstance(spot.node, s.Lot):
        return
    pick = spot.node.pick
    last = _last(spot, pick.source)
    if last is not None:
        source = x.Where(pick.source, x.Is(x.It(), x.Name(last), True))
        change = f"the lot never falls on {last}"
        yield NodeChange((*spot.path, "pick"), evolve(pick, source=source), change)


def _last(spot: MutationSite, source: x.Expr) -> str | None:
    """The name of the last row or member of what is drawn from, as far as it can be told."""
    name = getattr(source, "name", "")
    zone = spot.facts.zones.get(name)
    rows = spot.facts.rows.get(zone.kind if zone is not None else name, ())
    members = getattr(spot.facts.types.get(name), "members", ())
    return next(iter((*rows[-1:], *members[-1:])), "seat-two" if name == "Player" else None)


OPERATORS = {"unshuffled": drop_shuffle, "dice": dice, "fewer-lots": fewer}
