"""Effects: lines dropped, doubled, exchanged; amounts, kinds and places changed; arrows and clamps moved."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange, does, node_text
from rulekit.records import evolve
from rulekit.verbs.known_verbs import find


def drop_line(spot: MutationSite) -> Iterator[NodeChange]:
    """A line that does something is left out."""
    if _stands(spot):
        found = list(spot.removals())
        yield from found or (_never(spot),)


def _never(spot: MutationSite) -> NodeChange:
    """The only line of a body stays, and is not done."""
    openers: tuple[s.Opener, ...] = getattr(spot.node, "openers", ())
    return spot.field("openers", (s.When(x.No()), *openers), f"`{node_text(spot.node)}` is never done")


def double_line(spot: MutationSite) -> Iterator[NodeChange]:
    """A line that does something stands twice."""
    if _stands(spot):
        yield spot.duplication()


def swap_lines(spot: MutationSite) -> Iterator[NodeChange]:
    """Two neighbouring lines change places."""
    if _stands(spot) and spot.place + 1 < len(spot.fellows):
        after = spot.fellows[spot.place + 1]
        if does(after) and not _begins_else(after):
            yield spot.swap_with_next()


def drop_step(spot: MutationSite) -> Iterator[NodeChange]:
    """One step of a chain is left out."""
    if isinstance(spot.node, s.Steps):
        for name in ("price", "does"):
            steps: tuple[s.Stmt, ...] = getattr(spot.node, name) or ()
            if len(steps) > 1:
                for n, step in enumerate(steps):
                    yield spot.field(name, (*steps[:n], *steps[n + 1 :]), f"`{node_text(step)}` is left out")
        if spot.node.price is not None:
            yield spot.field("price", None, f"nothing is paid for `{node_text(evolve(spot.node, price=None))}`")


def arrow(spot: MutationSite) -> Iterator[NodeChange]:
    """The arrow between price and effect moves by one step."""
    if not isinstance(spot.node, s.Steps):
        return
    price, does = spot.node.price or (), spot.node.does
    if len(does) > 1:
        yield spot.becomes(evolve(spot.node, price=(*price, does[0]), does=does[1:]))
    if price:
        yield spot.becomes(evolve(spot.node, price=price[:-1] or None, does=(price[-1], *does)))


def amount(spot: MutationSite) -> Iterator[NodeChange]:
    """A number in an effect is one more or one less."""
    if isinstance(spot.node, x.Number) and spot.number_family == "effects":
        yield from spot.by_one()


def member(spot: MutationSite) -> Iterator[NodeChange]:
    """Another member of the same type: stone for wood."""
    if isinstance(spot.node, x.Name) and spot.in_effect:
        other = spot.facts.other_member(spot.node.name)
        if other is not None:
            yield spot.becomes(x.Name(other))
    if isinstance(spot.node, x.Amount):
        other = spot.facts.other_member(spot.node.good)
        if other is not None:
            yield spot.becomes(evolve(spot.node, good=other))


def limit(spot: MutationSite) -> Iterator[NodeChange]:
    """`at most` or `per` of a verb is left out."""
    if isinstance(spot.node, x.Call):
        if spot.node.limit is not None:
            yield spot.field("limit", None, f"`{node_text(spot.node)}` has no limit")
        if spot.node.per is not None:
            yield spot.field("per", None, f"`{node_text(spot.node)}` counts once")


def clamp(spot: MutationSite) -> Iterator[NodeChange]:
    """`as far as possible` is added or left out."""
    if not isinstance(spot.node, s.Line):
        return
    openers = spot.node.openers
    without = tuple(opener for opener in openers if not isinstance(opener, s.AsFar))
    if len(without) < len(openers):
        yield spot.field("openers", without, f"`{node_text(spot.node)}` is no longer done as far as possible")
    elif any(isinstance(step, s.Do) and find(step.call.verb).yields for step in spot.node.steps.does):
        yield spot.field("openers", (*openers, s.AsFar()), f"`{node_text(spot.node)}` is done as far as possible")


def _stands(spot: MutationSite) -> bool:
    """A line that does something, and is not all that stands in its block."""
    return spot.is_listed and does(spot.node) and not spot.is_alone


def _begins_else(node: s.Line | s.Block | s.MenuItem) -> bool:
    return bool(node.openers) and isinstance(node.openers[0], s.Else)


def effect(spot: MutationSite) -> Iterator[NodeChange]:
    """An `if` before the effect of a row is left out."""
    if isinstance(spot.node, d.Effect) and spot.node.openers:
        yield spot.field("openers", (), f"`{spot.node.label}` has no condition")


OPERATORS = {
    "drop-line": drop_line,
    "double-line": double_line,
    "swap-lines": swap_lines,
    "drop-step": drop_step,
    "move-arrow": arrow,
    "amount": amount,
    "other-good": member,
    "drop-limit": limit,
    "clamp": clamp,
    "effect-condition": effect,
}
