"""Effect summaries: what each body may do, write and read, with all that it calls; worked out once for a rulebook.

Keys are those of `CheckedRulebook.bodies`, and `column Card.options` for everything an effects column may do,
`instead x` for the lines that may be done instead of the line x. Of values there are `word w`, `relation r`,
`legal a` (domains, guards and price of an action) and `payable Card.options`. What is read and written has the names
`state x` and `zone z`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from rulekit.check.effects.direct_effects import (
    PIECES,
    SEATS,
    TIME,
    ZONES,
    DirectEffects,
    EffectCollector,
    PlaceWrite,
    TriggerEdge,
    join_effects,
)
from rulekit.check.effects.zone_flow import ZoneFlow
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of
from rulekit.check.tree.substitution import expand_relation, expand_word
from rulekit.memo import memoize
from rulekit.records import evolve
from rulekit.typesystem import types as t

INSIDE = frozenset(("call", "offer", "perform", "row", "replaced", "before", "after", "instead of"))
EVERY = INSIDE | {"anytime"}
Names = frozenset[str]
NONE: Names = frozenset()


class EffectSummary:
    """What a piece of text does with all that it sets off: its parts by their keys."""

    def __init__(self, parts: tuple[tuple[str, DirectEffects], ...]) -> None:
        self.parts = parts

    @functools.cached_property
    def marks(self) -> Names:
        """What happens besides reading and writing: "asks", "draws", "finishes"."""
        return NONE.union(*(part.marks for _, part in self.parts))

    @functools.cached_property
    def keys(self) -> Names:
        """The bodies that take part, `proc draw`, `action grab` .."""
        return frozenset(key for key, _ in self.parts)

    @functools.cached_property
    def writes(self) -> Names:
        """The states and zones that may be written, locals left out."""
        return frozenset(w.name for _, part in self.parts for w in part.writes if not w.name.startswith("local "))

    @functools.cached_property
    def lowers(self) -> Names:
        """The states that may become smaller."""
        return frozenset(w.name for _, part in self.parts for w in part.writes if w.way != "up")

    @property
    def waits(self) -> bool:
        """Whether the game can stop inside, for a player or for chance."""
        return bool(self.marks & {"asks", "draws"})

    def reactions(self) -> list[TriggerEdge]:
        """The edges to reactions that may be set off."""
        return [e for _, part in self.parts for e in part.edges if e.target.startswith("reaction ")]


class EffectSummaries:
    """Answers for one rulebook; every body, word and relation is looked at once."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.words = {word.key: word for word in checked.words}
        self.relations = {relation.name: relation for relation in checked.relations}
        self.bends: dict[str, list[v.T]] = {}  # the exceptions to a clause
        for bend in checked.bends:
            self.bends.setdefault(bend.target, []).append(bend.condition)
        self.zone_flow = ZoneFlow(checked)
        self.listeners = _listeners(checked)
        self.resets = _resets(checked)
        self.columns = _columns(checked)
        self.values = _values(checked, self.bends)
        self._replacing = _replacing(checked)
        self.instead = {id_: [line for _, line in found] for id_, found in self._replacing.items()}
        self._direct: dict[str, DirectEffects] = {}
        self._closed: dict[tuple[str, Names], EffectSummary] = {}
        self._used: dict[str, Names] = {}
        self._behind: dict[str, Names] = {}
        self._changes: dict[int, tuple[Any, Names]] = {}  # kept with the step, so that no other gets its id
        self._meanings: dict[int, tuple[v.T, v.T]] = {}  # kept with the word in the same way

    # -------------------------------------------------------------- bodies

    def direct_effects(self, key: str) -> DirectEffects:
        """What a body, a word, a column .. does and reads itself."""
        if key not in self._direct:
            self._direct[key] = self._work(key)
        return self._direct[key]

    def _work(self, key: str) -> DirectEffects:
        if key.startswith("column "):
            rows = self.columns.get(key.removeprefix("column "), ())
            return DirectEffects(edges=tuple(TriggerEdge(row, "row", self.checked.bodies[row].span) for row in rows))
        if key.startswith("instead "):
            lines = self._replacing.get(key.removeprefix("instead "), ())
            return join_effects(self.gather(home, (line,)) for home, line in lines)
        body = self.checked.bodies.get(key)
        if body is None:
            return self.gather("", self.values.get(key, ()))
        found = self.gather(key, (*body.front, *body.lines))
        heard = [TriggerEdge(f"reaction {n}", timing, body.span) for n, timing in self.listeners.get(_event(body), ())]
        fresh = tuple(PlaceWrite(f"state {name}", "any", (), body.span) for name in self.begun_anew(body))
        return evolve(found, edges=(*found.edges, *heard), writes=(*found.writes, *fresh))

    def summary_of(self, key: str, follow: Names = INSIDE) -> EffectSummary:
        """Everything that may happen once a body runs."""
        if (key, follow) not in self._closed:
            self._closed[key, follow] = self._close(((key, self.direct_effects(key)),), follow)
        return self._closed[key, follow]

    def begun_anew(self, body: typed_statements.Body) -> list[str]:
        """The states that are back at their start when a body begins."""
        return self.resets.get(_event(body), [])

    def summary_inside(self, key: str, nodes: Iterable[Any], follow: Names = INSIDE) -> EffectSummary:
        """Everything that some lines or statements of a body may do."""
        return self._close((("", self.gather(key, nodes)),), follow)

    def _close(self, start: tuple[tuple[str, DirectEffects], ...], follow: Names) -> EffectSummary:
        found = dict(start)
        todo = [part for _, part in start]
        while todo:
            for edge in todo.pop().edges:
                if edge.sort in follow and edge.target not in found:
                    found[edge.target] = self.direct_effects(edge.target)
                    todo.append(found[edge.target])
        return EffectSummary(tuple(found.items()))

    def gather(self, key: str, nodes: Iterable[Any]) -> DirectEffects:
        """What these nodes of a body do themselves."""
        return EffectCollector(self.checked.symbols, self.zone_flow, self.instead, key).effects_of(nodes)

    # -------------------------------------------------------------- what may change

    def changes(self, step: typed_statements.Step) -> Names:
        """What one statement may change, in all that it sets going: states, `zones`, and names as `local n`."""
        known = self._changes.get(id(step))
        if known is None:
            known = self._changes[id(step)] = step, self._changed_by(self.gather("", (step,)))
        return known[1]

    def changes_in(self, lines: Iterable[typed_statements.Line]) -> Names:
        """What some lines may change, and the names they bind or set."""
        todo, run = list(lines_of(lines)), dict[int, typed_statements.Line]()
        while todo:
            line = todo.pop()
            if id(line) not in run:
                run[id(line)] = line
                todo += lines_of(self.instead.get(line.id or "", ()))
        own = self.gather("", (part for line in run.values() for part in (line.openers, line.price or (), line.does)))
        return self._changed_by(own) | own.binds | {"local last"}

    def changes_before(self, body: typed_statements.Body) -> Names:
        """What reactions, and others who were asked together, may change before the first effect of a body."""
        return self._interruptions.get(_event(body), NONE)

    def _changed_by(self, own: DirectEffects) -> Names:
        return own.changes.union(*(self._all_changes.get(edge.target, NONE) for edge in own.edges))

    @functools.cached_property
    def _all_changes(self) -> dict[str, Names]:
        """What each body may change with all that it sets off, its own names apart: round until nothing is added."""
        parts = {key: self.direct_effects(key) for key in self.checked.bodies}
        todo = list(parts.values())
        while todo:
            fresh = {edge.target for edge in todo.pop().edges} - parts.keys()
            parts |= {key: self.direct_effects(key) for key in fresh}
            todo += [parts[key] for key in fresh]
        found = {key: {name for name in part.changes if not name.startswith("local ")} for key, part in parts.items()}
        targets = {key: {edge.target for edge in part.edges} for key, part in parts.items()}
        grown = True
        while grown:
            grown = False
            for key, own in found.items():
                before = len(own)
                own.update(*(found[target] for target in targets[key]))
                grown = grown or len(own) > before
        return {key: frozenset(names) for key, names in found.items()}

    @functools.cached_property
    def _interruptions(self) -> dict[str, Names]:
        """By actions and procedures: what may change between their guards and their first effect."""
        found: dict[str, set[str]] = {}
        for event, reactions in self.listeners.items():
            for number, timing in reactions:
                if timing != "after":
                    found.setdefault(event, set()).update(self._all_changes[f"reaction {number}"])
        for body in self.checked.bodies.values():
            for line in lines_of(body.lines):
                if any(isinstance(opener, typed_statements.Together) for opener in line.openers):
                    changed = {name for name in self.changes_in((line,)) if not name.startswith("local ")}
                    for step in line.does:
                        for offer in step.offers if isinstance(step, typed_statements.Ask) else ():
                            found.setdefault(offer, set()).update(changed)
        return {name: frozenset(names) for name, names in found.items()}

    # -------------------------------------------------------------- values

    def meaning(self, node: v.T) -> v.T:
        """A word or relation with its arguments as what it stands for, written out once wherever it stands, so that
        what is found out about it is found again; itself, if no one value stands for it.
        """
        known = self._meanings.get(id(node))
        if known is None:
            known = self._meanings[id(node)] = node, self._written_out(node)
        return known[1]

    def _written_out(self, node: v.T) -> v.T:
        word = expand_word(node, self.words)
        return expand_relation(node, self.relations, self.bends) if word is node else word

    def reads(self, *nodes: Any) -> Names:
        """Every state and zone that values or statements may look at, through words and relations too."""
        return self.read_by(self.gather("", nodes))

    def read_by(self, *parts: DirectEffects) -> Names:
        """All that these parts read, with everything read by the words, relations and procedures they use."""
        own = NONE.union(*(part.reads for part in parts))
        return own.union(*(self.direct_effects(key).reads for key in self.names_used(*parts)))

    def names_used(self, *parts: DirectEffects) -> Names:
        """Every word, relation, legality and procedure that values go through."""
        return NONE.union(*(self._through(key) for part in parts for key in part.uses))

    def _through(self, key: str) -> Names:
        """A word or relation with all that it uses."""
        if key not in self._used:
            found, todo = {key}, [key]
            while todo:
                here = todo.pop()
                fresh = self._used.get(here, self.direct_effects(here).uses) - found
                found |= fresh
                todo += fresh
            self._used[key] = frozenset(found)
        return self._used[key]

    def depends(self, *nodes: Any) -> Names:
        """What a value depends on: `option x`, `state y`, `seats`, `zones`, `time`; through words and relations too."""
        own = EffectCollector(self.checked.symbols, self.zone_flow, self.instead, "")
        own.look_at(nodes)
        return _depends(own.inputs, own.reads).union(*(self.names_behind(key) for key in own.uses))

    def names_behind(self, key: str) -> Names:
        """What `word w`, `relation r` and the like depend on."""
        if key not in self._behind:
            self._behind[key] = NONE.union(*map(self._depends_itself, self._through(key)))
        return self._behind[key]

    def _depends_itself(self, key: str) -> Names:
        part = self.direct_effects(key)
        return _depends(part.inputs, part.reads)

    def is_fixed(self, *nodes: Any) -> bool:
        """Can this be told from the tables, once options and players are given?"""
        return rests_on_configuration(self.depends(*nodes))


