"""What a statement may change: states, zones; through calls, offers, effects and reactions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.effects.value_dependencies import ZONES
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.statement_walk import lines_of, steps_in, steps_of
from rulekit.typesystem import types as t

PLACED = ("move", "shuffle")
WRITTEN = {"set": "", "add": "to", "take": "from", "raise": "", "lower": ""}
Marks = frozenset[str]
EVERYTHING = "everything"


class Writing:
    """Answers for one rulebook, worked out once for every body."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._bodies: dict[str, Marks] = {}
        self._steps: dict[
            int, tuple[typed_statements.Step, Marks]
        ] = {}  # kept with the step, so that no other gets its id
        self._columns: dict[tuple[str, str], list[str]] = {}
        for key in checked.bodies:
            if key.startswith("effect "):
                kind, column = key.removeprefix("effect ").split(".")[:2]
                self._columns.setdefault((kind, column), []).append(key)
        self._followers: dict[str, list[str]] = {}
        for key, body in checked.bodies.items():
            for event in body.events:
                self._followers.setdefault(event, []).append(key)
        self._resets: dict[str, set[str]] = {}
        for name, info in checked.symbols.states.items():
            for moment in info.decl.resets if info.decl is not None else ():
                self._resets.setdefault(moment, set()).add(f"state {name}")
        self.instead: dict[str, list[typed_statements.Line]] = {}  # the lines that may be done instead of another
        for line in (line for body in checked.bodies.values() for line in lines_of(body.lines)):
            if line.replaces is not None:
                self.instead.setdefault(line.replaces[0], []).append(line)
        self._settle()
        self._before = self._interrupted()

    def _interrupted(self) -> dict[str, Marks]:
        """By actions and procedures: what may change between their guards and their first effect."""
        found: dict[str, set[str]] = {}
        for key, body in self.checked.bodies.items():
            for event in body.events if body.timing != "after" else ():
                found.setdefault(event, set()).update(self._bodies[key])
            for line in lines_of(body.lines):
                if any(isinstance(opener, typed_statements.Together) for opener in line.openers):
                    marks = {mark for mark in self.of((line,)) if not mark.startswith("local ")}
                    for offer in (
                        o for step in line.does if isinstance(step, typed_statements.Ask) for o in step.offers
                    ):
                        found.setdefault(offer, set()).update(marks)
        return {name: frozenset(marks) for name, marks in found.items()}

    def before(self, body: typed_statements.Body) -> Marks:
        """What reactions, and others who were asked together, may change before the first effect of a body."""
        return self._before.get(body.name.split("/")[0], frozenset())

    def _settle(self) -> None:
        """Bodies may call each other in circles: go round until nothing is added."""
        own = {key: self._own(body) for key, body in self.checked.bodies.items()}
        calls = {key: self._calls(body) for key, body in self.checked.bodies.items()}
        found = {key: set(marks) for key, marks in own.items()}
        changed = True
        while changed:
            changed = False
            for key, called in calls.items():
                before = len(found[key])
                for other in called:
                    found[key] |= found.get(other, set())
                changed = changed or len(found[key]) > before
        self._bodies = {key: frozenset(marks) for key, marks in found.items()}

    def _own(self, body: typed_statements.Body) -> set[str]:
        found: set[str] = set(self._resets.get(body.name.split("/")[0], ()))
        for step in self._doing(body):
            if isinstance(step, typed_statements.Call):
                found |= core(step)
        return found

    def _calls(self, body: typed_statements.Body) -> set[str]:
        found: set[str] = set()
        for step in self._doing(body):
            found |= self.bodies(step)
        return found

    def _doing(self, body: typed_statements.Body) -> Iterator[Any]:
        """All that a body does, and what may be done instead of its lines."""
        yield from steps_of(body)
        yield from steps_in(self._others(body.lines))

    def _others(self, lines: Iterable[typed_statements.Line]) -> Iterator[typed_statements.Line]:
        for line in lines_of(lines):
            yield from self.instead.get(line.id or "", ())

    def bodies(self, step: typed_statements.Step) -> set[str]:
        """The keys of the bodies a statement runs or offers, and of those that react to them."""
        found: set[str] = set()
        if isinstance(step, typed_statements.Call):
            if step.proc is not None:
                found.add(f"proc {step.proc}")
                found.update(self._followers.get(step.verb, ()))
            if step.verb == "perform" and step.proc is None:
                found.update(self._effects(step.get("")))
        elif isinstance(step, typed_statements.Ask):
            found.update(self._offered(step.offers))
        elif isinstance(step, typed_statements.Menu):
            found.update(self._offered(offer for group in step.groups for offer in group.offers))
        elif isinstance(step, typed_statements.Choose):
            found.update(self._offered(()))
        return found

    def _effects(self, effect: v.T | None) -> list[str]:
        kind = t.bare(effect.type) if effect is not None else t.UNKNOWN
        return self._columns.get((kind.kind, kind.column), []) if isinstance(kind, t.EffectOf) else []

    def _offered(self, names: Iterable[str]) -> Iterable[str]:
        anytime = (n for n, info in self.checked.symbols.actions.items() if info.decl.anytime)
        for name in (*names, *anytime):
            yield f"action {name}"
            yield from self._followers.get(name, ())

    def marks(self, step: typed_statements.Step) -> Marks:
        """What one statement may change, in all that it sets going."""
        known = self._steps.get(id(step))
        if known is None:
            known = self._steps[id(step)] = step, self._marks(step)
        return known[1]

    def _marks(self, step: typed_statements.Step) -> Marks:
        found = core(step) if isinstance(step, typed_statements.Call) else set()
        for key in self.bodies(step):
            found |= self._bodies.get(key, set())
        return frozenset(found)

    def of(self, lines: tuple[typed_statements.Line, ...]) -> Marks:
        """What some lines may change, and the names they bind or set."""
        found: set[str] = {"local last"}
        for step in (*steps_in(lines), *steps_in(self._others(lines))):
            found |= self.marks(step) | bound(step)
        return frozenset(found)


def core(call: typed_statements.Call) -> set[str]:
    """What a core verb writes."""
    if call.proc is not None:
        return set()
    if call.verb in PLACED:
        return {ZONES, "state facing"}
    slot = WRITTEN.get(call.verb)
    place = call.get(slot) if slot is not None else None
    if isinstance(place, v.Read):
        return {f"state {place.state}"}
    return {f"local {place.name}"} if isinstance(place, v.Local) else set()


def bound(step: Any) -> set[str]:
    """The names a statement binds."""
    if isinstance(
        step, typed_statements.Bound | typed_statements.Param | typed_statements.Each | typed_statements.Together
    ):
        return {f"local {step.name}"}
    if isinstance(step, typed_statements.Choose):
        return {f"local {param.name}" for param in step.params}
    if isinstance(step, typed_statements.Roll):
        return {f"local {name}" for name in step.names}
    if isinstance(step, typed_statements.Lot):
        return {f"local {step.param.name}"}
    return set()
