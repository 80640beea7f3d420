"""What a value depends on: options, the number of players, states, zones; through words and relations too."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.typesystem import types as t
from rulekit.words.eyes import ASKED, END, PAST

SEATS, ZONES, TIME = "seats", "zones", "time"  # how many play; where pieces lie; what play alone can tell
TIMELY = frozenset((ASKED, PAST, END))


class Reading:
    """Answers for one rulebook; words and relations are looked through once."""

    def __init__(self, checked: Checked) -> None:
        self.words = {w.key: w for w in checked.words}
        self.relations = {r.name: r for r in checked.relations}
        self.bends: dict[str, list[v.T]] = {}
        for bend in checked.bends:
            self.bends.setdefault(bend.target, []).append(bend.condition)
        self._own: dict[str, tuple[set[str], set[str]]] = {}
        self._all: dict[str, frozenset[str]] = {}

    def of(self, *nodes: Any) -> frozenset[str]:
        """`option x`, `state y`, and the marks above."""
        found, used = self._look(nodes)
        return frozenset(found.union(*(self._through(name) for name in used)))

    def fixed(self, *nodes: Any) -> bool:
        """Can this be told from the tables, once options and players are given?"""
        return settled(self.of(*nodes))

    def word(self, key: str) -> frozenset[str]:
        return self._through(f"word {key}")

    def relation(self, name: str) -> frozenset[str]:
        return self._through(f"relation {name}")

    def _look(self, nodes: Any) -> tuple[set[str], set[str]]:
        """What some values read themselves, and the words and relations they use."""
        found: set[str] = set()
        used: set[str] = set()
        for root in nodes:
            for node in walk(root):
                if isinstance(node, v.Use):
                    used.add(f"word {node.word}")
                elif isinstance(node, v.Related):
                    used.add(f"relation {node.relation}")
                elif isinstance(node, v.Named):
                    used |= self._named(node)
                    found |= set() if node.sort in ("relation", "adjective") else {ZONES, TIME}
                elif isinstance(node, v.CoreUse):
                    found |= _core(node)
                elif type(node) in READS:
                    found |= READS[type(node)](node)
        return found, used

    def _named(self, node: v.Named) -> set[str]:
        if node.sort == "relation":
            return {f"relation {node.name}"}
        return {f"word {key}" for key, w in self.words.items() if w.name == node.name and node.sort == "adjective"}

    def _through(self, name: str) -> frozenset[str]:
        """What a word or relation reads, and all that it uses."""
        known = self._all.get(name)
        if known is not None:
            return known
        found: set[str] = set()
        seen, todo = {name}, [name]
        while todo:
            here = todo.pop()
            if here in self._all:
                found |= self._all[here]
                continue
            if here not in self._own:
                self._own[here] = self._look(self._bodies(here))
            found |= self._own[here][0]
            fresh = self._own[here][1] - seen
            seen |= fresh
            todo.extend(fresh)
        self._all[name] = frozenset(found)
        return self._all[name]

    def _bodies(self, name: str) -> list[Any]:
        sort, key = name.split(" ", 1)
        if sort == "word":
            return [self.words[key].body] if key in self.words else []
        cases = self.relations[key].cases if key in self.relations else []
        return [*cases, *(c for case in cases for c in self.bends.get(case.id or "", ()))]


def settled(reads: frozenset[str]) -> bool:
    """Nothing but options and how many play."""
    return all(r == SEATS or r.startswith("option ") for r in reads)


def _core(node: v.CoreUse) -> set[str]:
    reads = node.reads
    found = {ZONES} if reads - {PAST, END} else set()
    if reads & TIMELY:
        found.add(TIME)
    if node.word in ("next", "previous", "opposite", "everyone", "others") and isinstance(_seat(node), t.Seat):
        found.add(SEATS)
    if node.word == "others":
        found.add("state active")
    return found


def _seat(node: v.CoreUse) -> t.Type:
    kind = t.bare(node.type)
    return t.bare(kind.of) if isinstance(kind, t.SetOf) else kind


def _members(node: v.Members) -> frozenset[str]:
    return frozenset((SEATS,)) if isinstance(node.of, t.Seat) else frozenset()


def _const(node: v.Const) -> frozenset[str]:
    """A seat that is named may be there or not."""
    return frozenset((SEATS,)) if isinstance(node.type, t.Maybe) else frozenset()


READS: dict[type, Any] = {
    v.Const: _const,
    v.Read: lambda node: frozenset((f"state {node.state}",)),
    v.ZoneAt: lambda node: frozenset((ZONES,)),
    v.Held: lambda node: frozenset((ZONES,)),
    v.OptionValue: lambda node: frozenset((f"option {node.name}",)),
    v.Members: _members,
    v.Supposing: lambda node: frozenset((TIME, ZONES)),
    v.Legal: lambda node: frozenset((TIME, ZONES)),
    v.Earlier: lambda node: frozenset((TIME,)),
}
