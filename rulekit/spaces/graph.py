"""graph: places and edges from two lists."""

from __future__ import annotations

from rulekit.spaces.shape import Facts, Layout, Shape


def build(facts: Facts) -> Layout:
    """`places` are the names of rows, `edges` pairs of their numbers."""
    names = tuple(facts["places"])
    near: list[set[int]] = [set() for _ in names]
    for one, other in facts.get("edges", ()):
        near[one].add(other)
        near[other].add(one)
    spots = tuple((n,) for n in range(len(names)))
    return Layout(spots, (), (), None, names=names, links=tuple(tuple(sorted(n)) for n in near))


SHAPE = Shape(
    "graph",
    {"places": "list!", "edges": "list"},
    1,
    lambda facts: (),
    build,
    "`places L, edges E`: the rows of a list, joined by a list with two fields of that kind",
)
