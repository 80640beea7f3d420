"""The walker of the dataflow analysis: a body read line by line, with what is known when each statement runs.

It goes forward only, in the order of play. Where two ways meet only what is known on both is kept, and behind a
statement is forgotten whatever it, and all that it sets off, may change. So a fact that is still there is true in
every game; what is missing may be true all the same. In the second of these two lines `coins of player` lies from 2
upwards, which is why no number can fall below 0. A line::

    [pay.enough]  require coins of player >= 2
    [pay.coins]  take 2 from coins of player
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.dataflow.loop_fixpoint import LoopBody, LoopFixpoint, Opened, Rest
from rulekit.check.dataflow.write_transfer import WriteTransfer
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.records import record
from rulekit.typesystem import types as t

Params = dict[tuple[str, str], f.Bounds]  # (procedure, `Number` parameter) -> what its callers give
FIXED = (v.Members, v.Const, v.Listed)  # domains that cannot be empty or full by what play does


@record
class ProgramPoint:
    """A statement or condition with what is known there."""

    node: Any  # a Step, or a condition
    facts: Facts
    body: typed_statements.Body
    line: typed_statements.Line | None
    price: bool = False
    far: bool = False  # under `as far as possible`


class DataflowWalker(LoopFixpoint):
    """Reads bodies; `params` are the bounds of inferred parameters as far as they are known."""

    def __init__(self, intervals: Intervals, params: Params, entry: Facts = f.NONE) -> None:
        super().__init__(intervals)
        self.transfer = WriteTransfer(intervals)
        self.params = params
        self.entry = entry
        self.body: typed_statements.Body
        self.line: typed_statements.Line | None = None
        self.far = False
        self.nested = 0  # openers and indented bodies around
        self.sealed: frozenset[str] = frozenset()  # what others who are asked together may change

    def walk(self, body: typed_statements.Body) -> list[ProgramPoint]:
        """Everything in one body, in the order in which it runs."""
        self.seen, self.body, self.line = [], body, None
        facts = self._start(body)
        for step in body.front:
            facts = self._step(step, facts, False)
        self._lines(body.lines, self._without(facts, self.effects.changes_before(body)))
        return self.seen

    def _start(self, body: typed_statements.Body) -> Facts:
        """Parameters are never nothing, and those whose range follows from the callers have it."""
        facts = self.entry.with_present("player")
        for name, kind in self._parameters_of(body):
            facts = facts.with_present(name)
            if kind.numeric:
                facts = facts.with_bounds(name, kind.low, kind.high)
        return facts

    def _parameters_of(self, body: typed_statements.Body) -> Iterator[tuple[str, t.Type]]:
        """The parameters that a body begins with: those of its own header, and for a reaction those of each procedure
        or action that it reacts to.
        """
        symbols = self.intervals.symbols
        if body.sort == "procedure":
            yield from self._header(body.name)
        for event in body.events:
            for proc in symbols.procs.get(event, ()):
                yield from self._header(proc.key)
            for param in symbols.actions[event].params if event in symbols.actions else ():
                yield param.name, param.type

    def _header(self, key: str) -> Iterator[tuple[str, t.Type]]:
        """The parameters of the procedure with this key; one declared as plain `Number` has the range that its callers
        were found to give.
        """
        procs = (p for known in self.intervals.symbols.procs.values() for p in known if p.key == key)
        for param in (p for proc in procs for p in proc.params):
            known = self.params.get((key, param.name))
            yield param.name, t.Number(*known) if known is not None else param.type

    def _assume(self, condition: v.T, facts: Facts, holds: bool = True) -> Facts:
        """The facts where a condition holds, or with `holds=False` where it does not."""
        return self.intervals.assume(condition, facts, holds)

    def _without(self, facts: Facts, marks: frozenset[str] | set[str]) -> Facts:
        """What is still known once these may have changed."""
        return facts.drop(self.intervals.loss_test(marks)) if marks else facts

    # -------------------------------------------------------------- lines

    def _note(self, node: Any, facts: Facts, price: bool = False) -> None:
        """Remembers what is known at a statement or condition, for the checks that look at it later. Where nobody ever
        comes (dead facts) nothing is remembered: no complaint is due there.
        """
        if not facts.dead:
            self.seen.append(ProgramPoint(node, facts, self.body, self.line, price, self.far))

    def _lines(self, lines: tuple[typed_statements.Line, ...], facts: Facts) -> Facts:
        """Line after line; what `else` begins goes its way beside the line above it."""
        done, before, condition = facts, facts, None
        ways: tuple[list[Facts], list[Facts]] = [], []  # a line not taken for what stands further in, or done otherwise
        for line in lines:
            if line.replaces is not None or line.bend is not None:
                continue  # read where the line stands that it bends
            if line.openers and isinstance(line.openers[0], typed_statements.Else) and condition is not None:
                other = f.join_facts((self._assume(condition, before, False), *ways[1]))
                instead, other = self._instead(line, other)
                more, rest = self._one(line, other, line.openers[1:])
                facts, condition = f.join_facts((done, more, *rest, *instead, *ways[0])), None
                continue
            instead, before = self._instead(line, facts)
            done, skipped = self._one(line, before, line.openers)
            skipped = [self._unbound(line, way, facts, done) for way in skipped]
            instead = [self._unbound(line, way, facts, done) for way in instead]
            first = line.openers[0] if line.openers else None
            condition = first.condition if isinstance(first, typed_statements.When) else None
            ways = skipped[1:], instead
            facts = f.join_facts((done, *skipped, *instead))
        return facts

    def _instead(self, line: typed_statements.Line, facts: Facts) -> tuple[list[Facts], Facts]:
        """What is known behind the lines that may be done instead of one, and where none of them is."""
        instead = list[Facts]()
        for other in self.effects.instead.get(line.id or "", ()):
            assert other.replaces is not None
            when = other.replaces[1]
            kept, self.line, self.nested = self.line, other, self.nested + 1
            if when is not None:
                self._note(when, facts)
            instead.append(self._inner(other, facts if when is None else self._assume(when, facts)))
            facts = facts.as_unreachable() if when is None else self._assume(when, facts, False)
            self.line, self.nested = kept, self.nested - 1
        return instead, facts

    def _one(self, line: typed_statements.Line, facts: Facts, openers: Rest) -> Opened:
        """What is known behind one line if it ran, and if an opener kept it from running."""
        kept, self.line = (self.line, self.far, self.nested), line
        self.nested += len(line.openers)
        found = self.walk_openers(line, openers, facts)
        self.line, self.far, self.nested = kept
        return found

    def walk_openers(self, line: typed_statements.Line, openers: Rest, facts: Facts) -> Opened:
        """The openers of a line from the outside in, and then what it does."""
        if not openers:
            return self._inner(line, facts), []
        return self.OPENERS[type(openers[0])](self, openers[0], facts, line, openers[1:])

    def _inner(self, line: typed_statements.Line, facts: Facts) -> Facts:
        """What a line does once its openers have let it: an indented body, or its price and then its statements.

        A price that cannot be paid leaves the line out, so what is known without it is kept beside; not so at the
        margin of an action, where the price decides whether the action may be chosen at all.
        """
        if line.body is not None:
            self.nested += 1
            facts = self._lines(line.body, facts)
            self.nested -= 1
            return facts
        done = self._without(facts, {"local last"}).with_bounds("last", 0, 0)
        for step in line.price or ():
            done = self._step(step, done, True)
        if line.price is not None and self.body.sort == "action":
            done = self._without(done, self.effects.changes_before(self.body))
        for step in line.does:
            done = self._step(step, done, False)
        skipped = line.price is not None and not (self.body.sort == "action" and not self.nested)
        return f.join_facts((done, self._unbound(line, facts, facts, done))) if skipped else done

    # -------------------------------------------------------------- statements

    def _step(self, step: Any, facts: Facts, price: bool) -> Facts:
        """The facts behind one statement: by the method for its class, or what is left of them if nothing more is
        known than what it may change.
        """
        self._note(step, facts, price)
        known = self.STEPS.get(type(step))
        return known(self, step, facts) if known is not None else self._without(facts, self.effects.changes(step))

    def _guard(self, step: typed_statements.Guard, facts: Facts) -> Facts:
        """`require coins of player >= 2`: behind it the condition holds, or one of its exceptions."""
        return self._assume(self.intervals.guard_condition(step), facts)

    def _let(self, step: typed_statements.Bound, facts: Facts) -> Facts:
        """`let n be cost of c`: the name has the bounds of its value, and stays tied to it, as in `let n be coins of p
        + 2`, by their distance; not to a value in which the name itself is read.
        """
        inner = self._bind(step.name, facts)
        if not self.intervals.may_be_nothing(step.value, facts):
            inner = inner.with_present(step.name)
        if step.value.type.bare.numeric:
            inner = inner.with_bounds(step.name, *self.intervals.bounds_of(step.value, facts))
            other, by = f.split_offset(step.value)
            if f"local {step.name}" not in self.intervals.subjects_of(other):
                inner = inner.with_above(step.name, other, by).with_above(other, step.name, -by)
        return inner

    def _roll(self, step: typed_statements.Roll, facts: Facts) -> Facts:
        """The names of a roll lie between the smallest and the largest number that can be rolled."""
        low, high = self.intervals.element(step.source, facts)
        number = (step.source.type.member or t.UNKNOWN).bare.numeric
        for name in step.names:
            facts = self._bind(name, facts).with_present(name)
            facts = facts.with_bounds(name, low, high) if number else facts
        return facts

    def _choose(self, step: typed_statements.Choose, facts: Facts) -> Facts:
        """What was chosen fits its domain; with `may` it can also be nothing. Those who are asked together may have
        changed what they can reach before the answer is carried out, so that is forgotten.
        """
        facts = self._without(facts, self.effects.changes(step))
        optional = step.able or step.mode == "may"
        for param in step.params:
            facts = self._perhaps(param, facts) if optional else self._member(param, facts)
        return self._without(facts, self.sealed - {f"local {param.name}" for param in step.params})

    def _call(self, step: typed_statements.Call, facts: Facts) -> Facts:
        """The facts behind a call: what it writes is known as far as the statement itself says what it writes."""
        return self.transfer.facts_after(step, facts, self.effects.changes(step), self.far)

    # -------------------------------------------------------------- names

    def _bind(self, name: str, facts: Facts) -> Facts:
        """A name that stands for something else from here on: whatever was known of it is forgotten."""
        return self._without(facts, {f"local {name}"})

    def _member(self, param: typed_statements.Param, facts: Facts) -> Facts:
        """A name that stands for a member of a domain, for which the conditions of the domain hold."""
        inner = self._bind(param.name, facts)
        if param.amount != "one":
            return inner
        if param.type.bare.numeric:
            inner = inner.with_bounds(param.name, *self.intervals.element(param.source, facts))
        inner = inner if isinstance(param.source, FIXED) else inner.with_present(f.place(param.source))
        return self.intervals.member(v.Local(param.name, type=param.type), param.source, inner).with_present(param.name)

    def _perhaps(self, param: typed_statements.Param, facts: Facts) -> Facts:
        """A name that may stand for nothing: what its bounds would be if it does not."""
        inner, plain = self._member(param, facts), self._bind(param.name, facts)
        for key, (low, high) in inner.bounds.items():
            if f"local {param.name}" in self.intervals.subjects_of(key) and not inner.dead:
                plain = plain.with_bounds(key, low, high)
        return plain

    def _lot(self, step: typed_statements.Lot, facts: Facts) -> Facts:
        """Out of what may be empty, chance may draw nothing."""
        source = step.param.source
        filled = self.intervals.size(source, facts)[0] > 0 or f.place(source) in facts.sure
        return self._member(step.param, facts) if filled else self._perhaps(step.param, facts)

    STEPS: ClassVar[dict[type, Callable[..., Facts]]] = {
        typed_statements.Param: _member,
        typed_statements.Guard: _guard,
        typed_statements.Bound: _let,
        typed_statements.Roll: _roll,
        typed_statements.Lot: _lot,
        typed_statements.Choose: _choose,
        typed_statements.Finish: lambda self, step, facts: facts.as_unreachable(),
        typed_statements.Call: _call,
    }

    # -------------------------------------------------------------- openers

    def _when(self, opener: typed_statements.When, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """`if c:` runs the rest of the line where the condition holds; the way past it is where it does not."""
        self._note(opener.condition, facts)
        done, ways = self.walk_openers(line, rest, self._assume(opener.condition, facts))
        return done, [self._assume(opener.condition, facts, False), *ways]

    def _else(self, opener: typed_statements.Else, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """Whether the line above ran has been looked at by `_lines`, which knows its condition; here only the rest is
        read.
        """
        return self.walk_openers(line, rest, facts)

    def _as_far(self, opener: typed_statements.AsFar, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """`as far as possible:` does what it can, so a number that would leave its range is no mistake under it."""
        self.far = True
        return self.walk_openers(line, rest, facts)

    def _times(self, times: v.T | None, facts: Facts) -> f.Bounds:
        """How often, if that number may be nothing not at all."""
        if times is None:
            return 0, t.LARGEST
        low, high = self.intervals.bounds_of(times, facts)
        return (0 if self.intervals.may_be_nothing(times, facts) else max(0, low)), max(0, high)

    def _repeat(self, opener: typed_statements.Repeat, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """`repeat n:` is a loop of a number of passes that is known before it starts."""
        self._note(opener, facts)
        return self.facts_behind_loop(LoopBody(line, rest, _same, _same, *self._times(opener.times, facts)), facts), []

    def _until(self, opener: typed_statements.Until, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """`until c:`: before each pass the condition does not hold, behind the loop it does.

        Its number of passes is bounded by the words that say so, or by a number that falls with each pass, which
        cannot fall more often than its range is wide.
        """

        def enter(before: Facts) -> Facts:
            self._note(opener, before)
            return self._assume(opener.condition, before, False)

        most = max(self._times(opener.times, facts)[1], self._times(opener.times, f.NONE)[1])
        if opener.falling is not None:
            low, high = self.intervals.bounds_of(opener.falling, f.NONE)
            most = min(high - low + 1, t.LARGEST)
        loop = LoopBody(line, rest, enter, lambda before: self._assume(opener.condition, before), 0, most)
        return self.facts_behind_loop(loop, facts), []

    def _each(self, opener: typed_statements.Each, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """What is true of the members when the loop begins stays true of them only as far as no pass changes it."""
        self._note(opener, facts)
        least, most = self.intervals.size(opener.source, facts)
        kind = opener.source.type.member or t.UNKNOWN
        param = typed_statements.Param(None, opener.name, opener.source, "one", None, None, kind)
        member = self._without(self._member(param, facts), self.effects.changes_in((line,)) - {f"local {opener.name}"})

        def enter(before: Facts) -> Facts:
            return self._bind(opener.name, before).meet(member)

        return self.facts_behind_loop(LoopBody(line, rest, enter, _same, max(0, least), max(0, most)), facts), []

    def _ever(self, opener: typed_statements.Ever, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
        """A loop that only a `finish` inside it ends: behind it nobody ever comes."""
        return self.facts_behind_loop(LoopBody(line, rest, _same, Facts.as_unreachable, 0, t.LARGEST), facts), []

    def _together(
        self, opener: typed_statements.Together, facts: Facts, line: typed_statements.Line, rest: Rest
    ) -> Opened:
        """All are asked at once, and then done one after the other: only what none of them changes is known."""
        marks = self.effects.changes_in((line,))
        base = self._without(facts, marks)
        asked = base.with_present(opener.name)
        if opener.condition is not None:
            self._note(opener.condition, facts.with_present(opener.name))
            asked = self._without(self._assume(opener.condition, asked), marks)
        self.sealed, outer = marks, self.sealed
        self.walk_openers(line, rest, asked.with_present(opener.name))
        self.sealed = outer
        return base, []

    OPENERS: ClassVar[dict[type, Callable[..., Opened]]] = {
        typed_statements.When: _when,
        typed_statements.Else: _else,
        typed_statements.Repeat: _repeat,
        typed_statements.Until: _until,
        typed_statements.Each: _each,
        typed_statements.Ever: _ever,
        typed_statements.Together: _together,
        typed_statements.AsFar: _as_far,
    }


def _same(facts: Facts) -> Facts:
    return facts
