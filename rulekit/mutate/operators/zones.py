"""Zones: the other end, the other order, another zone of the same kind, a set where a pile was."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange
from rulekit.records import evolve
from rulekit.words import vocabulary
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.word import Gives

SHAPES = {"pile": "set", "set": "pile", "bag": "set"}


def _other_end(name: str) -> str:
    """`bottom` for `top`; "" for what is no end."""
    word = vocabulary.find(name)
    return word.swap if word is not None and word.gives is Gives.END else ""


def end(spot: MutationSite) -> Iterator[NodeChange]:
    """`top` becomes `bottom`, and the other way round."""
    if isinstance(spot.node, x.Of) and (other := _other_end(spot.node.word)):
        yield spot.becomes(evolve(spot.node, word=other))


def first(spot: MutationSite) -> Iterator[NodeChange]:
    """`top first` becomes `bottom first`; players begin with the next one."""
    if isinstance(spot.node, s.Each) and spot.node.first is not None:
        begins = spot.node.first
        if isinstance(begins, x.Name) and (other := _other_end(begins.name)):
            yield spot.becomes(evolve(spot.node, first=x.Name(other)))
        elif isinstance(spot.node.source, x.KindName) and spot.node.source.name == "Player":
            yield spot.becomes(evolve(spot.node, first=x.Of(NEXT.name, None, begins)))


def place(spot: MutationSite) -> Iterator[NodeChange]:
    """Another zone or state with the same indexes and the same content."""
    node = spot.node
    if isinstance(node, x.Name) and spot.in_effect:
        other = spot.facts.other_place(node.name)
        if other is not None and spot.facts.other_member(node.name) is None:
            yield spot.becomes(x.Name(other))
    if isinstance(node, x.Of) and spot.in_effect:
        other = spot.facts.other_place(node.word)
        if other is not None:
            yield spot.becomes(evolve(node, word=other))


def shape(spot: MutationSite) -> Iterator[NodeChange]:
    """A pile becomes a set, a set a pile."""
    if isinstance(spot.node, d.Zone) and spot.node.shape in SHAPES:
        other = SHAPES[spot.node.shape]
        yield spot.field("shape", other, f"zone {spot.node.name} is a {other}")


OPERATORS = {"other-end": end, "other-first": first, "other-place": place, "other-shape": shape}
