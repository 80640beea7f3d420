"""K32, K33: has every loop a reason to end?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from rulekit.check.effects.effect_summary import EffectSummaries, EffectSummary, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, source_at, steps_in
from rulekit.check.tree.typed_walk import all_of, children, locals_of
from rulekit.diagnostics import Problem
from rulekit.model import base
from rulekit.model import expressions as x
from rulekit.model.printer_expressions import show
from rulekit.words.word import Gives


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K32 and K33 for loops and procedures of which nothing shows that they come to an end.

    A line::

        until count of hand of player = 5: move top of deck to hand of player
    """
    known = effects(checked)
    for key, body in checked.bodies.items():
        for line, _ in lines_in(body.lines):
            for number, opener in enumerate(line.openers):
                yield from _loop(checked, known, key, line, number, opener)
        yield from _after_ever(body)
    yield from _measures(checked, known)


def _within(known: EffectSummaries, key: str, line: typed_statements.Line, number: int) -> EffectSummary:
    """What one pass of a loop may do."""
    return known.summary_inside(key, (*line.openers[number + 1 :], *steps_in(line), *(line.body or ())))


def _loop(
    checked: CheckedRulebook,
    known: EffectSummaries,
    key: str,
    line: typed_statements.Line,
    number: int,
    opener: typed_statements.Step,
) -> Iterator[Problem]:
    if isinstance(opener, typed_statements.Ever):
        if key != "play":
            yield problem_at("K32", opener.span, "ever-place")
        elif not _within(known, key, line, number).waits:
            yield problem_at("K32", opener.span, "ever-silent")
    elif isinstance(opener, typed_statements.Until) and opener.times is not None:
        if known.reads(opener.times) or locals_of(opener.times):
            yield problem_at("K32", opener.times.span, condition=source_at(checked, opener.condition.span))
    elif isinstance(opener, typed_statements.Until):
        done = _within(known, key, line, number)
        if opener.falling is not None:
            if not _falls(known, done, opener.falling):
                yield problem_at("K33", opener.span, measure=source_at(checked, opener.falling.span))
        elif not done.waits:
            yield problem_at("K32", opener.span, condition=source_at(checked, opener.condition.span))


def _after_ever(body: typed_statements.Body) -> Iterator[Problem]:
    """A line that stands behind a loop without end."""
    groups = [body.lines, *(line.body for line, _ in lines_in(body.lines) if line.body)]
    for lines in groups:
        for before, line in pairwise(lines):
            if before.openers and isinstance(before.openers[0], typed_statements.Ever):
                yield problem_at("K32", line.span, "after-ever")


def _falls(known: EffectSummaries, done: EffectSummary, measure: v.T) -> bool:
    """Is there a line in the body that may make the measure smaller?"""
    names = known.reads(measure) | {f"local {n.name}" for n in _locals(measure)}
    plain = isinstance(measure, v.Read | v.Local) or _is_count(measure)
    changed = done.lowers if plain else frozenset(w.name for _, part in done.parts for w in part.writes)
    return bool(names & changed)


def _is_count(measure: v.T) -> bool:
    """The count of a state or a zone, not of something worked out from it."""
    counted = isinstance(measure, v.CoreUse) and measure.definition.gives in (Gives.COUNT, Gives.TOTAL)
    inner = measure.get("of") if counted else None  # type: ignore[attr-defined]
    while isinstance(inner, v.Held | v.AsSet | v.MapValues):
        inner = next(node for node in children(inner))
    return isinstance(inner, v.Read | v.ZoneAt)


def _locals(measure: v.T) -> Iterator[v.Local]:
    return all_of(measure, v.Local)


# ------------------------------------------------------------------ procedures that call themselves


def _measures(checked: CheckedRulebook, known: EffectSummaries) -> Iterator[Problem]:
    """A procedure that comes back to itself must lower what it says falls."""
    for procs in checked.symbols.procs.values():
        for proc in procs:
            measure = proc.decl.measure
            key = f"proc {proc.key}"
            if measure is None or measure.falling is None or not _returns(known, key):
                continue
            names, params = _measure_reads(checked, known, measure.falling, {p.name for p in proc.params})
            if not names & known.summary_of(key).writes and not _smaller(
                checked, known.summary_of(key).keys, proc.key, params
            ):
                yield problem_at("K33", measure.falling.span, "call", measure=show(measure.falling), verb=proc.verb)


def _returns(known: EffectSummaries, key: str) -> bool:
    return any(key in known.summary_of(edge.target).keys for edge in known.direct_effects(key).edges)


def _measure_reads(
    checked: CheckedRulebook, known: EffectSummaries, measure: x.Expr, params: set[str]
) -> tuple[frozenset[str], set[str]]:
    """The states and zones that a written measure may read, and the parameters it names."""
    found: set[str] = set()
    own: set[str] = set()
    for node in base.walk(measure):
        name: Any = getattr(node, "word", None) or getattr(node, "name", None)
        if not isinstance(name, str):
            continue
        if name in params and isinstance(node, x.Name):
            own.add(name)
        found |= {f"state {name}"} if name in checked.symbols.states else set()
        found |= {f"zone {name}"} if name in checked.symbols.zones else set()
        for word in checked.symbols.words.get(name, ()):
            found |= known.read_by(known.direct_effects(f"word {word.key}"))
    return frozenset(found), own


def _smaller(checked: CheckedRulebook, within: frozenset[str], proc: str, params: set[str]) -> bool:
    """Does a call of itself give another value for a parameter that is measured?"""
    for key in within & set(checked.bodies):
        for node in all_of(checked.bodies[key], typed_statements.Call):
            if node.proc == proc:
                for name, value in node.args:
                    if name in params and not (isinstance(value, v.Local) and value.name == name):
                        return True
    return False
