"""A place in a rulebook where an operator may change something: facts, ways through the model, proposed changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeVar

import attrs

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.model.base import Clause, Node, fields, walk
from rulekit.model.printer import print_node
from rulekit.model.rulebook import Rulebook
from rulekit.records import evolve

Signature = tuple[str, ...]


@attrs.define(eq=False)
class RulebookIndex:
    """One rulebook, looked up by name."""

    rulebook: Rulebook

    @cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """The names of one choice, ring, list or option, by each of them; names that several have are left out."""
        found: dict[str, tuple[str, ...]] = {}
        twice: set[str] = set()
        for group in self._groups():
            for name in group:
                twice.update([name] if found.setdefault(name, group) is not group else [])
        return {name: group for name, group in found.items() if name not in twice}

    def _groups(self) -> list[tuple[str, ...]]:
        lists = {kind.name for kind in self.rulebook.declarations_of(d.Kind) if kind.sort == "list"}
        return [
            *(
                t.type.members
                for t in self.rulebook.declarations_of(d.TypeDecl)
                if isinstance(t.type, d.ChoiceType | d.RingType)
            ),
            *(tuple(str(v) for v in o.values if isinstance(v, str)) for o in self.rulebook.declarations_of(d.Option)),
            *(tuple(r.name for r in rows.rows) for rows in self.rulebook.declarations_of(d.Rows) if rows.kind in lists),
        ]

    def other_member(self, name: str) -> str | None:
        """The next name of its type, the first after the last."""
        return next_in_group(name, self.members.get(name, ()))

    @cached_property
    def kinds(self) -> dict[str, d.Kind]:
        """The kinds of components by name."""
        return {kind.name: kind for kind in self.rulebook.declarations_of(d.Kind)}

    @cached_property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The names of the rows of a kind."""
        found: dict[str, tuple[str, ...]] = {}
        for decl in self.rulebook.declarations_of(d.Rows):
            found[decl.kind] = (*found.get(decl.kind, ()), *(row.name for row in decl.rows))
        return found

    @cached_property
    def types(self) -> dict[str, d.TypeExpr]:
        """The types that are declared, by name."""
        return {decl.name: decl.type for decl in self.rulebook.declarations_of(d.TypeDecl)}

    @cached_property
    def zones(self) -> dict[str, d.Zone]:
        """The zones by name."""
        return {zone.name: zone for zone in self.rulebook.declarations_of(d.Zone)}

    @cached_property
    def options(self) -> dict[str, d.Option]:
        """The options by name."""
        return {option.name: option for option in self.rulebook.declarations_of(d.Option)}

    @cached_property
    def places(self) -> dict[str, tuple[str, ...]]:
        """Zones and states that can stand in for each other: the same indexes, the same kind or type."""
        alike: dict[object, tuple[str, ...]] = {}
        for zone in self.rulebook.declarations_of(d.Zone):
            key = ("zone", zone.kind, zone.of, zone.at)
            alike[key] = (*alike.get(key, ()), zone.name)
        for state in self.rulebook.declarations_of(d.State):
            same = ("state", type(state.type), state.of, state.at, state.ghost)
            alike[same] = (*alike.get(same, ()), state.name)
        return {name: group for group in alike.values() for name in group}

    def other_place(self, name: str) -> str | None:
        """The next zone or state of the same form, None if there is no other."""
        return next_in_group(name, self.places.get(name, ()))

    @cached_property
    def steps(self) -> dict[str, tuple[str, ...]]:
        """Relations and adjectives that can stand in for each other behind `through`."""
        alike: dict[Signature, tuple[str, ...]] = {}
        for relation in self.rulebook.declarations_of(d.Relation):
            key = (relation.left.type, relation.right.type, *(p.type for p in relation.more))
            alike[key] = (*alike.get(key, ()), relation.verb)
        for word in self.rulebook.declarations_of(d.Define):
            if word.head.params and not word.head.of:
                key = ("word", *(p.type for p in word.head.params))
                alike[key] = (*alike.get(key, ()), word.head.name)
        return {name: group for group in alike.values() for name in group}

    def other_step(self, name: str) -> str | None:
        """The next action or verb with the same parameters, None if there is no other."""
        return next_in_group(name, self.steps.get(name, ()))

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """What has an end: turn, play and the procedures without parameters or with one."""
        programme = [block.name for block in self.rulebook.declarations_of(d.Programme) if block.name != "setup"]
        return (*programme, *(p.verb for p in self.rulebook.declarations_of(d.Procedure)))


