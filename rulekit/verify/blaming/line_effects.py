"""Effects of every line of a rulebook: what it may write, directly and through calls, and what it asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.check.effects.effect_summary import EffectSummaries
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.memo import memoize


class LineEffects:
    """Of one rulebook."""

    def __init__(self, checked: CheckedRulebook) -> None:
        effects = EffectSummaries(checked)
        written = {name: info.written for name, info in checked.symbols.actions.items()}
        self.own: dict[str, frozenset[str]] = {}
        self.all: dict[str, frozenset[str]] = {}
        self.reads: dict[str, frozenset[str]] = {}  # by the words in a line as well
        self.asks: dict[str, frozenset[str]] = {}
        self.choices: dict[str, list[v.T]] = {}  # what is chosen from, by line
        self.prices: dict[str, list[str]] = {}  # the lines with prices, by action as moves write it
        fronts = [step for body in checked.bodies.values() for step in body.front]
        self.deep = DeepReads(checked)
        self.words = words_of(checked)
        self.effecting = moves_choosing_effects(checked, written)  # kinds of moves that choose an effect
        self.askers: dict[str, list[str]] = {}
        for guard in (step for step in fronts if isinstance(step, typed_statements.Guard) and step.id):
            for case in self.deep.cases([guard.condition]):
                self.askers.setdefault(case, []).append(str(guard.id))
        self.guards = {step.id for step in fronts if isinstance(step, typed_statements.Guard)}
        self.asking_for = [  # what each guard reads, also by the words in it
            (str(step.id), self.deep.names([step.condition]))
            for step in fronts
            if isinstance(step, typed_statements.Guard) and step.id
        ]
        self.choices |= {
            step.id: [step.source] for step in fronts if isinstance(step, typed_statements.Param) and step.id
        }
        self.laws = [
            (law.id, places_read_in(law.condition)) for law in checked.laws if law.id and law.condition is not None
        ]
        for key, body in checked.bodies.items():
            for line in lines_of(body.lines):
                if line.id:
                    self.own[line.id] = _bare(write.name for write in effects.gather(key, [line]).writes)
                    self.all[line.id] = _bare(effects.summary_inside(key, [line]).writes)
                    self.reads[line.id] = self.deep.names([line])
                    self.asks[line.id] = moves_asked_in(line, written)
                    self.choices[line.id] = [one.source for one in all_of(line, typed_statements.Param)]
                    if line.price is not None and body.sort == "action":
                        self.prices.setdefault(written.get(body.name, body.name), []).append(line.id)

    def lines_writing(self, name: str) -> list[str]:
        """The lines that may write a state or zone."""
        return [line for line, names in self.own.items() if name in names]

    def lines_asking_for(self, word: str) -> list[str]:
        """Lines that ask for such a move, the narrowest first."""
        found = [line for line, words in self.asks.items() if word in words]
        return sorted(found, key=lambda line: len(self.asks[line]))

    def cases_choosing(self, line: str) -> list[str]:
        """Cases of relations on which the choices of a line rest, those first that read what changes in a game."""
        return self.deep.cases(self.choices.get(line, []))

    def asking_case(self, case: str) -> list[str]:
        """The guards that ask the relation of a case."""
        return self.askers.get(case, [])

    def words_behind(self, line: str, deep: int = 2) -> list[str]:
        """The words that a line rests on, its own first, then those within them."""
        found: dict[str, None] = {}
        todo = [line]
        for _ in range(deep):
            todo = [word for name in todo for word in self.words.get(name, ()) if word not in found]
            found.update(dict.fromkeys(todo))
            todo = [f"word {word}" for word in todo]
        return list(found)

    def laws_about(self, names: Iterable[str]) -> list[str]:
        """Laws that read one of these, those that read little else first."""
        wanted = set(names)
        found = [(len(read), law) for law, read in self.laws if wanted & read]
        return [law for _, law in sorted(found, key=lambda one: one[0])]

    def guards_reading(self, names: Iterable[str]) -> list[str]:
        """Guards that read one of these, those that read little else first."""
        wanted = set(names)
        found = [(len(read), guard) for guard, read in self.asking_for if wanted & read]
        return [guard for _, guard in sorted(found, key=lambda one: one[0])]

    def lines_reaching(self, names: frozenset[str], ran: set[str], open_: set[str]) -> list[str]:
        """Lines beside those that ran which could have written all these names, the narrowest first."""
        rooms = {line.rpartition(".")[0] for line in ran}
        found = [
            line
            for line, all_ in self.all.items()
            if names <= all_ and line not in open_ and line.rpartition(".")[0] in rooms
        ]
        return sorted(found, key=lambda line: (line in ran and bool(self.own[line]), len(self.all[line])))[:2]


def moves_choosing_effects(checked: CheckedRulebook, written: Mapping[str, str]) -> frozenset[str]:
    """Actions and choices, as moves write them, one of whose values is an effect printed on a row."""
    found = {
        written.get(body.name, body.name)
        for body in checked.bodies.values()
        for step in body.front
        if isinstance(step, typed_statements.Param) and step.type.bare.effects
    }
    chosen = (node for body in checked.bodies.values() for node in all_of(body, typed_statements.Choose))
    return frozenset(found | {one.name for one in chosen if any(p.type.bare.effects for p in one.params)})


def words_of(checked: CheckedRulebook) -> dict[str, tuple[str, ...]]:
    """The words that each line uses by itself, those first that few lines use; lines by id, words by `word NAME`."""
    used: dict[str, list[str]] = {}

    def note(name: str | None, node: Any) -> None:
        if name:
            used.setdefault(name, []).extend(one.word for one in all_of(node, v.Use))

    for body in checked.bodies.values():
        for step in body.front:
            note(getattr(step, "id", None), step)
        for line in lines_of(body.lines):
            note(line.id, (line.openers, line.does, line.price or ()))
    for case in (case for relation in checked.relations for case in relation.cases):
        note(case.id, case.value)
    for word in checked.words:
        note(f"word {word.name}", word.body if isinstance(word.body, v.T) else ())
        for case in word.body if isinstance(word.body, tuple) else ():
            note(case.id, (case.value, case.condition))
    often = Counter(word for words in used.values() for word in set(words))
    return {name: tuple(sorted(dict.fromkeys(words), key=lambda one: often[one])) for name, words in used.items()}


class DeepReads:
    """Conditions and values with everything that the words and relations in them read."""

    def __init__(self, checked: CheckedRulebook) -> None:
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

    def names(self, values: Sequence[Any]) -> frozenset[str]:
        """The states and zones that they read."""
        nodes = list(self.nodes(values))
        states = {node.state for node in nodes if isinstance(node, v.Read)}
        return frozenset(states | {node.zone for node in nodes if isinstance(node, v.ZoneAt)})

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


@memoize
def line_effects(checked: CheckedRulebook) -> LineEffects:
    """Worked out once for a rulebook."""
    return LineEffects(checked)


def _bare(names: Iterable[str]) -> frozenset[str]:
    """`zone camp` is the camp."""
    return frozenset(name.partition(" ")[2] for name in names)


def moves_asked_in(line: typed_statements.Line, written: Mapping[str, str]) -> frozenset[str]:
    """The actions and choices that a line asks for, as moves write them."""
    found: set[str] = set()
    for node in walk(line):
        if isinstance(node, typed_statements.Ask | typed_statements.Group):
            found |= {written.get(name, name) for name in node.offers}
        elif isinstance(node, typed_statements.Choose):
            found.add(node.name)
    return frozenset(found)


def places_read_in(condition: v.T) -> frozenset[str]:
    """The states and zones that a condition names."""
    states = {node.state for node in all_of(condition, v.Read)}
    return frozenset(states | {node.zone for node in all_of(condition, v.ZoneAt)})


__all__ = ["LineEffects", "line_effects"]
