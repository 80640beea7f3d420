"""Data: one field of one row, one effect of one row, the number of its copies."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.mutate.mutation_site import MutationSite, NodeChange, next_in_group, part_text


def field(spot: MutationSite) -> Iterator[NodeChange]:
    """A number in a row is one more or one less, a name is another member of its type, yes is no."""
    if not isinstance(spot.node, d.Setting) or not isinstance(spot.parent, d.Row | d.PartRow):
        return
    for n, value in enumerate(spot.node.values):
        for new in _others(spot, value):
            values = (*spot.node.values[:n], new, *spot.node.values[n + 1 :])
            yield spot.field("values", values, _values_text(spot, values))


def fewer(spot: MutationSite) -> Iterator[NodeChange]:
    """One of several values of a row is left out."""
    if isinstance(spot.node, d.Setting) and isinstance(spot.parent, d.Row | d.PartRow):
        values = spot.node.values
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            for n in range(len(values)):
                rest = (*values[:n], *values[n + 1 :])
                yield spot.field("values", rest, _values_text(spot, rest))


def effect(spot: MutationSite) -> Iterator[NodeChange]:
    """An effect of a row is left out."""
    if isinstance(spot.node, d.Effect):
        row = spot.nearest(d.Row)
        yield from spot.removals(f"{row.name if row else 'a row'}: effect `{spot.node.label}` is left out")


def part(spot: MutationSite) -> Iterator[NodeChange]:
    """A part of a row is left out."""
    if isinstance(spot.node, d.PartRow):
        row = spot.nearest(d.Row)
        yield from spot.removals(f"{row.name if row else 'a row'}: {spot.node.name} is left out")


def _others(spot: MutationSite, value: d.Value) -> Iterator[d.Value]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str):
        other = next_in_group(value, _members(spot)) or spot.facts.other_member(value)
        if other is not None:
            yield other


def _members(spot: MutationSite) -> tuple[str, ...]:
    """The names that may stand in this column, if its type lists them."""
    assert isinstance(spot.node, d.Setting)
    kind = _kind(spot)
    columns = {f.name: f.type for face in kind.faces for f in face.fields} if kind is not None else {}
    found = columns.get(spot.node.name)
    if isinstance(found, d.NamedType):
        named = getattr(spot.facts.types.get(found.name), "members", None)
        return named or spot.facts.rows.get(found.name, ())
    if isinstance(found, d.CollectionType):
        return getattr(spot.facts.types.get(found.of), "members", None) or spot.facts.rows.get(found.of, ())
    return getattr(found, "members", ())


def _kind(spot: MutationSite) -> d.Kind | None:
    if isinstance(spot.parent, d.PartRow):
        return spot.facts.kinds.get(spot.parent.kind)
    return spot.facts.kinds.get(spot.decl.kind) if isinstance(spot.decl, d.Rows) else None


def _values_text(spot: MutationSite, values: tuple[d.Value, ...]) -> str:
    assert isinstance(spot.node, d.Setting)
    name = getattr(spot.parent, "name", "")
    return f"{name}: `{part_text(spot.node)}` becomes `{part_text(d.Setting(spot.node.name, values))}`"


OPERATORS = {"field": field, "fewer-values": fewer, "drop-effect": effect, "drop-part-of-row": part}