def next_in_group(name: str, group: tuple[str, ...]) -> str | None:
    """The one after it in its group."""
    if name not in group or len(group) < 2:
        return None
    return group[(group.index(name) + 1) % len(group)]


Path = tuple[str | int, ...]  # names of fields and places in tuples, from the rulebook down


def node_at(root: Any, path: Path) -> Any:
    """What stands at the end of a way."""
    for step in path:
        root = root[step] if isinstance(step, int) else getattr(root, step)
    return root


def replace_at(root: Any, path: Path, new: Any) -> Any:
    """The same with something else at the end of a way; all that lies beside it is shared."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*root[:step], replace_at(root[step], rest, new), *root[step + 1 :])
    return evolve(root, **{step: replace_at(getattr(root, step), rest, new)})


Found = tuple[Path, tuple[Node, ...]]  # the way, and every node on it, this one last


def walk_below(node: Node, path: Path) -> Iterator[Found]:
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


N = TypeVar("N", bound=Node)
AGAIN = "-again"
FULL = ("items", "lines", "cases", "endings", "rows", "groups")  # lists that are never empty
BLOCKS = (d.Endings, d.Results, d.Laws)  # declarations that a rulebook can do without


TESTS = (x.And, x.Or, x.Not, x.Compare, x.In, x.Is, x.Related, x.Quantifier, x.Implies, x.Supposing)
FRONT = (s.Require, s.Pick, s.Picks, s.Let)  # what a body begins with
CONDITIONS = ("condition", "parts", "body", "then", "law", "inner")  # fields that hold yes or no


@attrs.frozen
class NodeChange:
    """What stands at the end of a way from now on, and the sentence that says so."""

    path: Path
    new: Any
    sentence: str


@attrs.frozen(eq=False)
class MutationSite:
    """A node with the way to it and the nodes it stands in."""

    facts: RulebookIndex
    path: Path
    above: tuple[Node, ...]  # from the declaration down to the node itself

    @property
    def node(self) -> Node:
        """The node that may be changed."""
        return self.above[-1]

    @property
    def step(self) -> str:
        """The field of the parent in which the node stands."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")

    @property
    def parent(self) -> Node | None:
        """The node around it, None at the margin."""
        return self.above[-2] if len(self.above) > 1 else None

    @property
    def decl(self) -> Node:
        """The declaration it stands in."""
        return self.above[0]

    def is_inside(self, *kinds: type[Node]) -> bool:
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
        return declaration_name(self.decl)

    # -------------------------------------------------------------- what it is for

    @property
    def is_test(self) -> bool:
        """Is it a condition, whole or a part of one?"""
        if isinstance(self.node, d.After | d.Under | d.Only) or not isinstance(self.node, x.Expr):
            return False
        if isinstance(self.parent, d.Define | d.ValueCase) and self.step == "value":
            return isinstance(self.node, TESTS)
        if isinstance(self.parent, x.Bracket | x.Not):
            return isinstance(self.node, TESTS)
        return self.step in CONDITIONS and not isinstance(self.parent, x.Bind)

    @property
    def number_family(self) -> str:
        """Which family changes a number that is written here."""
        if isinstance(self.parent, x.Chain) and isinstance(self.node, x.Number) and self._prep() == "within":
            return "space"
        if self.is_inside(s.Roll, s.Lot) and isinstance(self.parent, x.Range):
            return "chance"
        if isinstance(self.parent, s.Menu | s.Picks) and self.step == "count":
            return "decisions"
        if self.is_inside(d.Bound) or (isinstance(self.decl, d.State) and "bounds" in self.path):
            return "caps"
        if self.is_inside(d.Term):
            return "accounts"
        return "effects" if self.in_effect else "conditions"

    def _prep(self) -> str:
        """The preposition before an argument of a chain."""
        pair = self.above[-2].args[self.path[-2]] if isinstance(self.path[-2], int) else ("", None)  # type: ignore[attr-defined]
        return str(pair[0])

    @property
    def in_effect(self) -> bool:
        """Does it stand in what a verb is told?"""
        return self.is_inside(x.Call, s.Repeat) and not self.is_inside(x.Supposing)

    @property
    def is_alone(self) -> bool:
        """Is it all that stands under an id? Then the id goes with it."""
        return self.is_listed and len(self.fellows) == 1 and len(self.above) > 2 and isinstance(self.above[-3], s.Block)

    # -------------------------------------------------------------- changes

    def becomes(self, new: Node) -> NodeChange:
        """Something else stands here."""
        return NodeChange(self.path, new, f"`{node_text(self.node)}` becomes `{node_text(new)}`")

    def by_one(self) -> Iterator[NodeChange]:
        """One more, and one less unless it is nought."""
        assert isinstance(self.node, x.Number)
        yield self.becomes(x.Number(self.node.value + 1))
        if self.node.value > 0:
            yield self.becomes(x.Number(self.node.value - 1))

    def field(self, name: str, new: Any, sentence: str) -> NodeChange:
        """One of its fields is another."""
        return NodeChange((*self.path, name), new, sentence)

    @property
    def is_listed(self) -> bool:
        """Does it stand in a list of others?"""
        return bool(self.path) and isinstance(self.path[-1], int)

    @property
    def fellows(self) -> tuple[Any, ...]:
        """The list it stands in."""
        found: tuple[Any, ...] = node_at(self.facts.rulebook, self.path[:-1])
        return found

    @property
    def place(self) -> int:
        """Which of its neighbours it is, where nodes stand in a row."""
        number = self.path[-1]
        assert isinstance(number, int)
        return number

    def removals(self, sentence: str = "") -> Iterator[NodeChange]:
        """It is gone from its list. A block that would be empty goes as a whole; a body has to hold something."""
        rest = (*self.fellows[: self.place], *self.fellows[self.place + 1 :])
        sentence = sentence or f"`{node_text(self.node)}` is left out"
        if rest or self.step not in FULL:
            yield NodeChange(self.path[:-1], rest, sentence)
        elif isinstance(self.parent, BLOCKS):
            others = tuple(decl for decl in self.facts.rulebook.declarations if decl is not self.parent)
            yield NodeChange(("declarations",), others, sentence)

    def duplication(self) -> NodeChange:
        """It stands twice; the second one has ids of its own."""
        again = (*self.fellows[: self.place + 1], rename_ids(self.node), *self.fellows[self.place + 1 :])
        return NodeChange(self.path[:-1], again, f"`{node_text(self.node)}` stands twice")

    def swap_with_next(self) -> NodeChange:
        """It changes places with the next one."""
        here, n = self.fellows, self.place
        turned = (*here[:n], here[n + 1], here[n], *here[n + 2 :])
        return NodeChange(self.path[:-1], turned, f"`{node_text(here[n + 1])}` comes before `{node_text(here[n])}`")


