"""What each statement, and each opener before a colon, does to what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.facts import Facts
from rulekit.check.maybe import may_be_nothing
from rulekit.check.writes import stepped
from rulekit.kinds import types as t
from rulekit.node import evolve

if TYPE_CHECKING:
    from rulekit.check.following import Follower

# ------------------------------------------------------------------ statements


def _param(w: Follower, step: does.Param, facts: Facts) -> Facts:
    return w.member(step, facts)


def _guard(w: Follower, step: does.Guard, facts: Facts) -> Facts:
    bent = w.numbers.reading.bends.get(step.id or "", ())
    condition = v.Or((step.condition, *bent), type=t.YES_NO, span=step.span) if bent else step.condition
    return w.numbers.narrowing.assume(condition, facts)


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
    return facts.ended()


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


# ------------------------------------------------------------------ openers: facts inside, and when it does not run


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
    inside: does.Line = evolve(line, openers=tuple(o for o in line.openers if isinstance(o, does.When)))
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
