"""Every body read line by line, with what is known when each statement runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.amounts import place
from rulekit.check.facts import Facts
from rulekit.check.intervals import Numbers
from rulekit.check.maybe import may_be_nothing
from rulekit.check.writes import stepped
from rulekit.check.writing import Writing
from rulekit.kinds import types as t

Params = dict[tuple[str, str], f.Bounds]  # (procedure, `Number` parameter) -> what its callers give


@attrs.frozen
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
            ways = [_unbound(way, facts, done) for way in ways]
            first = line.openers[0] if line.openers else None
            condition = first.condition if isinstance(first, does.When) else None
            skipped = ways[1:] if condition is not None else []
            facts = f.joined((done, *ways))
        return facts

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
        return attrs.evolve(done, dead=True) if endless else done, ways

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
        return facts.without(self.numbers.lost(self.writing.marks(step)))

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
    fresh = {
        k: b for k, b in done.bounds.items() if isinstance(k, str) and k not in before.bounds and k not in way.bounds
    }
    return attrs.evolve(way, bounds={**way.bounds, **fresh}) if fresh else way


# ------------------------------------------------------------------ statements


def _param(w: Follower, step: does.Param, facts: Facts) -> Facts:
    return w.member(step, facts)


def _guard(w: Follower, step: does.Guard, facts: Facts) -> Facts:
    return w.numbers.narrowing.assume(step.condition, facts)


def _let(w: Follower, step: does.Bound, facts: Facts) -> Facts:
    inner = w.bind(step.name, facts)
    if not may_be_nothing(w.numbers, step.value, facts):
        inner = inner.surely(step.name)
    if isinstance(t.bare(step.value.type), t.Number):
        inner = inner.bound(step.name, *w.numbers.of(step.value, facts))
        if not w.numbers.touched(f.key(step.value)) & {f"local {step.name}"}:
            inner = inner.above(step.name, f.key(step.value), 0).above(f.key(step.value), step.name, 0)
    return inner


def _roll(w: Follower, step: does.Roll, facts: Facts) -> Facts:
    low, high = w.numbers.element(step.source, facts)
    for name in step.names:
        facts = w.bind(name, facts).surely(name)
        facts = (
            facts.bound(name, low, high)
            if isinstance(t.bare(t.member(step.source.type) or t.UNKNOWN), t.Number)
            else facts
        )
    return facts


def _lot(w: Follower, step: does.Lot, facts: Facts) -> Facts:
    return w.member(step.param, facts)


def _choose(w: Follower, step: does.Choose, facts: Facts) -> Facts:
    facts = facts.without(w.numbers.lost(w.writing.marks(step)))
    optional = step.able or step.mode == "may"
    for param in step.params:
        facts = w.perhaps(param, facts) if optional else w.member(param, facts)
    return facts


def _finish(w: Follower, step: does.Finish, facts: Facts) -> Facts:
    return attrs.evolve(facts, dead=True)


def _call(w: Follower, step: does.Call, facts: Facts) -> Facts:
    return stepped(w.numbers, step, facts, w.writing.marks(step))


STEPS: dict[type, Callable[..., Facts]] = {
    does.Param: _param,
    does.Guard: _guard,
    does.Bound: _let,
    does.Roll: _roll,
    does.Lot: _lot,
    does.Choose: _choose,
    does.Finish: _finish,
    does.Call: _call,
}
Opened = tuple[Facts, Facts | None]


# ------------------------------------------------------------------ openers: the facts inside, and those when it does not run


def _when(w: Follower, opener: does.When, facts: Facts, line: does.Line) -> Opened:
    w.note(opener.condition, facts)
    narrow = w.numbers.narrowing
    return narrow.assume(opener.condition, facts), narrow.assume(opener.condition, facts, False)


def _loop(w: Follower, facts: Facts, line: does.Line, passes: int = t.LARGEST) -> tuple[Facts, Facts]:
    """What holds before every pass, and after the last: what no pass changes, and how far the locals have come."""
    marks = w.writing.of((line,))
    base = facts.without(w.numbers.lost(marks))
    counted = {mark.removeprefix("local ") for mark in marks} & {k for k in facts.bounds if isinstance(k, str)}
    if not counted:
        return base, base
    for name in sorted(counted):
        base = base.bound(name, *facts.bounds[name])
    inside = attrs.evolve(line, openers=tuple(o for o in line.openers if isinstance(o, does.When)))
    kept, w.seen = w.seen, []
    after, _ = w.one(inside, base, inside.openers)
    w.seen, behind = kept, base
    for name in sorted(counted):
        before, once = facts.bounds[name], after.bounds.get(name, (-t.LARGEST, t.LARGEST))
        base = base.replaced(name, _grown(before, once, max(0, passes - 1)))
        behind = behind.replaced(name, _grown(before, once, passes))
    return base, behind


def _grown(before: f.Bounds, after: f.Bounds, passes: int) -> f.Bounds:
    """After so many passes, each of which takes it as far as the first did."""
    down, up = min(0, after[0] - before[0]), max(0, after[1] - before[1])
    return f.plus(before, f.clamp(down * passes, up * passes))


def _repeat(w: Follower, opener: does.Repeat, facts: Facts, line: does.Line) -> Opened:
    w.note(opener, facts)
    return _loop(w, facts, line, max(0, w.numbers.of(opener.times, facts)[1]))


def _until(w: Follower, opener: does.Until, facts: Facts, line: does.Line) -> Opened:
    times = t.LARGEST if opener.times is None else max(0, w.numbers.of(opener.times, facts)[1])
    base, behind = _loop(w, facts, line, times)
    w.note(opener, base)
    narrow = w.numbers.narrowing
    return narrow.assume(opener.condition, base, False), narrow.assume(opener.condition, behind)


def _each(w: Follower, opener: does.Each, facts: Facts, line: does.Line) -> Opened:
    w.note(opener, facts)
    base, behind = _loop(w, facts, line, w.numbers.amounts.size(opener.source, facts)[1])
    param = does.Param(None, opener.name, opener.source, "one", None, None, t.member(opener.source.type) or t.UNKNOWN)
    return w.member(param, base), behind


def _ever(w: Follower, opener: does.Ever, facts: Facts, line: does.Line) -> Opened:
    return _loop(w, facts, line)[0], None


def _together(w: Follower, opener: does.Together, facts: Facts, line: does.Line) -> Opened:
    base = _loop(w, facts, line)[0].surely(opener.name)
    if opener.condition is None:
        return base, base
    w.note(opener.condition, base)
    return w.numbers.narrowing.assume(opener.condition, base), base


def _far(w: Follower, opener: does.AsFar, facts: Facts, line: does.Line) -> Opened:
    w.far = True
    return facts, None


def _else(w: Follower, opener: does.Else, facts: Facts, line: does.Line) -> Opened:
    return facts, facts


OPENERS: dict[type, Callable[..., Opened]] = {
    does.When: _when,
    does.Else: _else,
    does.Repeat: _repeat,
    does.Until: _until,
    does.Each: _each,
    does.Ever: _ever,
    does.Together: _together,
    does.AsFar: _far,
}