def declaration_name(decl: Any) -> str:
    """A declaration by its sort and name: `zone-hand`."""
    sort = type(decl).__name__.lower()
    head = getattr(decl, "head", None)
    name = getattr(head, "name", None) or next(
        (getattr(decl, f) for f in ("name", "verb", "kind", "timing") if isinstance(getattr(decl, f, None), str)), ""
    )
    return f"{sort}-{name}" if name else sort


def node_text(node: Any) -> str:
    """A node as it is written, on one line and not too long."""
    try:
        text = " ".join(print_node(node).split())
    except (KeyError, AttributeError):
        text = part_text(node)
    return text if len(text) <= 100 else text[:97] + "..."


def part_text(node: Any) -> str:
    """A node that is no sentence of its own."""
    if isinstance(node, d.Setting):
        return " ".join(
            [node.name, *(value.text if isinstance(value, d.Text) else str(value) for value in node.values)]
        )
    return str(getattr(node, "id", None) or getattr(node, "name", None) or type(node).__name__.lower())


def rename_ids(node: N) -> N:
    """The same with other ids on all its lines."""
    for inner in walk(node):
        if inner is not node and isinstance(inner, Clause) and inner.id is not None:
            node = _without(node, inner)
    return evolve(node, id=node.id + AGAIN) if isinstance(node, Clause) and node.id is not None else node


def _without(root: N, clause: Clause) -> N:
    from rulekit.mutate.mutation_site import walk_below

    for path, above in walk_below(root, ()):
        if above[-1] is clause:
            found: N = replace_at(root, path, evolve(clause, id=f"{clause.id}{AGAIN}"))
            return found
    return root


def is_guard(node: Any) -> bool:
    """A line of `require`, or an id that has nothing but such lines under it."""
    if isinstance(node, s.Block):
        return not node.openers and all(is_guard(item) for item in node.body.items)
    return isinstance(node, s.Line) and any(isinstance(step, s.Require) for step in node.steps.does)


def does(node: Any) -> bool:
    """A line that is neither guard nor parameter, or a block with such a line in it."""
    if isinstance(node, s.Block):
        return any(does(item) for item in node.body.items)
    if isinstance(node, s.MenuItem):
        return True
    return isinstance(node, s.Line) and not any(isinstance(step, FRONT) for step in node.steps.does)
