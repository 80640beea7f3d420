"""Sealed answers: asked one after the other, each seeing what the one before answered."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.mutate.mutation_site import MutationSite, NodeChange


def open_answers(spot: MutationSite) -> Iterator[NodeChange]:
    """`together each` becomes `for each .. of Player`."""
    if isinstance(spot.node, s.Together) and spot.is_listed:
        each: tuple[s.Opener, ...] = (s.Each(spot.node.name, "of", x.KindName("Player"), None),)
        if spot.node.condition is not None:
            each = (*each, s.When(spot.node.condition))
        new = (*spot.fellows[: spot.place], *each, *spot.fellows[spot.place + 1 :])
        yield NodeChange(spot.path[:-1], new, "answers that were sealed are given one after the other")


OPERATORS = {"unsealed": open_answers}
