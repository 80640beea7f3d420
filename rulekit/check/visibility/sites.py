"""Definitions and uses of names, and the sites of decisions: which lines ask a player to decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.memo import memoize
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
        self.lets: set[tuple[int, str]] = set()  # names that stand for what was worked out once, by their body
        self.last: dict[int, typed_statements.Call] = {}  # the call that a `last` speaks of
        self._values: dict[tuple[int, str], list[v.T]] = defaultdict(list)
        self._moves: dict[tuple[int, str], list[v.T]] = defaultdict(list)
        for body in checked.bodies.values():
            for node in walk(body):
                if isinstance(node, typed_statements.Param | typed_statements.Each):
                    self._values[id(body), node.name].append(node.source)
                elif isinstance(node, typed_statements.Bound):
                    self.lets.add((id(body), node.name))
                    self._values[id(body), node.name].append(node.value)
                elif isinstance(node, typed_statements.Call):
                    self._index(node, body)
            for line in lines_of(body.lines):
                self._index_last(line)

    def _index_last(self, line: typed_statements.Line) -> None:
        """Of which call each `last` of a chain speaks."""
        for call, step in pairwise(line.does):
            if isinstance(call, typed_statements.Call):
                self.last.update(dict.fromkeys(map(id, _lasts(step)), call))

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
        elif verb.overwrites and place.local:
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

    def outcome(self, call: typed_statements.Call) -> tuple[typed_statements.Body | None, list[v.T]]:
        """What `last` tells after a call: of a procedure what it reports and when, of a verb the place it writes."""
        if call.proc is None:
            place = call.get(call.core.writes or "")
            return None, [] if place is None else [place]
        body = self.checked.bodies.get(f"proc {call.proc}")
        if body is None:
            return None, []
        sites = _sites(body.lines, (), False, lambda line: ((value, False, None) for value in _reported(line)))
        return body, [value for site in sites for value in (*site.conditions, site.seat) if value is not None]

    def triggers(self, body: typed_statements.Body) -> Iterator[typed_statements.Body]:
        """The bodies after which a reaction runs."""
        for name in body.events:
            for key in (f"action {name}", *(f"proc {p.key}" for p in self.checked.symbols.procs.get(name, ()))):
                if key in self.checked.bodies:
                    yield self.checked.bodies[key]


Asking = typed_statements.Ask | typed_statements.Choose | typed_statements.Menu


def _lasts(step: typed_statements.Step) -> Iterator[v.Local]:
    return (node for node in all_of(step, v.Local) if node.name == "last")


def _reported(line: typed_statements.Line) -> Iterator[v.T | None]:
    for step in line.does:
        if isinstance(step, typed_statements.Call) and step.core.does is VerbAction.REPORT:
            yield step.get("")


@record
class DecisionSite:
    """A line that asks a player, or calls what asks, and the values that decide whether and how often it does."""

    id: str | None
    seat: v.T | None  # who is asked; None where a called procedure works that out by itself
    conditions: tuple[v.T, ...]
    sealed: bool  # inside a `together`: the other players do not notice
    span: Span
    ask: Asking | None = None  # None where a called procedure asks

    @property
    def player_name(self) -> str:
        """The player as the rules name him, if that is one word."""
        return "" if self.seat is None else _named(self.seat)


def _named(seat: v.T) -> str:
    return seat.local or ("" if seat.indexes else seat.state)


def decisions(body: typed_statements.Body) -> Iterator[DecisionSite]:
    """Every line of a body that asks a player by itself, outer lines first."""
    yield from _sites(body.lines, (), False, _asked_here)


Asks = Callable[[typed_statements.Line], Iterable[tuple[v.T | None, bool, Asking | None]]]


def _asked_here(line: typed_statements.Line) -> Iterator[tuple[v.T | None, bool, Asking | None]]:
    for step in line.does:
        if isinstance(step, Asking):
            yield step.who, False, step


def _sites(
    lines: tuple[typed_statements.Line, ...], outer: tuple[v.T, ...], sealed: bool, asks: Asks
) -> Iterator[DecisionSite]:
    """For each that a line asks: who it is, whether only he notices, and the question if it stands there."""
    above: typed_statements.Line | None = None
    for line in lines:
        conditions = (*outer, *_conditions(line, above))
        hidden = sealed or any(isinstance(opener, typed_statements.Together) for opener in line.openers)
        for seat, inside, ask in asks(line):
            yield DecisionSite(line.id, seat, conditions, hidden or inside, line.span, ask)
        yield from _sites(line.body or (), conditions, hidden, asks)
        above = line


def _conditions(line: typed_statements.Line, above: typed_statements.Line | None) -> Iterator[v.T]:
    """What decides whether one line runs, how often, and for whom; an `else` stands under the `if` above it."""
    for opener in line.openers:
        if (
            isinstance(opener, typed_statements.When | typed_statements.Until | typed_statements.Together)
            and opener.condition is not None
        ):
            yield opener.condition
        elif isinstance(opener, typed_statements.Repeat):
            yield opener.times
        elif isinstance(opener, typed_statements.Each):
            yield opener.source
        elif (
            isinstance(opener, typed_statements.Else)
            and above
            and above.openers
            and isinstance(above.openers[0], typed_statements.When)
        ):
            yield above.openers[0].condition
    if line.replaces is not None and line.replaces[1] is not None:
        yield line.replaces[1]


class IndirectDecisions:
    """Lines that ask nobody by themselves and yet decide whether somebody is asked.

    They call a procedure that asks, or stand in the place of a line that does::

        [turn.go]   if heap > 3: feed player
        [turn.dry]  instead of [turn.feed] when heap = 0: add 1 to hunger of player
    """

    def __init__(self, checked: CheckedRulebook) -> None:
        self.lines = {line.id: line for body in checked.bodies.values() for line in lines_of(body.lines) if line.id}
        self.seats: dict[str, dict[tuple[str, bool], v.T | None]] = {}  # by procedure: whom it asks, in its own words
        procedures = {key.removeprefix("proc "): body for key, body in checked.bodies.items() if key[:5] == "proc "}
        before = -1
        while before != (before := sum(map(len, self.seats.values()))):
            for key, body in procedures.items():
                self.seats[key] = {
                    ("" if site.seat is None else _named(site.seat), site.sealed): site.seat
                    for site in (*decisions(body), *self.sites_in(body))
                }

    def sites_in(self, body: typed_statements.Body) -> Iterator[DecisionSite]:
        """Such lines of one body, outer lines first."""
        yield from _sites(body.lines, (), False, self._asked_elsewhere)

    def _asked_elsewhere(self, line: typed_statements.Line) -> Iterator[tuple[v.T | None, bool, Asking | None]]:
        for step in line.does:
            if isinstance(step, typed_statements.Call) and step.proc is not None:
                for (name, sealed), seat in self.seats.get(step.proc, {}).items():
                    yield _at_call(step, name, seat), sealed, None
        if line.replaces is not None and line.replaces[0] in self.lines:
            replaced = self.lines[line.replaces[0]]
            yield from ((seat, sealed, None) for seat, sealed, _ in _asked_here(replaced))
            if replaced.replaces is None:
                yield from self._asked_elsewhere(replaced)


def _at_call(call: typed_statements.Call, name: str, seat: v.T | None) -> v.T | None:
    """Who is asked by what is called, in the words of the caller."""
    if seat is not None and seat.state:
        return None if seat.indexes else seat
    return call.get(name) if call.get(name) is not None else dict(call.hidden).get(name)


@memoize
def def_use(checked: CheckedRulebook) -> DefUse:
    """The index of a rulebook, made when first asked for."""
    return DefUse(checked)


@memoize
def offered_to(checked: CheckedRulebook) -> dict[str, tuple[v.T, ...]]:
    """Action -> (`active`,) if it is only ever offered to the active player."""
    askers: dict[str, list[v.T]] = defaultdict(list)
    for body in checked.bodies.values():
        for decision in decisions(body):
            assert decision.ask is not None
            for name in _offers(decision.ask):
                askers[name].append(decision.ask.who)
    return {name: tuple(who[:1]) for name, who in askers.items() if all(one.state == ACTIVE for one in who)}


def _offers(ask: Asking) -> tuple[str, ...]:
    if isinstance(ask, typed_statements.Menu):
        return tuple(name for group in ask.groups for name in group.offers)
    return ask.offers if isinstance(ask, typed_statements.Ask) else ()
