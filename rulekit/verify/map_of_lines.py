"""What every line of a rulebook may write, by itself and with all that it sets off, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.effects_of import Effects
from rulekit.check.examined import Checked
from rulekit.check.steps import lines_of
from rulekit.check.walking import walk
from rulekit.kept import kept


class Map:
    """Of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        effects = Effects(checked)
        written = {name: info.written for name, info in checked.symbols.actions.items()}
        self.own: dict[str, frozenset[str]] = {}
        self.all: dict[str, frozenset[str]] = {}
        self.asks: dict[str, frozenset[str]] = {}
        self.choices: dict[str, list[v.T]] = {}  # what is chosen from, by line
        self.prices: dict[str, list[str]] = {}  # the lines with prices, by action as moves write it
        self.deep = Deep(checked)
        fronts = [step for body in checked.bodies.values() for step in body.front]
        self.guards = {step.id for step in fronts if isinstance(step, does.Guard)}
        self.choices |= {step.id: [step.source] for step in fronts if isinstance(step, does.Param) and step.id}
        self.laws = [(law.id, read_in(law.condition)) for law in checked.laws if law.id and law.condition is not None]
        for key, body in checked.bodies.items():
            for line in lines_of(body.lines):
                if line.id:
                    self.own[line.id] = _bare(write.name for write in effects.gather(key, [line]).writes)
                    self.all[line.id] = _bare(effects.inside(key, [line]).writes)
                    self.asks[line.id] = asked_in(line, written)
                    self.choices[line.id] = [one.source for one in walk(line) if isinstance(one, does.Param)]
                    if line.price is not None and body.sort == "action":
                        self.prices.setdefault(written.get(body.name, body.name), []).append(line.id)

    def writing(self, name: str) -> list[str]:
        return [line for line, names in self.own.items() if name in names]

    def asking(self, word: str) -> list[str]:
        """Lines that ask for such a move, the narrowest first."""
        found = [line for line, words in self.asks.items() if word in words]
        return sorted(found, key=lambda line: len(self.asks[line]))

    def choosing(self, line: str) -> list[str]:
        """Cases of relations on which the choices of a line rest, those first that read what changes in a game."""
        return self.deep.cases(self.choices.get(line, []))

    def about(self, names: Iterable[str]) -> list[str]:
        """Laws that read one of these, those that read little else first."""
        wanted = set(names)
        found = [(len(read), law) for law, read in self.laws if wanted & read]
        return [law for _, law in sorted(found, key=lambda one: one[0])]

    def reaching(self, names: frozenset[str], ran: set[str], open_: set[str]) -> list[str]:
        """Lines beside those that ran which could have written all these names, the narrowest first."""
        rooms = {line.rpartition(".")[0] for line in ran}
        found = [
            line
            for line, all_ in self.all.items()
            if names <= all_ and line not in open_ and line.rpartition(".")[0] in rooms
        ]
        return sorted(found, key=lambda line: (line in ran and bool(self.own[line]), len(self.all[line])))[:2]


class Deep:
    """Conditions and values with everything that the words and relations in them read."""

    def __init__(self, checked: Checked) -> None:
        self.words = {word.name: word.body for word in checked.words}
        self.relations = {one.name: one.cases for one in checked.relations}

    def cases(self, values: Sequence[v.T]) -> list[str]:
        """The cases of all relations in them; those that read a state or a zone come first."""
        found = {
            case.id: any(isinstance(node, v.Read | v.ZoneAt) for node in self.nodes([case.value]))
            for node in self.nodes(values)
            if isinstance(node, v.Related)
            for case in self.relations.get(node.relation, ())
            if case.id and not any(isinstance(inner, v.Related) for inner in walk(case.value))
        }
        return sorted(found, key=lambda name: not found[name])

    def nodes(self, values: Sequence[Any]) -> Iterator[Any]:
        """Every part of them, and of the words and relations they use, each of those once."""
        todo, seen = list(values), set()
        while todo:
            for node in walk(todo.pop(0)):
                yield node
                name = getattr(node, "word", "") if isinstance(node, v.Use) else getattr(node, "relation", "")
                if isinstance(node, v.Use | v.Related) and (type(node), name) not in seen:
                    seen.add((type(node), name))
                    body = self.words.get(name) if isinstance(node, v.Use) else self.relations.get(name)
                    todo += body if isinstance(body, list | tuple) else [body] if body is not None else []


@kept
def map_of(checked: Checked) -> Map:
    """Worked out once for a rulebook."""
    return Map(checked)


def _bare(names: Iterable[str]) -> frozenset[str]:
    """`zone camp` is the camp."""
    return frozenset(name.partition(" ")[2] for name in names)


def asked_in(line: does.Line, written: Mapping[str, str]) -> frozenset[str]:
    """The actions and choices that a line asks for, as moves write them."""
    found: set[str] = set()
    for node in walk(line):
        if isinstance(node, does.Ask | does.Group):
            found |= {written.get(name, name) for name in node.offers}
        elif isinstance(node, does.Choose):
            found.add(node.name)
    return frozenset(found)


def read_in(condition: v.T) -> frozenset[str]:
    """The states and zones that a condition names."""
    states = {node.state for node in walk(condition) if isinstance(node, v.Read)}
    return frozenset(states | {node.zone for node in walk(condition) if isinstance(node, v.ZoneAt)})


__all__ = ["Map", "map_of"]
