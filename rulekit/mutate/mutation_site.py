"""A place in a rulebook where an operator may change something, and the changes it proposes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import attrs

from rulekit.model import declarations as d
from rulekit.model.base import Clause, Node, walk
from rulekit.model.printer import print_node
from rulekit.mutate.model_paths import Path, at, put
from rulekit.mutate.substitutes import Facts
from rulekit.records import evolve

N = TypeVar("N", bound=Node)
AGAIN = "-again"
FULL = ("items", "lines", "cases", "endings", "rows", "groups")  # lists that are never empty
BLOCKS = (d.Endings, d.Results, d.Laws)  # declarations that a rulebook can do without


@attrs.frozen
class Change:
    """What stands at the end of a way from now on, and the sentence that says so."""

    path: Path
    new: Any
    sentence: str


@attrs.frozen(eq=False)
class Spot:
    """A node with the way to it and the nodes it stands in."""

    facts: Facts
    path: Path
    above: tuple[Node, ...]  # from the declaration down to the node itself

    @property
    def node(self) -> Node:
        return self.above[-1]

    @property
    def step(self) -> str:
        """The field of the parent in which the node stands."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")

    @property
    def parent(self) -> Node | None:
        return self.above[-2] if len(self.above) > 1 else None

    @property
    def decl(self) -> Node:
        return self.above[0]

    def inside(self, *kinds: type[Node]) -> bool:
        """Does it stand in a node of these classes?"""
        return any(isinstance(node, kinds) for node in self.above[:-1])

    def nearest(self, kind: type[N]) -> N | None:
        """The innermost node of that class it stands in."""
        return next((node for node in reversed(self.above[:-1]) if isinstance(node, kind)), None)

    @property
    def clause(self) -> str:
        """The id of the line it stands on; else what is declared there."""
        for node in reversed(self.above):
            if isinstance(node, Clause) and node.id is not None:
                return node.id
        return declared(self.decl)

    # -------------------------------------------------------------- changes

    def becomes(self, new: Node) -> Change:
        """Something else stands here."""
        return Change(self.path, new, f"`{shown(self.node)}` becomes `{shown(new)}`")

    def field(self, name: str, new: Any, sentence: str) -> Change:
        """One of its fields is another."""
        return Change((*self.path, name), new, sentence)

    @property
    def listed(self) -> bool:
        """Does it stand in a list of others?"""
        return bool(self.path) and isinstance(self.path[-1], int)

    @property
    def fellows(self) -> tuple[Any, ...]:
        """The list it stands in."""
        found: tuple[Any, ...] = at(self.facts.rulebook, self.path[:-1])
        return found

    @property
    def place(self) -> int:
        number = self.path[-1]
        assert isinstance(number, int)
        return number

    def dropped(self, sentence: str = "") -> Iterator[Change]:
        """It is gone from its list. A block that would be empty goes as a whole; a body has to hold something."""
        rest = (*self.fellows[: self.place], *self.fellows[self.place + 1 :])
        sentence = sentence or f"`{shown(self.node)}` is left out"
        if rest or self.step not in FULL:
            yield Change(self.path[:-1], rest, sentence)
        elif isinstance(self.parent, BLOCKS):
            others = tuple(decl for decl in self.facts.rulebook.declarations if decl is not self.parent)
            yield Change(("declarations",), others, sentence)

    def doubled(self) -> Change:
        """It stands twice; the second one has ids of its own."""
        again = (*self.fellows[: self.place + 1], renamed(self.node), *self.fellows[self.place + 1 :])
        return Change(self.path[:-1], again, f"`{shown(self.node)}` stands twice")

    def swapped(self) -> Change:
        """It changes places with the next one."""
        here, n = self.fellows, self.place
        turned = (*here[:n], here[n + 1], here[n], *here[n + 2 :])
        return Change(self.path[:-1], turned, f"`{shown(here[n + 1])}` comes before `{shown(here[n])}`")


def declared(decl: Any) -> str:
    """A declaration by its sort and name: `zone-hand`."""
    sort = type(decl).__name__.lower()
    head = getattr(decl, "head", None)
    name = getattr(head, "name", None) or next(
        (getattr(decl, f) for f in ("name", "verb", "kind", "timing") if isinstance(getattr(decl, f, None), str)), ""
    )
    return f"{sort}-{name}" if name else sort


def shown(node: Any) -> str:
    """A node as it is written, on one line and not too long."""
    try:
        text = " ".join(print_node(node).split())
    except (KeyError, AttributeError):
        text = bare(node)
    return text if len(text) <= 100 else text[:97] + "..."


def bare(node: Any) -> str:
    """A node that is no sentence of its own."""
    if isinstance(node, d.Setting):
        return " ".join(
            [node.name, *(value.text if isinstance(value, d.Text) else str(value) for value in node.values)]
        )
    return str(getattr(node, "id", None) or getattr(node, "name", None) or type(node).__name__.lower())


def renamed(node: N) -> N:
    """The same with other ids on all its lines."""
    for inner in walk(node):
        if inner is not node and isinstance(inner, Clause) and inner.id is not None:
            node = _without(node, inner)
    return evolve(node, id=node.id + AGAIN) if isinstance(node, Clause) and node.id is not None else node


def _without(root: N, clause: Clause) -> N:
    from rulekit.mutate.model_paths import below

    for path, above in below(root, ()):
        if above[-1] is clause:
            found: N = put(root, path, evolve(clause, id=f"{clause.id}{AGAIN}"))
            return found
    return root
