"""Space: how far, past what, turned how, through which relation, with which neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.mutate.mutation_site import MutationSite, NodeChange, node_text
from rulekit.records import evolve
from rulekit.words import vocabulary
from rulekit.words.order.opposite import WORD as OPPOSITE
from rulekit.words.space.neighbours import WORD as NEIGHBOURS
from rulekit.words.space.reach import WORD as REACH
from rulekit.words.word import Gives

LEFT_OUT = ("stopping", "turned", "within")


def within(spot: MutationSite) -> Iterator[NodeChange]:
    """`within n` is one more or one less."""
    if isinstance(spot.node, x.Number) and spot.number_family == "space":
        yield from spot.by_one()


def left_out(spot: MutationSite) -> Iterator[NodeChange]:
    """`stopping`, `turned` or `within` is left out."""
    if isinstance(spot.node, x.Chain):
        for n, (prep, value) in enumerate(spot.node.args):
            if prep in LEFT_OUT:
                rest = (*spot.node.args[:n], *spot.node.args[n + 1 :])
                new = evolve(spot.node, args=rest) if rest else spot.node.head
                yield NodeChange(spot.path, new, f"`{prep} {node_text(value)}` is left out of `{node_text(spot.node)}`")


def stuck_start(spot: MutationSite) -> Iterator[NodeChange]:
    """A place that may not be left may not be left at the start either."""
    if not isinstance(spot.node, x.Chain) or not isinstance(spot.node.head, x.Of) or spot.node.head.word != REACH.name:
        return
    stops = next((value for prep, value in spot.node.args if prep == "stopping"), None)
    if stops is not None:
        args = (("within", x.Number(0)), *((p, v) for p, v in spot.node.args if p not in ("within", "stopping")))
        stays = evolve(spot.node, args=args)
        held = x.In(x.Bracket(spot.node.head.arg), x.Bracket(stops), False)
        new = x.Bracket(x.Choice(stays, held, spot.node))
        yield NodeChange(spot.path, new, f"the start of `{node_text(spot.node)}` is not exempt from stopping")


def ring(spot: MutationSite) -> Iterator[NodeChange]:
    """A step round a ring or round the table goes the other way."""
    if isinstance(spot.node, x.Of) and (word := vocabulary.find(spot.node.word)) is not None:
        if word.swap and word.gives is Gives.ROUND:
            yield spot.becomes(evolve(spot.node, word=word.swap))


def beyond(spot: MutationSite) -> Iterator[NodeChange]:
    """A step goes the other way."""
    if isinstance(spot.node, x.Chain):
        for n, (prep, value) in enumerate(spot.node.args):
            if prep == "beyond" and not isinstance(value, x.Tuple):
                back = (prep, x.Bracket(x.Of(OPPOSITE.name, None, x.Bracket(value))))
                yield spot.becomes(evolve(spot.node, args=(*spot.node.args[:n], back, *spot.node.args[n + 1 :])))


def through(spot: MutationSite) -> Iterator[NodeChange]:
    """Another relation or adjective of the same type behind `through`."""
    if isinstance(spot.node, x.Chain):
        for n, (prep, value) in enumerate(spot.node.args):
            other = spot.facts.other_step(value.name) if prep == "through" and isinstance(value, x.Name) else None
            if other is not None:
                swapped = (prep, x.Name(other))
                yield spot.becomes(evolve(spot.node, args=(*spot.node.args[:n], swapped, *spot.node.args[n + 1 :])))


def neighbours(spot: MutationSite) -> Iterator[NodeChange]:
    """The neighbours of neighbours count as neighbours."""
    if isinstance(spot.node, x.Of) and spot.node.word == NEIGHBOURS.name and spot.step != "source":
        near = x.Sum(spot.node, (("+", x.Of(NEIGHBOURS.name, None, spot.node)),))
        yield spot.becomes(x.Bracket(near))


def board(spot: MutationSite) -> Iterator[NodeChange]:
    """A board is one place larger or smaller."""
    if isinstance(spot.node, d.Space):
        for n, (name, value) in enumerate(spot.node.attributes):
            for new in (value + 1, value - 1) if isinstance(value, int) else ():
                attributes = (*spot.node.attributes[:n], (name, new), *spot.node.attributes[n + 1 :])
                yield spot.field("attributes", attributes, f"space {spot.node.name}: {name} {new}")


OPERATORS = {
    "within": within,
    "drop-of-way": left_out,
    "stuck-start": stuck_start,
    "ring-step": ring,
    "beyond": beyond,
    "through": through,
    "neighbours": neighbours,
    "board": board,
}
