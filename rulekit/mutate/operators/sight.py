"""Sight: who sees a zone or state, which side, under which condition, by which key."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.mutate.mutation_site import MutationSite, NodeChange
from rulekit.records import evolve

VIEWERS = {
    "everyone": ("owner", "nobody"),
    "owner": ("everyone", "others", "nobody"),
    "others": ("everyone", "owner"),
    "nobody": ("everyone",),
}
ENDS = {"top": "bottom", "bottom": "top"}


def viewer(spot: MutationSite) -> Iterator[NodeChange]:
    """More seats see it, or fewer, or others."""
    if isinstance(spot.node, d.View) and isinstance(spot.node.viewer, x.Name):
        for other in VIEWERS.get(spot.node.viewer.name, ()):
            if _belongs_to_player(spot) or other not in ("owner", "others"):
                change = f"{_what(spot)}: {other} instead of {spot.node.viewer.name}"
                yield spot.field("viewer", x.Name(other), change)


def condition(spot: MutationSite) -> Iterator[NodeChange]:
    """It is seen whatever the case."""
    if isinstance(spot.node, d.View) and spot.node.condition is not None:
        yield spot.field("condition", None, f"{_what(spot)}: seen without condition")


def side(spot: MutationSite) -> Iterator[NodeChange]:
    """Another side is seen, all of them, or only how many there are; the other end, or all of a pile."""
    if not isinstance(spot.node, d.View) or not isinstance(spot.decl, d.Zone):
        return
    kind = spot.facts.kinds.get(spot.decl.kind)
    sides = [face.side for face in kind.faces if face.side is not None] if kind is not None else []
    for other in (*(sides if len(sides) > 1 else ["it"]), "count"):
        if other != spot.node.what and (spot.node.what, other) != ("face", "it"):
            end = None if other == "count" else spot.node.end
            yield NodeChange(spot.path, evolve(spot.node, what=other, end=end), f"{_what(spot)}: {other} is seen")
    if spot.node.end is not None:
        for end in (None, ENDS[spot.node.end]):
            yield spot.field("end", end, f"{_what(spot)}: {end or 'all'} instead of {spot.node.end}")


def drop_key(spot: MutationSite) -> Iterator[NodeChange]:
    """A zone has no key by which its pieces are known."""
    if isinstance(spot.node, d.Zone) and spot.node.known_by is not None:
        yield spot.field("known_by", None, f"zone {spot.node.name} has no `known by`")


def drop(spot: MutationSite) -> Iterator[NodeChange]:
    """One of the sentences about who sees it is left out."""
    if isinstance(spot.node, d.View) and isinstance(spot.decl, d.State):
        yield from spot.removals()
    elif isinstance(spot.node, d.View) and len(spot.fellows) > 1:
        yield from spot.removals()


def hide_state(spot: MutationSite) -> Iterator[NodeChange]:
    """A state that everyone sees is seen by its owner, or by nobody."""
    if isinstance(spot.node, d.State) and not spot.node.views and not spot.node.ghost:
        viewer = "owner" if "Player" in spot.node.of else "nobody"
        view = d.View(x.Name(viewer), "it", None, None)
        yield spot.field("views", (view,), f"state {spot.node.name}: {viewer} sees it")


def _belongs_to_player(spot: MutationSite) -> bool:
    return "Player" in getattr(spot.decl, "of", ())


def _what(spot: MutationSite) -> str:
    return f"{type(spot.decl).__name__.lower()} {getattr(spot.decl, 'name', '')}"


OPERATORS = {
    "viewer": viewer,
    "view-condition": condition,
    "side": side,
    "known-by": drop_key,
    "drop-view": drop,
    "hidden-state": hide_state,
}
