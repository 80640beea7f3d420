"""Decisions: must and may, who is asked, what is offered, how often, what counts as used up."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange, node_text
from rulekit.records import evolve
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.vocabulary import ACTIVE

ASKS = (s.Ask, s.Choose)
AMOUNTS = {"exactly": "up to", "up to": "exactly"}


def mode(spot: MutationSite) -> Iterator[NodeChange]:
    """`must` becomes `may`, and the other way round."""
    if isinstance(spot.node, ASKS):
        if spot.node.mode == "must":
            yield spot.becomes(evolve(spot.node, mode="may", able=False))
        else:
            yield spot.becomes(evolve(spot.node, mode="must", declining=None, able=True))


def declining(spot: MutationSite) -> Iterator[NodeChange]:
    """Declining has its usual name."""
    if isinstance(spot.node, ASKS) and spot.node.declining is not None:
        yield spot.becomes(evolve(spot.node, declining=None))


def able(spot: MutationSite) -> Iterator[NodeChange]:
    """`if able` is added or left out."""
    if isinstance(spot.node, ASKS) and spot.node.mode == "must":
        yield spot.becomes(evolve(spot.node, able=not spot.node.able))


def who(spot: MutationSite) -> Iterator[NodeChange]:
    """Somebody else is asked: the next one, or whose turn it is."""
    if isinstance(spot.node, (*ASKS, s.Menu)):
        asked = spot.node.who
        others: list[x.Expr] = [x.Of(NEXT.name, None, asked)]
        if asked != x.Name(ACTIVE) and asked != x.Name("player"):
            others.append(x.Name(ACTIVE))
        for other in others:
            change = f"{node_text(other)} is asked instead of {node_text(asked)}"
            yield spot.field("who", other, change)


def offer(spot: MutationSite) -> Iterator[NodeChange]:
    """One of several offers is left out."""
    if isinstance(spot.node, s.Ask | s.Group) and len(spot.node.offers) > 1:
        for n, one in enumerate(spot.node.offers):
            rest = (*spot.node.offers[:n], *spot.node.offers[n + 1 :])
            yield spot.field("offers", rest, f"`{one}` is not offered")


def group(spot: MutationSite) -> Iterator[NodeChange]:
    """What may be picked once may be picked freely or the other way round; a key is dropped; a group is left out."""
    if isinstance(spot.node, s.Group):
        if len(spot.fellows) > 1:
            yield from spot.removals()
        if spot.node.key is not None:
            once = evolve(spot.node, mode="once", key=None)
            yield NodeChange(spot.path, once, f"group [{spot.node.id}] can be used once, whatever the key")
        other = "once" if spot.node.mode == "freely" else "freely"
        yield NodeChange(
            spot.path, evolve(spot.node, mode=other, key=None), f"group [{spot.node.id}] is offered {other}"
        )


def amount(spot: MutationSite) -> Iterator[NodeChange]:
    """`up to n` is one more, one less, exactly n, or as many as liked."""
    if isinstance(spot.node, x.Number) and spot.number_family == "decisions":
        yield from spot.by_one()
    if isinstance(spot.node, s.Picks | s.Menu) and spot.node.amount in AMOUNTS:
        other = AMOUNTS[spot.node.amount]
        yield spot.field("amount", other, f"`{spot.node.amount}` becomes `{other}`")
        if isinstance(spot.node, s.Menu):
            yield NodeChange(spot.path, evolve(spot.node, amount="free", count=None), "picks are not counted")


def anytime(spot: MutationSite) -> Iterator[NodeChange]:
    """An action is no longer possible at any time, or at times that were excepted."""
    if isinstance(spot.node, d.Action) and spot.node.anytime:
        yield NodeChange(spot.path, evolve(spot.node, anytime=False, excepted=()), f"`{spot.node.name}` is not anytime")
        if spot.node.excepted:
            yield spot.field("excepted", (), f"`{spot.node.name}` is possible at really any time")


def toggle_forced(spot: MutationSite) -> Iterator[NodeChange]:
    """Forced moves are taken without asking, or asked for."""
    if isinstance(spot.node, d.Game):
        other = None if spot.node.forced == "taken" else "taken"
        yield spot.field("forced", other, f"forced moves are {other or 'asked'}")


OPERATORS = {
    "must-may": mode,
    "declining": declining,
    "if-able": able,
    "who": who,
    "drop-offer": offer,
    "menu-group": group,
    "up-to": amount,
    "anytime": anytime,
    "forced": toggle_forced,
}
