"""Zones: the other end, the other order, another zone of the same kind, a set where a pile was."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import Change, Spot
from rulekit.mutate.operators._places import in_effect
from rulekit.records import evolve

ENDS = {"top": "bottom", "bottom": "top"}
SHAPES = {"pile": "set", "set": "pile", "bag": "set"}


def end(spot: Spot) -> Iterator[Change]:
    """`top` becomes `bottom`, and the other way round."""
    if isinstance(spot.node, x.Of) and spot.node.word in ENDS:
        yield spot.becomes(evolve(spot.node, word=ENDS[spot.node.word]))


def first(spot: Spot) -> Iterator[Change]:
    """`top first` becomes `bottom first`; players begin with the next one."""
    if isinstance(spot.node, s.Each) and spot.node.first is not None:
        begins = spot.node.first
        if isinstance(begins, x.Name) and begins.name in ENDS:
            yield spot.becomes(evolve(spot.node, first=x.Name(ENDS[begins.name])))
        elif isinstance(spot.node.source, x.KindName) and spot.node.source.name == "Player":
            yield spot.becomes(evolve(spot.node, first=x.Of("next", None, begins)))


def place(spot: Spot) -> Iterator[Change]:
    """Another zone or state with the same indexes and the same content."""
    node = spot.node
    if isinstance(node, x.Name) and in_effect(spot):
        other = spot.facts.other_place(node.name)
        if other is not None and spot.facts.other_member(node.name) is None:
            yield spot.becomes(x.Name(other))
    if isinstance(node, x.Of) and in_effect(spot):
        other = spot.facts.other_place(node.word)
        if other is not None:
            yield spot.becomes(evolve(node, word=other))


def shape(spot: Spot) -> Iterator[Change]:
    """A pile becomes a set, a set a pile."""
    if isinstance(spot.node, d.Zone) and spot.node.shape in SHAPES:
        other = SHAPES[spot.node.shape]
        yield spot.field("shape", other, f"zone {spot.node.name} is a {other}")


OPERATORS = {"other-end": end, "other-first": first, "other-place": place, "other-shape": shape}
