"""What each statement, and each opener before a colon, does to what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.loop_fixpoint import Loop, looped
from rulekit.check.dataflow.nullability import may_be_nothing
from rulekit.check.dataflow.write_transfer import stepped
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.dataflow.dataflow_walker import Follower
    from rulekit.check.dataflow.intervals import Numbers

# ------------------------------------------------------------------ statements


def _param(w: Follower, step: typed_statements.Param, facts: Facts) -> Facts:
    return w.member(step, facts)


def guarded(numbers: Numbers, step: typed_statements.Guard) -> v.T:
    """What a guard demands: its condition, or one of its exceptions."""
    bent = numbers.reading.bends.get(step.id or "", ())
    return v.Or((step.condition, *bent), type=t.YES_NO, span=step.span) if bent else step.condition


def _guard(w: Follower, step: typed_statements.Guard, facts: Facts) -> Facts:
    return w.numbers.narrowing.assume(guarded(w.numbers, step), facts)


def _let(w: Follower, step: typed_statements.Bound, facts: Facts) -> Facts:
    inner = w.bind(step.name, facts)
    if not may_be_nothing(w.numbers, step.value, facts):
        inner = inner.surely(step.name)
    if isinstance(t.bare(step.value.type), t.Number):
        inner = inner.bound(step.name, *w.numbers.of(step.value, facts))
        other, by = f.shifted(step.value)
        if f"local {step.name}" not in w.numbers.touched(other):
            inner = inner.above(step.name, other, by).above(other, step.name, -by)
    return inner


def _roll(w: Follower, step: typed_statements.Roll, facts: Facts) -> Facts:
    low, high = w.numbers.element(step.source, facts)
    for name in step.names:
        facts = w.bind(name, facts).surely(name)
        facts = (
            facts.bound(name, low, high)
            if isinstance(t.bare(t.member(step.source.type) or t.UNKNOWN), t.Number)
            else facts
        )
    return facts


def _lot(w: Follower, step: typed_statements.Lot, facts: Facts) -> Facts:
    return w.member(step.param, facts)


def _choose(w: Follower, step: typed_statements.Choose, facts: Facts) -> Facts:
    facts = facts.without(w.numbers.lost(w.writing.marks(step)))
    optional = step.able or step.mode == "may"
    names = {f"local {param.name}" for param in step.params}
    for param in step.params:
        facts = w.perhaps(param, facts) if optional else w.member(param, facts)
    return facts.without(w.numbers.lost(w.sealed - names))


def _finish(w: Follower, step: typed_statements.Finish, facts: Facts) -> Facts:
    return facts.ended()


def _call(w: Follower, step: typed_statements.Call, facts: Facts) -> Facts:
    return stepped(w.numbers, step, facts, w.writing.marks(step), w.far)


STEPS: dict[type, Callable[..., Facts]] = {
    typed_statements.Param: _param,
    typed_statements.Guard: _guard,
    typed_statements.Bound: _let,
    typed_statements.Roll: _roll,
    typed_statements.Lot: _lot,
    typed_statements.Choose: _choose,
    typed_statements.Finish: _finish,
    typed_statements.Call: _call,
}
Opened = tuple[Facts, list[Facts]]  # behind the line if it ran, and if an opener kept it from running
Rest = tuple[typed_statements.Step, ...]


# ------------------------------------------------------------------ openers


def _when(w: Follower, opener: typed_statements.When, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
    w.note(opener.condition, facts)
    narrow = w.numbers.narrowing
    done, ways = w.opened(line, rest, narrow.assume(opener.condition, facts))
    return done, [narrow.assume(opener.condition, facts, False), *ways]


def _else(w: Follower, opener: typed_statements.Else, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
    return w.opened(line, rest, facts)


def _as_far(
    w: Follower, opener: typed_statements.AsFar, facts: Facts, line: typed_statements.Line, rest: Rest
) -> Opened:
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


def _repeat(
    w: Follower, opener: typed_statements.Repeat, facts: Facts, line: typed_statements.Line, rest: Rest
) -> Opened:
    w.note(opener, facts)
    return looped(w, Loop(line, rest, _same, _same, *_times(w, opener.times, facts)), facts), []


def _until(
    w: Follower, opener: typed_statements.Until, facts: Facts, line: typed_statements.Line, rest: Rest
) -> Opened:
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


def _each(w: Follower, opener: typed_statements.Each, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
    """What is true of the members when the loop begins stays true of them only as far as no pass changes it."""
    w.note(opener, facts)
    least, most = w.numbers.amounts.size(opener.source, facts)
    param = typed_statements.Param(
        None, opener.name, opener.source, "one", None, None, t.member(opener.source.type) or t.UNKNOWN
    )
    marks = w.writing.of((line,)) - {f"local {opener.name}"}
    member = w.member(param, facts).without(w.numbers.lost(marks))

    def enter(before: Facts) -> Facts:
        return w.bind(opener.name, before).met(member)

    return looped(w, Loop(line, rest, enter, _same, max(0, least), max(0, most)), facts), []


def _ever(w: Follower, opener: typed_statements.Ever, facts: Facts, line: typed_statements.Line, rest: Rest) -> Opened:
    return looped(w, Loop(line, rest, _same, _never, 0, t.LARGEST), facts), []


def _together(
    w: Follower, opener: typed_statements.Together, facts: Facts, line: typed_statements.Line, rest: Rest
) -> Opened:
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
    typed_statements.When: _when,
    typed_statements.Else: _else,
    typed_statements.Repeat: _repeat,
    typed_statements.Until: _until,
    typed_statements.Each: _each,
    typed_statements.Ever: _ever,
    typed_statements.Together: _together,
    typed_statements.AsFar: _as_far,
}
