"""Is a decision sure to offer something? From what encloses it, from endings that have not come, and from laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.effects_of import effects
from rulekit.check.examined import Checked
from rulekit.check.questions._facts import (
    Place,
    bound_values,
    ending_facts,
    law_facts,
    opening_facts,
)
from rulekit.check.questions._plain import Plain, replaced, written_out
from rulekit.check.questions._proofs import Prover
from rulekit.check.questions._starting import starting_values
from rulekit.check.walking import walk
from rulekit.kinds import types as t


class Decided:
    """Settles decisions of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.plain = Plain(checked)

    def settled(self, place: Place, but: frozenset[str] = frozenset()) -> bool:
        """Is there always a move? What reads any of `but` is not counted on, laws apart."""
        step = place.step
        assert isinstance(step, does.Ask | does.Choose)
        names = written_out(self.plain, bound_values(self.checked, place))
        who = self.plain.full(step.who, names)
        prover = Prover(self.checked, self.plain, self._known(place, who, but), names)
        if isinstance(step, does.Choose):
            return prover.choosable(step.params, names)
        return any(prover.possible(name, step.who) for name in step.offers) or self._other(step) or self._law(step)

    def _known(self, place: Place, who: v.T, but: frozenset[str]) -> list[v.T]:
        known = effects(self.checked)
        near = opening_facts(self.checked, place) + ending_facts(self.checked, place)
        near += starting_values(self.checked, place) + _callers(self.checked, place)
        found = [fact for fact in near if not known.reads(fact) & but]
        return found + [one for law in law_facts(self.checked, place) for one in self._for(law, who)]

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

    def _other(self, step: does.Ask) -> bool:
        """One offer is there exactly when another is not possible."""
        for name in step.offers:
            front = self.checked.bodies[f"action {name}"].front
            guards = [s.condition for s in front if isinstance(s, does.Guard)]
            if len(guards) == len(front) and guards and all(_denies(g, step.offers) for g in guards):
                return True
        return False

    def _law(self, step: does.Ask) -> bool:
        """A law says that something of this is possible; play-outs hunt for its breach."""
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
    """`(a) is (b)`: whatever one side says counts as said; play-outs hunt for its breach."""
    if isinstance(node, v.Equal) and isinstance(t.bare(node.left.type), t.YesNo) and not node.negated:
        yield node.left
        yield node.right


def _callers(checked: Checked, place: Place) -> list[v.T]:
    """The least that callers give for a number."""
    found: list[v.T] = []
    for procs in checked.symbols.procs.values():
        for proc in procs:
            if f"proc {proc.key}" == place.key:
                for param in proc.params:
                    low = _least(checked, proc.key, param.name)
                    if isinstance(param.type, t.Number) and low is not None:
                        name = v.Local(param.name, type=param.type)
                        bound = v.Const(low, type=t.number(low, low))
                        found.append(v.Compare(">=", name, bound, type=t.YES_NO))
    return found


def _least(checked: Checked, proc: str, param: str) -> int | None:
    lows = []
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, does.Call) and node.proc == proc:
                kind = next((t.bare(value.type) for name, value in node.args if name == param), None)
                scaled = node.per is not None or node.most is not None
                lows.append(kind.low if isinstance(kind, t.Number) and not scaled else 0)
    return min(lows) if lows else None
