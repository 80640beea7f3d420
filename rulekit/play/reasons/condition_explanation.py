"""Why a condition holds or fails: the smallest parts that decide, the lines they stand in, and the values they saw.

`causes` looks into relations, words, filters, quantifiers and prices until it is at a comparison or a test that decides
by itself. Of several ways that all fail, only those are told that the options leave open; the nearest miss comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import put
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.reasons.explanation_parts import (
    Cause,
    Fact,
    Here,
    Line,
    Rank,
    all_needed,
    facts_of,
    nearest_first,
    seen_by,
)
from rulekit.typesystem import types as t

MOST_MEMBERS = 60  # of a set that are tried for the one that comes nearest


def causes(here: Here, node: v.T, held: bool) -> list[Cause]:
    """What decides that a condition holds, or fails; the nearest miss first."""
    return FORMS.get(type(node), _leaf)(here, node, held)


def _leaf(here: Here, node: v.T, held: bool) -> list[Cause]:
    """Nothing to look into: the values that were compared, and the words and rows they came from."""
    if not here.telling:
        return [Cause(here.path, (here.path[-1],), (), (), Rank())]
    facts, absent = facts_of(here, node)
    rank = Rank(absent, loose=not _measures(node))
    return [Cause(here.path, (here.path[-1],), facts, seen_by(here, node), rank)]


def _measures(node: v.T) -> bool:
    """Does a test hold two values against each other, so that it fails by so much? `sort of t is oak` does not."""
    sides = (node.left, node.right) if isinstance(node, v.Equal) else ()
    named = any(isinstance(one, v.Const) and not isinstance(t.bare(one.type), t.Number) for one in sides)
    return isinstance(node, v.Compare) or (bool(sides) and not named)


# ------------------------------------------------------------------ and, or, not


def _and(here: Here, node: v.And, held: bool) -> list[Cause]:
    return all_needed([causes(here, part, held) for part in node.parts if here.truth(part) is held])


def _or(here: Here, node: v.Or, held: bool) -> list[Cause]:
    if held:
        return [cause for part in node.parts if here.truth(part) for cause in causes(here, part, True)]
    return alternatives(here, [(part, here) for part in node.parts])


def alternatives(here: Here, ways: Iterable[tuple[v.T, Here]]) -> list[Cause]:
    """Ways that all fail. One that the configuration closes is told only if nothing else stands in it."""
    found: list[tuple[list[Cause], int]] = []
    spare: list[tuple[list[Cause], int]] = []
    for node, there in ways:
        held = sum(there.truth(part) is True for part in _parts(node)) if isinstance(node, v.And) else 0
        if not here.machine.program.closed(node):
            found.append((causes(there, node, False), held))
            continue
        told = _options(there, node)
        alone = all(there.truth(part) for part in _parts(node) if not here.machine.program.closed(part))
        (found if told and alone else spare).append((told or causes(there, node, False), held))
    return nearest_first(found or spare)


def _parts(node: v.T) -> tuple[v.T, ...]:
    return node.parts if isinstance(node, v.And) else (node,)


def _options(here: Here, node: v.T) -> list[Cause]:
    """The options that close a way."""
    closing = [part for part in _parts(node) if here.machine.program.closed(part)]
    read = [line for part in closing for line in seen_by(here, part) if line.option]
    return [Cause(here.path, (line,), (), (), Rank(parts=0, loose=False)) for line in dict.fromkeys(read)]


def _not(here: Here, node: v.Not, held: bool) -> list[Cause]:
    return causes(here, node.inner, not held)


def _is_not(here: Here, node: v.IsNot, held: bool) -> list[Cause]:
    return _leaf(here, node, held) if here.quiet(node.value) is None else causes(here, node.test, not held)


def _equal(here: Here, node: v.Equal, held: bool) -> list[Cause]:
    """`x is yes` where x is a condition of its own."""
    for asked, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(other, v.Const) and isinstance(other.value, bool) and isinstance(asked, CONDITIONS):
            return causes(here, asked, here.truth(asked) is True)
    return _leaf(here, node, held)


def _choice(here: Here, node: v.Choice, held: bool) -> list[Cause]:
    taken = here.truth(node.condition) is True
    inner = node.yes if taken else node.no
    if isinstance(inner, v.Const):
        return causes(here, node.condition, taken)
    return causes(here, inner, held)


def _let(here: Here, node: v.Let, held: bool) -> list[Cause]:
    return causes(here.with_member(node.name, here.quiet(node.source)), node.value, held)


# ------------------------------------------------------------------ words and relations


def _use(here: Here, node: v.Use, held: bool) -> list[Cause]:
    word = here.machine.words[node.word]
    env = here.inner(word.params, node)
    if env is None:
        return _leaf(here, node, held)
    if isinstance(word.body, v.T):
        return causes(here.at(Line(None, word.decl.span), env), word.body, held)
    for case in word.body:
        there = here.at(Line(case.id, case.node.span), env)
        if case.sort == "value" and (case.condition is None or there.truth(case.condition)):
            return causes(there, case.value, held)
    return _leaf(here, node, held)


def _related(here: Here, node: v.Related, held: bool) -> list[Cause]:
    info = here.machine.relations[node.relation]
    env = here.inner(info.params, node)
    if env is None:
        return _leaf(here, node, held)
    around = here.at(Line(None, info.decl.span), env)
    cases = [(case, around.at(Line(case.id, case.node.span))) for case in info.cases if case.sort == "case"]
    if info.decl.mode == "any" and not held:
        ways = [(case.value, there) for case, there in cases]
        return alternatives(around, ways) + [cause for case, there in cases for cause in bent(there, case.id, False)]
    told = [(case, there) for case, there in cases if _case_holds(there, case) is held]
    return all_needed([_case(there, case, held) for case, there in told])


def _case_holds(here: Here, case: Any) -> bool:
    try:
        return here.e.case(case, here.env)
    except (Fault, KeyError):
        return False


def _case(here: Here, case: Any, held: bool) -> list[Cause]:
    if held and not here.truth(case.value):
        return bent(here, case.id, True)
    return causes(here, case.value, held) + ([] if held else bent(here, case.id, False))


def bent(here: Here, clause: str | None, held: bool) -> list[Cause]:
    """The exceptions that lift a guard or case, or that do not; one that is itself lifted is told by what lifts it."""
    found: list[Cause] = []
    for bend in here.machine.bends.get(clause or "", ()):
        there = here.at(Line(bend.id, bend.span))
        lifted = here.truth(bend.condition) is True and here.e.waived(bend.id, here.env)
        if lifted and not held:
            found += bent(there, bend.id, True)
        elif not lifted and here.truth(bend.condition) is held:
            found += causes(there, bend.condition, held)
    return found


# ------------------------------------------------------------------ members of sets


def _quantifier(here: Here, node: v.Quantifier, held: bool) -> list[Cause]:
    """The member that decides; where all members fail, those that come nearest."""
    if held and node.kind != "some":
        return _leaf(here, node, held)
    members = list(islice(_members(here, node.binds), MOST_MEMBERS))
    if node.kind == "some" and not held:
        return alternatives(here, [(_within(node), there) for there in members]) or _empty(here, node)
    wanted = node.kind != "every"  # what the deciding member makes of the body
    within = _within(node)
    for there in members:
        meant = all(there.truth(part) for part in _parts(within)[:-1]) if within is not node.body else True
        if meant and (there.truth(node.body) is True) is wanted:
            return causes(there, node.body, wanted)
    return _leaf(here, node, held)


def _members(here: Here, binds: tuple[tuple[str, v.T], ...]) -> Iterator[Here]:
    """Every way to bind the names; what a filter leaves out comes too, its condition is asked with the body."""
    if not binds:
        yield here
        return
    (name, source), rest = binds[0], binds[1:]
    while isinstance(source, v.Filter):
        source = source.source
    for member in here.quiet(source) or ():
        yield from _members(here.with_member(name, member), rest)


def _within(node: v.Quantifier) -> v.T:
    """The body with the conditions of the filters its members come from, in the names of the quantifier."""
    conditions = [c for name, source in node.binds for c in _conditions(source, name)]
    return v.And((*conditions, node.body), type=node.type, span=node.span) if conditions else node.body


def _conditions(source: v.T, name: str) -> Iterator[v.T]:
    while isinstance(source, v.Filter):
        yield put(source.condition, {source.name: v.Local(name, type=t.bare(t.member(source.type) or t.UNKNOWN))})
        source = source.source


def _empty(here: Here, node: v.Quantifier) -> list[Cause]:
    return [cause for _, source in node.binds for cause in _leaf(here, source, False)]


def _is_in(here: Here, node: v.IsIn, held: bool) -> list[Cause]:
    value = here.quiet(node.left)
    if held is not node.negated or value is None:
        return _leaf(here, node, held)
    facts, _ = facts_of(here, node)
    return [attrs.evolve(cause, facts=cause.facts or facts) for cause in outside(here, node.right, value)]


def outside(here: Here, source: v.T, value: Any) -> list[Cause]:
    """Why a set does not hold a value: the condition of its filter, what was taken from it, the word it is made of."""
    if isinstance(source, v.Filter):
        there = here.with_member(source.name, value)
        inside = _has(here, source.source, value)
        return causes(there, source.condition, False) if inside else outside(here, source.source, value)
    if isinstance(source, v.Combine) and source.op == "+":
        return nearest_first([(outside(here, side, value), 0) for side in (source.left, source.right)])
    if isinstance(source, v.Combine) and not _has(here, source.left, value):
        return outside(here, source.left, value)
    if isinstance(source, v.Choice):
        return outside(here, source.yes if here.truth(source.condition) else source.no, value)
    if isinstance(source, v.Let):
        return outside(here.with_member(source.name, here.quiet(source.source)), source.value, value)
    word = here.machine.words[source.word] if isinstance(source, v.Use) else None
    env = here.inner(word.params, source) if word is not None and isinstance(source, v.Use) else None
    if word is not None and isinstance(word.body, SIFTING) and env is not None:
        return outside(here.at(Line(None, word.decl.span), env), word.body, value)
    return [Cause(here.path, (here.path[-1],), (), seen_by(here, source), Rank())]


def _has(here: Here, source: v.T, value: Any) -> bool:
    found = here.quiet(source)
    return found is not None and value in found


# ------------------------------------------------------------------ prices and what is supposed


def _core(here: Here, node: v.CoreUse, held: bool) -> list[Cause]:
    from rulekit.play.reasons.price_explanation import unpayable

    if node.word != "payable" or held:
        return _leaf(here, node, held)
    return unpayable(here, node) or _leaf(here, node, held)


def _supposing(here: Here, node: v.Supposing, held: bool) -> list[Cause]:
    from rulekit.play.reasons.price_explanation import undone

    made = here.machine.tried(here.e, (node.call,), here.env)
    if made is None:
        return undone(here, (node.call,), here.path[-1]) or _leaf(here, node, held)
    there = attrs.evolve(here, e=Evaluator(made.plan, made.table, made, here.e), env={**here.env, "old": None})
    return causes(there, node.condition, held)


SIFTING = (v.Filter, v.Combine, v.Choice, v.Let, v.Use)  # sets that are made of others by leaving out or joining
CONDITIONS = (v.And, v.Or, v.Not, v.Use, v.Related, v.Quantifier, v.CoreUse, v.Compare, v.Equal, v.IsIn, v.IsNot)
FORMS: dict[type, Callable[[Here, Any, bool], list[Cause]]] = {
    v.And: _and,
    v.Or: _or,
    v.Not: _not,
    v.IsNot: _is_not,
    v.Equal: _equal,
    v.Choice: _choice,
    v.Let: _let,
    v.Use: _use,
    v.Related: _related,
    v.Quantifier: _quantifier,
    v.IsIn: _is_in,
    v.CoreUse: _core,
    v.Supposing: _supposing,
}
__all__ = ["Cause", "Fact", "Here", "Line", "bent", "causes", "outside"]
