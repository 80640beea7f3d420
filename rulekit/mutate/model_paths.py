"""Ways through the model: every node with the way that leads to it, and a rulebook with something else at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.model.base import Node, fields
from rulekit.records import evolve

Path = tuple[str | int, ...]  # names of fields and places in tuples, from the rulebook down


def at(root: Any, path: Path) -> Any:
    """What stands at the end of a way."""
    for step in path:
        root = root[step] if isinstance(step, int) else getattr(root, step)
    return root


def put(root: Any, path: Path, new: Any) -> Any:
    """The same with something else at the end of a way; all that lies beside it is shared."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*root[:step], put(root[step], rest, new), *root[step + 1 :])
    return evolve(root, **{step: put(getattr(root, step), rest, new)})


Found = tuple[Path, tuple[Node, ...]]  # the way, and every node on it, this one last


def below(node: Node, path: Path) -> Iterator[Found]:
    """A node and everything under it in the order written, each with its way and the nodes it stands in."""
    todo: list[Found] = [(path, (node,))]
    while todo:
        here, above = todo.pop()
        yield here, above
        todo += reversed([(here + way, (*above, kid)) for way, kid in _kids(above[-1])])


def _kids(node: Node) -> Iterator[tuple[Path, Node]]:
    for name in fields(node):
        yield from _nodes((name,), getattr(node, name))


def _nodes(way: Path, value: Any) -> Iterator[tuple[Path, Node]]:
    if isinstance(value, Node):
        yield way, value
    elif isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _nodes((*way, n), one)