def _depends(inputs: Iterable[str], reads: Iterable[str]) -> Names:
    return frozenset(inputs).union(name for name in reads if name.startswith("state "))


def rests_on_configuration(depends: Names) -> bool:
    """Nothing but options and how many play."""
    return all(name == SEATS or name.startswith("option ") for name in depends)


# ------------------------------------------------------------------ tables made once


def _event(body: typed_statements.Body) -> str:
    """The name by which others wait for a body: `gain`, whichever `gain` it is."""
    return body.name.split("/")[0]


def _listeners(checked: CheckedRulebook) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for number, reaction in enumerate(checked.symbols.reactions, 1):
        for event in reaction.events:
            found.setdefault(event, []).append((number, reaction.timing))
    return found


def _resets(checked: CheckedRulebook) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for state in checked.symbols.states.values():
        for moment in state.decl.resets if state.decl is not None else ():
            found.setdefault(moment, []).append(state.name)
    return found


def _columns(checked: CheckedRulebook) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in checked.bodies:
        if key.startswith("effect "):
            kind, column = key.removeprefix("effect ").split(".")[:2]
            found.setdefault(f"{kind}.{column}", []).append(key)
    return found


def _replacing(checked: CheckedRulebook) -> dict[str, list[tuple[str, typed_statements.Line]]]:
    """By the id of a line the lines that may be done instead, each with the body it stands in."""
    found: dict[str, list[tuple[str, typed_statements.Line]]] = {}
    for key, body in checked.bodies.items():
        for line in lines_of(body.lines):
            if line.replaces is not None:
                found.setdefault(line.replaces[0], []).append((key, line))
    return found


