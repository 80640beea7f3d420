"""What each body may do: ask, draw, finish, set off, write and read; worked out once for a rulebook.

Keys are those of `Checked.bodies`, and `column Card.options` for everything an effects column may do. Of values there
are `word w`, `relation r`, `legal a` (domains, guards and price of an action) and `payable Card.options`.
What is read and written has the names `state x` and `zone z`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.dataflow.zone_flow import Lying
from rulekit.check.effects.direct_effects import Direct, Edge, Write, gather
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.memo import kept
from rulekit.records import evolve, record
from rulekit.typesystem import types as t

INSIDE = frozenset(("call", "offer", "perform", "row", "before", "after", "instead of"))
EVERY = INSIDE | {"anytime"}


@record
class Effect:
    """What a piece of text does with all that it sets off."""

    parts: tuple[tuple[str, Direct], ...]

    @property
    def marks(self) -> frozenset[str]:
        return frozenset().union(*(part.marks for _, part in self.parts))

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(key for key, _ in self.parts)

    @property
    def writes(self) -> frozenset[str]:
        return frozenset(w.name for _, part in self.parts for w in part.writes if not w.name.startswith("local "))

    @property
    def lowers(self) -> frozenset[str]:
        return frozenset(w.name for _, part in self.parts for w in part.writes if w.way != "up")

    @property
    def waits(self) -> bool:
        return bool(self.marks & {"asks", "draws"})

    def reactions(self) -> list[Edge]:
        return [e for _, part in self.parts for e in part.edges if e.target.startswith("reaction ")]


class Effects:
    """Answers for one rulebook; every body is looked at once."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.lying = Lying(checked)
        self.listeners = _listeners(checked)
        self.resets = _resets(checked)
        self.columns = _columns(checked)
        self.values = _values(checked)
        self._direct: dict[str, Direct] = {}
        self._closed: dict[tuple[str, frozenset[str]], Effect] = {}

    # -------------------------------------------------------------- bodies

    def direct(self, key: str) -> Direct:
        if key not in self._direct:
            self._direct[key] = self._work(key)
        return self._direct[key]

    def _work(self, key: str) -> Direct:
        if key.startswith("column "):
            rows = self.columns.get(key.removeprefix("column "), ())
            return Direct(edges=tuple(Edge(row, "row", self.checked.bodies[row].span) for row in rows))
        body = self.checked.bodies.get(key)
        if body is None:
            return self.gather("", self.values.get(key, ()))
        found = self.gather(key, (*body.front, *body.lines))
        heard = [Edge(f"reaction {n}", timing, body.span) for n, timing in self.listeners.get(_event(body), ())]
        fresh = tuple(Write(f"state {name}", "any", (), body.span) for name in self.resets.get(_event(body), ()))
        return evolve(found, edges=(*found.edges, *heard), writes=(*found.writes, *fresh))

    def of(self, key: str, follow: frozenset[str] = INSIDE) -> Effect:
        """Everything that may happen once a body runs."""
        if (key, follow) not in self._closed:
            self._closed[key, follow] = self._close(((key, self.direct(key)),), follow)
        return self._closed[key, follow]

    def inside(self, key: str, nodes: Iterable[Any], follow: frozenset[str] = INSIDE) -> Effect:
        """Everything that some lines or statements of a body may do."""
        return self._close((("", self.gather(key, nodes)),), follow)

    def _close(self, start: tuple[tuple[str, Direct], ...], follow: frozenset[str]) -> Effect:
        found = dict(start)
        todo = [part for _, part in start]
        while todo:
            for edge in todo.pop().edges:
                if edge.sort in follow and edge.target not in found:
                    found[edge.target] = self.direct(edge.target)
                    todo.append(found[edge.target])
        return Effect(tuple(found.items()))

    # -------------------------------------------------------------- values

    def reads(self, *nodes: Any) -> frozenset[str]:
        """Every state and zone that values or statements may look at, through words and relations too."""
        return self.read_by(self.gather("", nodes))

    def read_by(self, *parts: Direct) -> frozenset[str]:
        names = frozenset().union(*(part.reads for part in parts))
        return names.union(*(self.direct(key).reads for key in self.used(*parts)))

    def used(self, *parts: Direct) -> frozenset[str]:
        """Every word, relation, legality and procedure that values go through."""
        found: set[str] = set()
        todo = list(parts)
        while todo:
            for key in todo.pop().uses - found:
                found.add(key)
                todo.append(self.direct(key))
        return frozenset(found)

    def gather(self, key: str, nodes: Iterable[Any]) -> Direct:
        """What these nodes of a body do themselves."""
        return gather(self.checked.symbols, self.lying, key, nodes)


# ------------------------------------------------------------------ tables made once


def _event(body: typed_statements.Body) -> str:
    """The name by which others wait for a body: `gain`, whichever `gain` it is."""
    return body.name.split("/")[0]


def _listeners(checked: Checked) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for number, reaction in enumerate(checked.symbols.reactions, 1):
        for event in reaction.events:
            found.setdefault(event, []).append((number, reaction.timing))
    return found


def _resets(checked: Checked) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for state in checked.symbols.states.values():
        for moment in state.decl.resets if state.decl is not None else ():
            found.setdefault(moment, []).append(state.name)
    return found


def _columns(checked: Checked) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in checked.bodies:
        if key.startswith("effect "):
            kind, column = key.removeprefix("effect ").split(".")[:2]
            found.setdefault(f"{kind}.{column}", []).append(key)
    return found


def _values(checked: Checked) -> dict[str, tuple[Any, ...]]:
    """The values behind words, relations, legalities and prices."""
    bent: dict[str, list[v.T]] = {}
    for bend in checked.bends:
        bent.setdefault(bend.target, []).append(bend.condition)
    found: dict[str, tuple[Any, ...]] = {}
    for word in checked.words:
        found[f"word {word.key}"] = word.body if isinstance(word.body, tuple) else (word.body,)
    for relation in checked.relations:
        more = [c for case in relation.cases for c in bent.get(case.id or "", ())]
        found[f"relation {relation.name}"] = (*relation.cases, *more)
    for key, body in checked.bodies.items():
        sort, _, name = key.partition(" ")
        prices = [step for line in body.lines if not line.openers for step in line.price or ()]
        if sort == "action":
            more = [c for step in body.front for c in bent.get(step.id or "", ())]
            found[f"legal {name}"] = (*body.front, *more, *map(_priced, prices))
        elif sort == "effect":
            column = "payable " + ".".join(name.split(".")[:2])
            found[column] = (*found.get(column, ()), *body.front, *map(_priced, prices))
    return found


def _priced(step: typed_statements.Step) -> Any:
    """A call in a price is looked at as something supposed."""
    if isinstance(step, typed_statements.Call):
        return v.Supposing(step, v.Const(True, type=t.YES_NO), type=t.YES_NO)
    return step


@kept
def effects(checked: Checked) -> Effects:
    """The effects of a rulebook, worked out when first asked for."""
    return Effects(checked)


__all__ = ["EVERY", "INSIDE", "Direct", "Edge", "Effect", "Effects", "Write", "effects"]
