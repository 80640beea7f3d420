"""Is a decision sure to offer something? From what encloses it, from endings that have not come, and from laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.effects.effect_summary import effects
from rulekit.check.proofs.initial_values import starting_values
from rulekit.check.proofs.inlining import Plain, replaced, written_out
from rulekit.check.proofs.offer_proofs import Prover
from rulekit.check.proofs.path_conditions import Place, bound_values, ending_facts, law_facts, opening_facts
from rulekit.check.proofs.state_cases import Cases, Offer
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.typesystem import types as t


class Decided:
    """Settles decisions of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.plain = Plain(checked)
        self.known = effects(checked)
        self.flow = flow_of(checked)
        self.calls: dict[str, list[typed_statements.Call]] = {}
        for body in checked.bodies.values():
            for node in walk(body):
                if isinstance(node, typed_statements.Call) and node.proc is not None:
                    self.calls.setdefault(node.proc, []).append(node)

    def settled(self, place: Place, but: frozenset[str] = frozenset()) -> bool:
        """Is there always a move? What reads any of `but` is not counted on, laws apart."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        if isinstance(step, typed_statements.Ask) and (self._other(step) or self._law(step)):
            return True
        names = written_out(self.plain, bound_values(self.checked, place))
        prover = Prover(self.checked, self.plain, self._near(place, but), names)
        return self._shown(prover, step, names) or self._shown(prover.with_(self._laws(place, names)), step, names)

    def nothing_left(self, place: Place) -> tuple[v.Read, Any] | None:
        """A state and a value it may have here, with which there is no move; nothing if none can be shown."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        seen = next((one for one in self.flow.body(place.key) if one.node is step), None)
        if seen is None:
            return None
        names = written_out(self.plain, bound_values(self.checked, place))
        known = Prover(self.checked, self.plain, self._near(place, frozenset()), names)
        atoms = known.with_(self._laws(place, names)).atoms
        offers = [self._offer(front, step.who, names) for front in self._fronts(step)]
        return Cases(self.checked).nothing_left(offers, atoms, lambda read: self.flow.numbers.of(read, seen.facts))

    def _fronts(self, step: typed_statements.Ask | typed_statements.Choose) -> list[tuple[typed_statements.Step, ...]]:
        """The choices and guards of everything that is offered, at any time included."""
        if isinstance(step, typed_statements.Choose):
            return [tuple(step.params)]
        anytime = [action.name for action in self.checked.symbols.actions.values() if action.decl.anytime]
        return [self.checked.bodies[f"action {name}"].front for name in (*step.offers, *anytime)]

    def _offer(self, front: Iterable[typed_statements.Step], who: v.T, names: dict[str, v.T]) -> Offer:
        """Guards that an exception may set aside are not counted on, nor are sets of things that are chosen."""
        inner = {**names, "player": self.plain.full(who, names)}
        bent = {bend.target for bend in self.checked.bends}
        binds: list[tuple[str, v.T]] = []
        guards: list[v.T] = []
        for step in front:
            if isinstance(step, typed_statements.Bound):
                inner[step.name] = self.plain.full(step.value, inner)
            elif isinstance(step, typed_statements.Guard) and step.id not in bent:
                guards.append(self.plain.full(step.condition, inner))
            elif isinstance(step, typed_statements.Param):
                inner.pop(step.name, None)
                if step.amount == "one":
                    binds.append((step.name, self.plain.full(step.source, inner)))
        return tuple(binds), guards

    def _shown(
        self, prover: Prover, step: typed_statements.Ask | typed_statements.Choose, names: dict[str, v.T]
    ) -> bool:
        if isinstance(step, typed_statements.Choose):
            return prover.choosable(step.params, names)
        return any(prover.possible(name, step.who) for name in step.offers)

    def _near(self, place: Place, but: frozenset[str]) -> list[v.T]:
        """What encloses the decision, what nothing has changed yet, and endings that have not come."""
        near = opening_facts(self.checked, place) + ending_facts(self.checked, place)
        near += starting_values(self.checked, place) + self._callers(place)
        return [fact for fact in near if not but or not self.known.reads(fact) & but]

    def _laws(self, place: Place, names: dict[str, v.T]) -> list[v.T]:
        """Laws about what the decision depends on."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        who = self.plain.full(step.who, names)
        wanted = self.known.reads(*(step.params if isinstance(step, typed_statements.Choose) else ()))
        for name in step.offers if isinstance(step, typed_statements.Ask) else ():
            wanted |= self.known.read_by(self.known.direct(f"legal {name}"))
        laws = [law for law in law_facts(self.checked, place) if self.known.reads(law) & wanted]
        return [one for law in laws for one in self._for(law, who)]

    def _for(self, law: v.T, who: v.T) -> Iterator[v.T]:
        """A law for the one who is asked, and as it stands."""
        full = self.plain.full(law, {"p": who, "player": who})
        yield full
        while isinstance(full, v.Quantifier) and full.kind == "every":
            name, source = full.binds[0]
            if not (isinstance(source, v.Members) and isinstance(source.of, t.Seat)):
                return
            rest = tuple((n, replaced(s, name, who)) for n, s in full.binds[1:])
            body = replaced(full.body, name, who)
            full = v.Quantifier("every", rest, body, type=t.YES_NO) if rest else body
            yield full
            yield from _likewise(full)

    def _callers(self, place: Place) -> list[v.T]:
        """The least that callers give for a number."""
        found: list[v.T] = []
        key = place.key.removeprefix("proc ")
        procs = [p for known in self.checked.symbols.procs.values() for p in known if p.key == key]
        for param in procs[0].params if procs and place.key.startswith("proc ") else ():
            low = _least(self.calls.get(key, []), param.name)
            if isinstance(param.type, t.Number) and low is not None:
                name, bound = v.Local(param.name, type=param.type), v.Const(low, type=t.number(low, low))
                found.append(v.Compare(">=", name, bound, type=t.YES_NO))
        return found

    def _other(self, step: typed_statements.Ask) -> bool:
        """One offer is there exactly when another is not possible."""
        for name in step.offers:
            front = self.checked.bodies[f"action {name}"].front
            guards = [s.condition for s in front if isinstance(s, typed_statements.Guard)]
            if len(guards) == len(front) and guards and all(_denies(g, step.offers) for g in guards):
                return True
        return False

    def _law(self, step: typed_statements.Ask) -> bool:
        """A law says that something of this is possible; play-outs hunt for the opposite."""
        laws = [(law.condition, law.kind != "never") for law in self.checked.laws if law.kind in RULING]
        return any(name in step.offers for law, yes in laws if law is not None for name in _said(law, yes))


RULING = ("always", "at-rest", "never")


def _denies(guard: v.T, offers: Iterable[str]) -> bool:
    inner = guard.inner if isinstance(guard, v.Not) else guard.test if isinstance(guard, v.IsNot) else None
    of = inner.get("of") if isinstance(inner, v.CoreUse) and inner.word == "possible" else None
    return isinstance(of, v.Named) and of.name in offers


def _said(node: v.T, yes: bool) -> Iterator[str]:
    """The actions that a law says are possible."""
    if isinstance(node, v.Not):
        yield from _said(node.inner, not yes)
    elif isinstance(node, v.And | v.Or):
        for part in node.parts:
            yield from _said(part, yes)
    elif isinstance(node, v.Quantifier):
        yield from _said(node.body, yes != (node.kind == "no"))
    elif isinstance(node, v.CoreUse) and node.word == "possible" and yes:
        of = node.get("of")
        if isinstance(of, v.Named):
            yield of.name


def _likewise(node: v.T) -> Iterator[v.T]:
    """`(a) is (b)`: whatever one side says counts as said; play-outs hunt for the opposite."""
    if isinstance(node, v.Equal) and isinstance(t.bare(node.left.type), t.YesNo) and not node.negated:
        yield node.left
        yield node.right


def _least(calls: list[typed_statements.Call], param: str) -> int | None:
    """The least of what some calls give; what is multiplied may be nothing."""
    lows = []
    for call in calls:
        kind = next((t.bare(value.type) for name, value in call.args if name == param), None)
        scaled = call.per is not None or call.most is not None
        lows.append(kind.low if isinstance(kind, t.Number) and not scaled else 0)
    return min(lows, default=None)