def _values(checked: CheckedRulebook, bends: dict[str, list[v.T]]) -> dict[str, tuple[Any, ...]]:
    """The values behind words, relations, legalities and prices."""
    found: dict[str, tuple[Any, ...]] = {}
    for word in checked.words:
        found[f"word {word.key}"] = word.body if isinstance(word.body, tuple) else (word.body,)
    for relation in checked.relations:
        more = [c for case in relation.cases for c in bends.get(case.id or "", ())]
        found[f"relation {relation.name}"] = (*relation.cases, *more)
    for key, body in checked.bodies.items():
        sort, _, name = key.partition(" ")
        prices = [step for line in body.lines if not line.openers for step in line.price or ()]
        if sort == "action":
            more = [c for step in body.front for c in bends.get(step.id or "", ())]
            found[f"legal {name}"] = (*body.front, *more, *map(_as_supposed, prices))
        elif sort == "effect":
            column = "payable " + ".".join(name.split(".")[:2])
            found[column] = (*found.get(column, ()), *body.front, *map(_as_supposed, prices))
    return found


def _as_supposed(step: typed_statements.Step) -> Any:
    """A call in a price is looked at as something supposed."""
    if isinstance(step, typed_statements.Call):
        return v.Supposing(step, v.Const(True, type=t.YES_NO), type=t.YES_NO)
    return step


@memoize
def effects(checked: CheckedRulebook) -> EffectSummaries:
    """The effects of a rulebook, worked out when first asked for."""
    return EffectSummaries(checked)


__all__ = [
    "EVERY",
    "INSIDE",
    "PIECES",
    "SEATS",
    "TIME",
    "ZONES",
    "DirectEffects",
    "EffectSummaries",
    "EffectSummary",
    "PlaceWrite",
    "TriggerEdge",
    "effects",
]
