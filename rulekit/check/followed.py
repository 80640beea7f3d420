"""What each statement, and each opener before a colon, does to what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check import does
from rulekit.check import facts as f
from rulekit.check import typed as v
from rulekit.check.facts import Facts
from rulekit.check.fixed_point import Loop, looped
from rulekit.check.maybe import may_be_nothing
from rulekit.check.writes import stepped
from rulekit.kinds import types as t

if TYPE_CHECKING:
    from rulekit.check.following import Follower
    from rulekit.check.intervals import Numbers

# ------------------------------------------------------------------ statements


def _param(w: Follower, step: does.Param, facts: Facts) -> Facts:
    return w.member(step, facts)


def guarded(numbers: Numbers, step: does.Guard) -> v.T:
    """What a guard demands: its condition, or one of its exceptions."""
    bent = numbers.reading.bends.get(step.id or "", ())
    return v.Or((step.condition, *bent), type=t.YES_NO, span=step.span) if bent else step.condition


def _guard(w: Follower, step: does.Guard, facts: Facts) -> Facts:
    return w.numbers.narrowing.assume(guarded(w.numbers, step), facts)


def _let(w: Follower, step: does.Bound, facts: Facts) -> Facts:
    inner = w.bind(step.name, facts)
    if not may_be_nothing(w.numbers, step.value, facts):
        inner = inner.surely(step.name)
    if isinstance(t.bare(step.value.type), t.Number):
        inner = inner.bound(step.name, *w.numbers.of(step.value, facts))
        other, by = f.shifted(step.value)
        if f"local {step.name}" not in w.numbers.touched(other):
            inner = inner.above(step.name, other, by).above(other, step.name, -by)
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
    names = {f"local {param.name}" for param in step.params}
    for param in step.params:
        facts = w.perhaps(param, facts) if optional else w.member(param, facts)
    return facts.without(w.numbers.lost(w.sealed - names))


def _finish(w: Follower, step: does.Finish, facts: Facts) -> Facts:
    return facts.ended()


def _call(w: Follower, step: does.Call, facts: Facts) -> Facts:
    return stepped(w.numbers, step, facts, w.writing.marks(step), w.far)


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
Opened = tuple[Facts, list[Facts]]  # behind the line if it ran, and if an opener kept it from running
Rest = tuple[does.Step, ...]


# ------------------------------------------------------------------ openers


def _when(w: Follower, opener: does.When, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    w.note(opener.condition, facts)
    narrow = w.numbers.narrowing
    done, ways = w.opened(line, rest, narrow.assume(opener.condition, facts))
    return done, [narrow.assume(opener.condition, facts, False), *ways]


def _else(w: Follower, opener: does.Else, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    return w.opened(line, rest, facts)


def _as_far(w: Follower, opener: does.AsFar, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    w.far = True
    return w.opened(line, rest, facts)


# ------------------------------------------------------------------ loops


def _same(facts: Facts) -> Facts:
    return facts


def _never(facts: Facts) -> Facts:
    return facts.ended()


def _times(w: Follower, times: v.T | None, facts: Facts) -> f.Bounds:
    """How often, if that number may be nothing not at all."""
    if times is None:
        return 0, t.LARGEST
    low, high = w.numbers.of(times, facts)
    return (0 if may_be_nothing(w.numbers, times, facts) else max(0, low)), max(0, high)


def _repeat(w: Follower, opener: does.Repeat, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    w.note(opener, facts)
    return looped(w, Loop(line, rest, _same, _same, *_times(w, opener.times, facts)), facts), []


def _until(w: Follower, opener: does.Until, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    narrow, condition = w.numbers.narrowing, opener.condition

    def enter(before: Facts) -> Facts:
        w.note(opener, before)
        return narrow.assume(condition, before, False)

    most = max(_times(w, opener.times, facts)[1], _times(w, opener.times, f.NONE)[1])
    if opener.falling is not None:
        low, high = w.numbers.of(opener.falling, f.NONE)
        most = min(high - low + 1, t.LARGEST)
    loop = Loop(line, rest, enter, lambda before: narrow.assume(condition, before), 0, most)
    return looped(w, loop, facts), []


def _each(w: Follower, opener: does.Each, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    """What is true of the members when the loop begins stays true of them only as far as no pass changes it."""
    w.note(opener, facts)
    least, most = w.numbers.amounts.size(opener.source, facts)
    param = does.Param(None, opener.name, opener.source, "one", None, None, t.member(opener.source.type) or t.UNKNOWN)
    marks = w.writing.of((line,)) - {f"local {opener.name}"}
    member = w.member(param, facts).without(w.numbers.lost(marks))

    def enter(before: Facts) -> Facts:
        return w.bind(opener.name, before).met(member)

    return looped(w, Loop(line, rest, enter, _same, max(0, least), max(0, most)), facts), []


def _ever(w: Follower, opener: does.Ever, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    return looped(w, Loop(line, rest, _same, _never, 0, t.LARGEST), facts), []


def _together(w: Follower, opener: does.Together, facts: Facts, line: does.Line, rest: Rest) -> Opened:
    """All are asked at once, and then done one after the other: only what none of them changes is known."""
    marks = w.writing.of((line,))
    base = facts.without(w.numbers.lost(marks))
    asked = base.surely(opener.name)
    if opener.condition is not None:
        w.note(opener.condition, facts.surely(opener.name))
        asked = w.numbers.narrowing.assume(opener.condition, asked).without(w.numbers.lost(marks))
    w.sealed, outer = marks, w.sealed
    w.opened(line, rest, asked.surely(opener.name))
    w.sealed = outer
    return base, []


OPENERS: dict[type, Callable[..., Opened]] = {
    does.When: _when,
    does.Else: _else,
    does.Repeat: _repeat,
    does.Until: _until,
    does.Each: _each,
    does.Ever: _ever,
    does.Together: _together,
    does.AsFar: _as_far,
}
