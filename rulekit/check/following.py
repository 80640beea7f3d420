"""Every body read line by line, with what is known when each statement runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.amounts import place
from rulekit.check.facts import Facts
from rulekit.check.followed import OPENERS, STEPS
from rulekit.check.intervals import Numbers
from rulekit.check.writing import Writing
from rulekit.kinds import types as t
from rulekit.node import evolve, record

Params = dict[tuple[str, str], f.Bounds]  # (procedure, `Number` parameter) -> what its callers give


@record
class Seen:
    """A statement or condition with what is known there."""

    node: Any  # does.Step, or a condition
    facts: Facts
    body: does.Body
    line: does.Line | None
    price: bool = False
    far: bool = False  # under `as far as possible`


class Follower:
    """Reads bodies; `params` are the bounds of inferred parameters as far as they are known."""

    def __init__(self, numbers: Numbers, writing: Writing, params: Params, entry: Facts = f.NONE) -> None:
        self.numbers = numbers
        self.writing = writing
        self.params = params
        self.entry = entry
        self.seen: list[Seen] = []
        self.body: does.Body
        self.line: does.Line | None = None
        self.far = False

    def follow(self, body: does.Body) -> list[Seen]:
        """Everything in one body, in the order in which it runs."""
        self.seen, self.body, self.line = [], body, None
        facts = self.start(body)
        for step in body.front:
            facts = self.step(step, facts, False)
        self.lines(body.lines, facts)
        return self.seen

    def start(self, body: does.Body) -> Facts:
        """Parameters are never nothing, and those whose range follows from the callers have it."""
        facts = self.entry.surely("player")
        for name, kind in self._given(body):
            facts = facts.surely(name)
            if isinstance(kind, t.Number):
                facts = facts.bound(name, kind.low, kind.high)
        return facts

    def _given(self, body: does.Body) -> Iterator[tuple[str, t.Type]]:
        symbols = self.numbers.symbols
        if body.sort == "procedure":
            yield from self._header(body.name)
        for event in body.events:
            for proc in symbols.procs.get(event, ()):
                yield from self._header(proc.key)
            for param in symbols.actions[event].params if event in symbols.actions else ():
                yield param.name, param.type

    def _header(self, key: str) -> Iterator[tuple[str, t.Type]]:
        procs = (p for known in self.numbers.symbols.procs.values() for p in known if p.key == key)
        for param in (p for proc in procs for p in proc.params):
            known = self.params.get((key, param.name))
            yield param.name, t.Number(*known) if known is not None else param.type

    # -------------------------------------------------------------- lines

    def note(self, node: Any, facts: Facts, price: bool = False) -> None:
        if not facts.dead:
            self.seen.append(Seen(node, facts, self.body, self.line, price, self.far))

    def lines(self, lines: tuple[does.Line, ...], facts: Facts) -> Facts:
        """Line after line; what `else` begins goes its way beside the line above it."""
        done, skipped, before, condition = facts, list[Facts](), facts, None
        for line in lines:
            if line.openers and isinstance(line.openers[0], does.Else) and condition is not None:
                other = self.numbers.narrowing.assume(condition, before, False)
                more, ways = self.one(line, other, line.openers[1:])
                facts, condition = f.joined((done, more, *ways, *skipped)), None
                continue
            before = facts
            done, ways = self.one(line, facts, line.openers)
            if line.replaces is not None:
                continue
            ways = [_unbound(way, facts, done) for way in (*ways, *self._replaced(line, facts))]
            first = line.openers[0] if line.openers else None
            condition = first.condition if isinstance(first, does.When) else None
            skipped = ways[1:] if condition is not None else []
            facts = f.joined((done, *ways))
        return facts

    def _replaced(self, line: does.Line, facts: Facts) -> list[Facts]:
        """Another line may be done instead of this one; here we know only what it leaves alone."""
        others = self.writing.instead.get(line.id or "", ())
        return [facts.without(self.numbers.lost(self.writing.of(others)))] if others else []

    def one(self, line: does.Line, facts: Facts, openers: tuple[does.Step, ...]) -> tuple[Facts, list[Facts]]:
        """What is known behind one line if it ran, and if an opener kept it from running."""
        kept, self.line = (self.line, self.far), line
        inner, ways, endless = facts, [], False
        for opener in openers:
            inner, other = OPENERS[type(opener)](self, opener, inner, line)
            ways += [other] if other is not None else []
            endless = endless or isinstance(opener, does.Until | does.Ever)
        done = self.inner(line, inner)
        self.line, self.far = kept
        return done.ended() if endless else done, ways

    def inner(self, line: does.Line, facts: Facts) -> Facts:
        if line.replaces is not None and line.replaces[1] is not None:
            self.note(line.replaces[1], facts)
        for step in line.price or ():
            facts = self.step(step, facts, True)
        for step in line.does:
            facts = self.step(step, facts, False)
        return self.lines(line.body, facts) if line.body is not None else facts

    def step(self, step: Any, facts: Facts, price: bool) -> Facts:
        self.note(step, facts, price)
        known = STEPS.get(type(step))
        if known is not None:
            return known(self, step, facts)
        marks = self.writing.marks(step)
        return facts.without(self.numbers.lost(marks)) if marks else facts

    # -------------------------------------------------------------- names

    def bind(self, name: str, facts: Facts) -> Facts:
        return facts.without(self.numbers.lost({f"local {name}"}))

    def member(self, param: does.Param, facts: Facts) -> Facts:
        """A name that stands for a member of a domain, for which the conditions of the domain hold."""
        inner = self.bind(param.name, facts)
        if param.amount != "one":
            return inner
        if isinstance(t.bare(param.type), t.Number):
            inner = inner.bound(param.name, *self.numbers.element(param.source, facts))
        inner = self._domain(param.source, param.name, param.type, inner)
        return inner.surely(param.name)

    def perhaps(self, param: does.Param, facts: Facts) -> Facts:
        """A name that may stand for nothing: what its bounds would be if it does not."""
        inner, plain = self.member(param, facts), self.bind(param.name, facts)
        for key, (low, high) in inner.bounds.items():
            if f"local {param.name}" in self.numbers.touched(key) and not inner.dead:
                plain = plain.bound(key, low, high)
        return plain

    def _domain(self, source: v.T, name: str, kind: t.Type, facts: Facts) -> Facts:
        """What is true of every member of a domain is true of this one."""
        facts = facts.surely(*self._full(source))
        return self.numbers.narrowing.member(v.Local(name, type=kind), source, facts)

    def _full(self, source: v.T) -> tuple[f.Key, ...]:
        return () if isinstance(source, v.Members | v.Const | v.Listed) else (place(source),)


def _unbound(way: Facts, before: Facts, done: Facts) -> Facts:
    """A name that was not bound because the line did not run is nothing, so any bounds are true of it."""
    fresh: dict[f.Key, f.Bounds] = {
        k: b for k, b in done.bounds.items() if isinstance(k, str) and k not in before.bounds and k not in way.bounds
    }
    return evolve(way, bounds={**fresh, **way.bounds}) if fresh else way
