"""Every body read line by line, with what is known when each statement runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import place
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Numbers
from rulekit.check.dataflow.transfer_functions import OPENERS, STEPS
from rulekit.check.effects.may_write import Writing
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.records import record
from rulekit.typesystem import types as t

Params = dict[tuple[str, str], f.Bounds]  # (procedure, `Number` parameter) -> what its callers give


@record
class Seen:
    """A statement or condition with what is known there."""

    node: Any  # does.Step, or a condition
    facts: Facts
    body: typed_statements.Body
    line: typed_statements.Line | None
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
        self.body: typed_statements.Body
        self.line: typed_statements.Line | None = None
        self.far = False
        self.nested = 0  # openers and indented bodies around
        self.sealed: frozenset[str] = frozenset()  # what others who are asked together may change
        self.passes, self.unrolled = 0, 1  # of loops: followed so far, and one by one at this place

    def follow(self, body: typed_statements.Body) -> list[Seen]:
        """Everything in one body, in the order in which it runs."""
        self.seen, self.body, self.line = [], body, None
        facts = self.start(body)
        for step in body.front:
            facts = self.step(step, facts, False)
        self.lines(body.lines, facts.without(self.numbers.lost(self.writing.before(body))))
        return self.seen

    def start(self, body: typed_statements.Body) -> Facts:
        """Parameters are never nothing, and those whose range follows from the callers have it."""
        facts = self.entry.surely("player")
        for name, kind in self._given(body):
            facts = facts.surely(name)
            if isinstance(kind, t.Number):
                facts = facts.bound(name, kind.low, kind.high)
        return facts

    def _given(self, body: typed_statements.Body) -> Iterator[tuple[str, t.Type]]:
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

    def lines(self, lines: tuple[typed_statements.Line, ...], facts: Facts) -> Facts:
        """Line after line; what `else` begins goes its way beside the line above it."""
        done, before, condition = facts, facts, None
        ways: tuple[list[Facts], list[Facts]] = [], []  # a line not taken for what stands further in, or done otherwise
        for line in lines:
            if line.replaces is not None or line.bend is not None:
                continue  # read where the line stands that it bends
            if line.openers and isinstance(line.openers[0], typed_statements.Else) and condition is not None:
                other = f.joined((self.numbers.narrowing.assume(condition, before, False), *ways[1]))
                instead, other = self._instead(line, other)
                more, rest = self.one(line, other, line.openers[1:])
                facts, condition = f.joined((done, more, *rest, *instead, *ways[0])), None
                continue
            instead, before = self._instead(line, facts)
            done, skipped = self.one(line, before, line.openers)
            skipped = [f.unbound(way, facts, done) for way in skipped]
            instead = [f.unbound(way, facts, done) for way in instead]
            first = line.openers[0] if line.openers else None
            condition = first.condition if isinstance(first, typed_statements.When) else None
            ways = skipped[1:], instead
            facts = f.joined((done, *skipped, *instead))
        return facts

    def _instead(self, line: typed_statements.Line, facts: Facts) -> tuple[list[Facts], Facts]:
        """What is known behind the lines that may be done instead of one, and where none of them is."""
        instead = list[Facts]()
        for other in self.writing.instead.get(line.id or "", ()):
            assert other.replaces is not None
            when, narrow = other.replaces[1], self.numbers.narrowing
            kept, self.line, self.nested = self.line, other, self.nested + 1
            if when is not None:
                self.note(when, facts)
            instead.append(self.inner(other, facts if when is None else narrow.assume(when, facts)))
            facts = facts.ended() if when is None else narrow.assume(when, facts, False)
            self.line, self.nested = kept, self.nested - 1
        return instead, facts

    def one(
        self, line: typed_statements.Line, facts: Facts, openers: tuple[typed_statements.Step, ...]
    ) -> tuple[Facts, list[Facts]]:
        """What is known behind one line if it ran, and if an opener kept it from running."""
        kept, self.line = (self.line, self.far, self.nested), line
        self.nested += len(line.openers)
        found = self.opened(line, openers, facts)
        self.line, self.far, self.nested = kept
        return found

    def opened(
        self, line: typed_statements.Line, openers: tuple[typed_statements.Step, ...], facts: Facts
    ) -> tuple[Facts, list[Facts]]:
        """The openers of a line from the outside in, and then what it does."""
        if not openers:
            return self.inner(line, facts), []
        return OPENERS[type(openers[0])](self, openers[0], facts, line, openers[1:])

    def inner(self, line: typed_statements.Line, facts: Facts) -> Facts:
        if line.body is not None:
            self.nested += 1
            facts = self.lines(line.body, facts)
            self.nested -= 1
            return facts
        done = facts.without(self.numbers.lost({"local last"})).bound("last", 0, 0)
        for step in line.price or ():
            done = self.step(step, done, True)
        if line.price is not None and self.body.sort == "action":
            done = done.without(self.numbers.lost(self.writing.before(self.body)))
        for step in line.does:
            done = self.step(step, done, False)
        skipped = line.price is not None and not (self.body.sort == "action" and not self.nested)
        return f.joined((done, f.unbound(facts, facts, done))) if skipped else done

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

    def member(self, param: typed_statements.Param, facts: Facts) -> Facts:
        """A name that stands for a member of a domain, for which the conditions of the domain hold."""
        inner = self.bind(param.name, facts)
        if param.amount != "one":
            return inner
        if isinstance(t.bare(param.type), t.Number):
            inner = inner.bound(param.name, *self.numbers.element(param.source, facts))
        inner = self._domain(param.source, param.name, param.type, inner)
        return inner.surely(param.name)

    def perhaps(self, param: typed_statements.Param, facts: Facts) -> Facts:
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
