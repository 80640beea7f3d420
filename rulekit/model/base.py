"""What every node of the model shares: frozen, slotted, with a span that takes no part in equality."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.records import Record, names_of, node
from rulekit.records.walker import Walker
from rulekit.source import NOWHERE, Span


@node
class Node(Record):
    """A piece of a rulebook and where it was written."""

    span: Span = attrs.field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@node
class Cite(Record):
    """One source of a clause: `placement.stronger`, `ruling:AMB-2`, `public:..` or `A:12`."""

    text: str
    span: Span = attrs.field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@node
class Clause(Node):
    """A node that may stand on a line with an id and sources."""

    id: str | None = attrs.field(default=None, kw_only=True)
    cites: tuple[Cite, ...] = attrs.field(default=(), kw_only=True)


def fields(node: Any) -> tuple[str, ...]:
    """The names of a node's fields in the order of the class, spans left out."""
    names = _FIELDS.get(type(node))
    if names is None:
        names = tuple(name for name in names_of(type(node)) if name != "span")
        _FIELDS[type(node)] = names
    return names


_FIELDS: dict[type, tuple[str, ...]] = {}


def children(node: Any) -> Iterator[Node]:
    """The nodes directly under one, in the order of their fields."""
    return iter(WALKER.children(node))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything under it, outermost first; no recursion, so depth cannot hurt."""
    return iter(WALKER.nodes_under(node))


WALKER = Walker((Node,), ("span",))
