"""Which divisors may be 0: values are walked with what is known at each place in them, words as they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Numbers
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import Caught, put
from rulekit.check.tree.typed_walk import children, walk
from rulekit.records import record

DEEP = 12  # words within words; what is further in is looked at with nothing known


@record
class Doubt:
    """A divisor that may be 0 or less, and between which numbers it lies there."""

    divisor: v.T
    bounds: f.Bounds


class Divisors:
    """Answers for one rulebook."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        reading = numbers.reading
        self.bodies: dict[str, tuple[tuple[Any, ...], Any]] = {}  # words and relations: parameters, and what they say
        self.bodies |= {f"word {key}": (word.params, word.body) for key, word in reading.words.items()}
        self.bodies |= {f"relation {key}": (one.params, one.cases) for key, one in reading.relations.items()}
        self.dividing = self._dividing()
        self.used = set[str]()
        self.deep = 0
        self.any = bool(self.dividing) or any(_divides(body) for body in numbers.checked.bodies.values())

    def _dividing(self) -> frozenset[str]:
        """Words and relations in which something is divided, or that use one of them."""
        within = {key: walk(body) for key, (_, body) in self.bodies.items()}
        found = {key for key, (_, body) in self.bodies.items() if _divides(body)}
        while True:
            more = {key for key, nodes in within.items() if any(_named(node) in found for node in nodes)}
            if more <= found:
                return frozenset(found)
            found |= more

    def doubtful(self, node: Any, facts: Facts) -> Iterator[Doubt]:
        """Every divisor in a value, where play comes to it, that may be 0."""
        if facts.dead or not self._matters(node):
            return
        by = v.divisor(node) if isinstance(node, v.T) else None
        if by is not None and not isinstance(by, v.Const):
            bounds = self.numbers.of(by, facts)
            if bounds[0] < 1:
                yield Doubt(by, bounds)
        form = FORMS.get(type(node))
        if form is not None:
            yield from form(self, node, facts)
        else:
            for child in children(node):
                yield from self.doubtful(child, facts)

    def _matters(self, node: Any) -> bool:
        return _divides(node) or any(_named(one) in self.dividing for one in walk(node))

    def unused(self) -> Iterator[Doubt]:
        """Words that nothing uses, with nothing known of what they are given."""
        for key in sorted(self.dividing - self.used):
            params, body = self.bodies[key]
            names = f.NONE.surely(*(param.name for param in params))
            yield from self._said(body, names) if isinstance(body, tuple) else self.doubtful(body, names)

    def within(self, node: v.Use | v.Related, facts: Facts) -> Iterator[Doubt]:
        """A word where it is used: its body with what it is given put in."""
        for arg in (*node.args, *(value for _, value in node.hidden)):
            yield from self.doubtful(arg, facts)
        key = _named(node)
        if key not in self.dividing or key is None:
            return
        self.used.add(key)
        params, body = self.bodies[key]
        given = {p.name: a for p, a in zip(params, node.args, strict=False)} | dict(node.hidden)
        try:
            made = tuple(put_in(case, given) for case in body) if isinstance(body, tuple) else put(body, given)
        except Caught:
            made, facts = body, f.NONE
        if self.deep >= DEEP:
            made, facts = body, f.NONE.ended()
            self.used.discard(key)
        self.deep += 1
        yield from self._said(made, facts) if isinstance(made, tuple) else self.doubtful(made, facts)
        self.deep -= 1

    def _said(self, cases: tuple[Any, ...], facts: Facts) -> Iterator[Doubt]:
        """Cases one after another: behind one that holds comes no other; lines of a total are all added."""
        assume = self.numbers.narrowing.assume
        for case in cases:
            here = facts
            if case.condition is not None:
                yield from self.doubtful(case.condition, facts)
                here = assume(case.condition, facts)
            if case.value is not None:
                yield from self.doubtful(case.value, here)
            if case.condition is not None and case.sort not in ("term", "bound"):
                facts = assume(case.condition, facts, False)


def put_in(case: Any, given: dict[str, v.T]) -> Any:
    """A case with its parameters replaced."""
    from rulekit.records import evolve

    return evolve(case, value=put(case.value, given), condition=put(case.condition, given))


def _divides(node: Any) -> bool:
    return any(isinstance(one, v.T) and _by(one) for one in walk(node))


def _by(node: v.T) -> bool:
    by = v.divisor(node)
    return by is not None and not isinstance(by, v.Const)


def _named(node: Any) -> str | None:
    """The word or relation a value uses."""
    if isinstance(node, v.Use):
        return f"word {node.word}"
    return f"relation {node.relation}" if isinstance(node, v.Related) else None


# ------------------------------------------------------------------ forms in which something is known of a part


def _choice(d: Divisors, node: v.Choice, facts: Facts) -> Iterator[Doubt]:
    assume = d.numbers.narrowing.assume
    yield from d.doubtful(node.condition, facts)
    yield from d.doubtful(node.yes, assume(node.condition, facts))
    yield from d.doubtful(node.no, assume(node.condition, facts, False))


def _parts(d: Divisors, node: v.And | v.Or, facts: Facts) -> Iterator[Doubt]:
    """From left to right, as far as it is not decided yet."""
    for part in node.parts:
        yield from d.doubtful(part, facts)
        facts = d.numbers.narrowing.assume(part, facts, isinstance(node, v.And))


def _filter(d: Divisors, node: v.Filter, facts: Facts) -> Iterator[Doubt]:
    yield from d.doubtful(node.source, facts)
    yield from d.doubtful(node.condition, d.numbers.bound(facts, node.name, node.source))


def _let(d: Divisors, node: v.Let, facts: Facts) -> Iterator[Doubt]:
    yield from d.doubtful(node.source, facts)
    yield from d.doubtful(node.value, d.numbers.named(facts, node))


def _collect(d: Divisors, node: v.Collect, facts: Facts) -> Iterator[Doubt]:
    yield from d.doubtful(node.source, facts)
    yield from d.doubtful(node.value, _sifted(d, node.name, node.source, facts))


def _quantifier(d: Divisors, node: v.Quantifier, facts: Facts) -> Iterator[Doubt]:
    for name, source in node.binds:
        yield from d.doubtful(source, facts)
        facts = _sifted(d, name, source, facts)
    yield from d.doubtful(node.body, facts)


def _sifted(d: Divisors, name: str, source: v.T, facts: Facts) -> Facts:
    """Where a name stands for a member, which passes what the collection was sifted by."""
    inner = d.numbers.bound(facts, name, source)
    member = v.Local(name, type=_member(source))
    return d.numbers.narrowing.member(member, source, inner)


def _member(source: v.T) -> Any:
    from rulekit.typesystem import types as t

    return t.member(source.type) or t.UNKNOWN


def _later(d: Divisors, node: v.Supposing, facts: Facts) -> Iterator[Doubt]:
    """After a call nothing is known here."""
    for part in children(node):
        yield from d.doubtful(part, f.NONE)


FORMS: dict[type, Callable[[Divisors, Any, Facts], Iterator[Doubt]]] = {
    v.Choice: _choice,
    v.And: _parts,
    v.Or: _parts,
    v.Filter: _filter,
    v.Let: _let,
    v.Collect: _collect,
    v.Quantifier: _quantifier,
    v.Use: lambda d, node, facts: d.within(node, facts),
    v.Related: lambda d, node, facts: d.within(node, facts),
    v.Supposing: _later,
    v.Earlier: lambda d, node, facts: d.doubtful(node.value, f.NONE),
}
