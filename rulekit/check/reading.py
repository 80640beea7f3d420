"""What a value depends on: options, the number of players, states, zones; through words and relations too."""

from __future__ import annotations

from typing import Any

from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.walking import walk
from rulekit.kinds import types as t

SEATS, ZONES, TIME = "seats", "zones", "time"  # how many play; where pieces lie; what play alone can tell
LAID = ("place", "places", "owner", "zone", "payable", "possible", "poses", "look", "facing")
TIMELY = ("finished", "tally", "payable", "possible")


class Reading:
    """Answers for one rulebook; words and relations are looked through once."""

    def __init__(self, checked: Checked) -> None:
        self.words = {w.key: w for w in checked.words}
        self.relations = {r.name: r for r in checked.relations}
        self.bends: dict[str, list[v.T]] = {}
        for bend in checked.bends:
            self.bends.setdefault(bend.target, []).append(bend.condition)
        self._done: dict[str, frozenset[str]] = {}

    def of(self, *nodes: Any) -> frozenset[str]:
        """`option x`, `state y`, and the marks above."""
        found: set[str] = set()
        for root in nodes:
            for node in walk(root):
                found |= self._own(node)
        return frozenset(found)

    def fixed(self, *nodes: Any) -> bool:
        """Can this be told from the tables, once options and players are given?"""
        return all(r == SEATS or r.startswith("option ") for r in self.of(*nodes))

    def _own(self, node: Any) -> frozenset[str]:
        if isinstance(node, v.Use):
            return self.word(node.word)
        if isinstance(node, v.Related):
            return self.relation(node.relation)
        if isinstance(node, v.Named):
            return self._named(node)
        if isinstance(node, v.CoreUse):
            return self._core(node)
        return READS[type(node)](node) if type(node) in READS else frozenset()

    def _core(self, node: v.CoreUse) -> frozenset[str]:
        found = {ZONES} if node.word in LAID else set()
        if node.word in TIMELY:
            found.add(TIME)
        if node.word in ("next", "previous", "opposite", "everyone", "others") and isinstance(_seat(node), t.Seat):
            found.add(SEATS)
        if node.word == "others":
            found.add("state active")
        return frozenset(found)

    def _named(self, node: v.Named) -> frozenset[str]:
        if node.sort == "relation":
            return self.relation(node.name)
        if node.sort == "adjective":
            return frozenset().union(*(self.word(k) for k, w in self.words.items() if w.name == node.name))
        return frozenset((ZONES, TIME))

    def word(self, key: str) -> frozenset[str]:
        name = f"word {key}"
        if name not in self._done:
            self._done[name] = frozenset()
            word = self.words.get(key)
            self._done[name] = self.of(word.body) if word is not None else frozenset((TIME,))
        return self._done[name]

    def relation(self, name: str) -> frozenset[str]:
        key = f"relation {name}"
        if key not in self._done:
            self._done[key] = frozenset()
            info = self.relations.get(name)
            cases = info.cases if info is not None else []
            bent = [c for case in cases for c in self.bends.get(case.id or "", ())]
            self._done[key] = self.of(list(cases), bent)
        return self._done[key]


def _seat(node: v.CoreUse) -> t.Type:
    kind = t.bare(node.type)
    return t.bare(kind.of) if isinstance(kind, t.SetOf) else kind


def _members(node: v.Members) -> frozenset[str]:
    return frozenset((SEATS,)) if isinstance(node.of, t.Seat) else frozenset()


READS: dict[type, Any] = {
    v.Read: lambda node: frozenset((f"state {node.state}",)),
    v.ZoneAt: lambda node: frozenset((ZONES,)),
    v.Held: lambda node: frozenset((ZONES,)),
    v.OptionValue: lambda node: frozenset((f"option {node.name}",)),
    v.Members: _members,
    v.Supposing: lambda node: frozenset((TIME, ZONES)),
    v.Legal: lambda node: frozenset((TIME, ZONES)),
    v.Earlier: lambda node: frozenset((TIME,)),
}
