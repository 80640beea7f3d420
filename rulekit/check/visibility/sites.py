"""Definitions and uses of names, and the sites of decisions: which lines ask a player to decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.records import record
from rulekit.source import Span
from rulekit.verbs.verb import VerbAction
from rulekit.words.vocabulary import ACTIVE


class DefUse:
    """For every name in a body the values it may get; for every state what is written into it."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.calls: dict[str, list[tuple[typed_statements.Call, typed_statements.Body]]] = defaultdict(
            list
        )  # by procedure
        self.writes: dict[str, list[tuple[v.T, v.T, typed_statements.Body]]] = defaultdict(
            list
        )  # by state: place, value
        self._values: dict[tuple[int, str], list[v.T]] = defaultdict(list)
        self._moves: dict[tuple[int, str], list[v.T]] = defaultdict(list)
        for body in checked.bodies.values():
            for node in walk(body):
                if isinstance(node, typed_statements.Param | typed_statements.Each):
                    self._values[id(body), node.name].append(node.source)
                elif isinstance(node, typed_statements.Bound):
                    self._values[id(body), node.name].append(node.value)
                elif isinstance(node, typed_statements.Call):
                    self._index(node, body)

    def _index(self, call: typed_statements.Call, body: typed_statements.Body) -> None:
        if call.proc is not None:
            self.calls[call.proc].append((call, body))
        verb = call.core
        place, value = call.get(verb.writes or ""), call.get("to" if verb.value is None else verb.value)
        if value is None:
            return
        if place is None:
            return
        if verb.does is VerbAction.MOVE and place.local:
            self._moves[id(body), place.local].append(value)
        elif verb.fresh and place.local:
            self._values[id(body), place.local].append(value)
        elif verb.writes is not None and verb.sign >= 0 and place.state:
            self.writes[place.state].append((place, value, body))

    def values(self, body: typed_statements.Body, name: str) -> list[v.T]:
        """What a body binds the name to: values, or the collections it runs through."""
        return self._values.get((id(body), name), [])

    def moves(self, body: typed_statements.Body, name: str) -> list[v.T]:
        """The zones to which a body moves what the name stands for."""
        return self._moves.get((id(body), name), [])

    def arguments(
        self, body: typed_statements.Body, name: str
    ) -> list[tuple[typed_statements.Call, v.T, typed_statements.Body]]:
        """What the callers of a procedure pass for a parameter: call, value, calling body."""
        if body.sort != "procedure":
            return []
        sites = ((call, call.get(name), caller) for call, caller in self.calls.get(body.name, ()))
        return [(call, value, caller) for call, value, caller in sites if value is not None]

    def triggers(self, body: typed_statements.Body) -> Iterator[typed_statements.Body]:
        """The bodies after which a reaction runs."""
        for name in body.events:
            for key in (f"action {name}", *(f"proc {p.key}" for p in self.checked.symbols.procs.get(name, ()))):
                if key in self.checked.bodies:
                    yield self.checked.bodies[key]


@record
class DecisionSite:
    """A line that asks a player, and the conditions that decide whether it does."""

    id: str | None
    ask: typed_statements.Ask | typed_statements.Choose | typed_statements.Menu
    conditions: tuple[v.T, ...]
    sealed: bool  # inside a `together`: the other players do not notice
    span: Span

    @property
    def who(self) -> str:
        """The player as the rules name him, if that is one word."""
        who = self.ask.who
        return who.local or ("" if who.indexes else who.state)


def decisions(body: typed_statements.Body) -> Iterator[DecisionSite]:
    """Every line of a body that asks a player, outer lines first."""
    yield from _decisions(body.lines, (), False)


def _decisions(
    lines: tuple[typed_statements.Line, ...], outer: tuple[v.T, ...], sealed: bool
) -> Iterator[DecisionSite]:
    above: typed_statements.Line | None = None
    for line in lines:
        conditions = (*outer, *_conditions(line, above))
        hidden = sealed or any(isinstance(opener, typed_statements.Together) for opener in line.openers)
        for step in line.does:
            if isinstance(step, typed_statements.Ask | typed_statements.Choose | typed_statements.Menu):
                yield DecisionSite(line.id, step, conditions, hidden, line.span)
        yield from _decisions(line.body or (), conditions, hidden)
        above = line


def _conditions(line: typed_statements.Line, above: typed_statements.Line | None) -> Iterator[v.T]:
    """The conditions of one line; an `else` stands under that of the `if` above it."""
    for opener in line.openers:
        if (
            isinstance(opener, typed_statements.When | typed_statements.Until | typed_statements.Together)
            and opener.condition is not None
        ):
            yield opener.condition
        elif (
            isinstance(opener, typed_statements.Else)
            and above
            and above.openers
            and isinstance(above.openers[0], typed_statements.When)
        ):
            yield above.openers[0].condition


def offered_to(checked: CheckedRulebook) -> dict[str, tuple[v.T, ...]]:
    """Action -> (`active`,) if it is only ever offered to the active player."""
    askers: dict[str, list[v.T]] = defaultdict(list)
    for body in checked.bodies.values():
        for decision in decisions(body):
            for name in _offers(decision.ask):
                askers[name].append(decision.ask.who)
    return {name: tuple(who[:1]) for name, who in askers.items() if all(one.state == ACTIVE for one in who)}


def _offers(ask: typed_statements.Ask | typed_statements.Choose | typed_statements.Menu) -> tuple[str, ...]:
    if isinstance(ask, typed_statements.Menu):
        return tuple(name for group in ask.groups for name in group.offers)
    return ask.offers if isinstance(ask, typed_statements.Ask) else ()
