"""Why a move may be made or not: all clauses that say so, and the lines that decide with what they looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.play.machine import ops as o
from rulekit.play.moves.legal_moves import LegalMoves
from rulekit.play.reasons.condition_explanation import bent, causes, outside
from rulekit.play.reasons.explanation_parts import Cause, Fact, Ground, Here, Line, Rank, grounds, said, seen_by
from rulekit.play.reasons.price_explanation import effect_price_causes, undone

if TYPE_CHECKING:
    from rulekit.play.machine.machine import Machine


@attrs.frozen
class Verdict:
    """Whether a move may be made, the clauses that say so, and the same as lines with what they looked at."""

    allowed: bool
    because: tuple[str, ...]
    grounds: tuple[Ground, ...] = ()


@attrs.define
class _Findings:
    """What the steps of a move say, in the order written: those that hold, and those that refuse."""

    held: list[str] = attrs.field(factory=list)
    failed: list[str] = attrs.field(factory=list)
    groups: list[list[Cause]] = attrs.field(factory=list)
    strange: set[str] = attrs.field(factory=set)  # names of values that this seat may not choose, and may not look at
    telling: bool = False
    allowing: list[list[Cause]] = attrs.field(factory=list)  # groups of what holds

    def hold(self, clause: str | None, found: list[Cause]) -> None:
        self.held += _ids(clause, found)
        self.allowing += [found] if found else []

    def fail(self, clause: str | None, found: list[Cause]) -> None:
        self.failed += _ids(clause, found)
        self.groups.append(found)


def _ids(clause: str | None, found: list[Cause]) -> list[str]:
    """A step and the clauses under it, outermost first."""
    lines = [line for cause in found for line in (*cause.path, *cause.decides)]
    return [name for name in (clause, *(line.id for line in lines)) if name]


def why(
    m: Machine,
    e: Evaluator,
    front: tuple[Any, ...],
    body: typed_statements.Body | None,
    env: Env,
    given: Env,
    telling: bool = False,
) -> Verdict:
    """All reasons in the order written: domains, guards with the cases of their relations, the price.

    `telling`: what allows a move is told with the values it looked at, as what refuses one always is.
    """
    found = _Findings(telling=telling)
    env = dict(env)
    for step in front:
        if isinstance(step, typed_statements.Bound):
            env[step.name] = e.value(step.value, env)
            found.strange |= {step.name} if locals_of(step.value) & found.strange else set()
        elif isinstance(step, typed_statements.Guard):
            _guard(found, e, step, env)
        else:
            _param(found, m, e, step, env, given)
    if "unpaid" in env and not found.groups:
        name, told = env["unpaid"]
        found.fail(
            next(step.id for step in front if isinstance(step, typed_statements.Param) and step.name == name), told
        )
    if body is not None and not LegalMoves(e).price_holds(body, env):
        _price(found, m, e, body, env)
    failed = bool(found.groups)
    told = grounds(found.groups) if failed else grounds(found.allowing) if telling else ()
    return Verdict(not failed, tuple(dict.fromkeys(found.failed if failed else found.held)), told)


def _guard(found: _Findings, e: Evaluator, step: typed_statements.Guard, env: Env) -> None:
    """A guard that was asked openly tells whether it holds and no more."""
    line = Line(step.id, step.span)
    unpaid = env.get("unpaid")
    if unpaid is not None and _asks_price(step.condition, unpaid[0]):
        found.fail(step.id, [attrs.evolve(cause, path=(line, *cause.path)) for cause in unpaid[1]])
        return
    holds = LegalMoves(e).guard_holds(step, env)
    here = Here(e, env, (line,), telling=(found.telling or not holds) and not locals_of(step.condition) & found.strange)
    if step.openly:
        told = [Cause((line,), (line,), (), (), Rank())]
    elif holds:
        told = causes(here, step.condition, True) if here.truth(step.condition) else bent(here, step.id, True)
    else:
        told = causes(here, step.condition, False) + bent(here, step.id, False)
    (found.hold if holds else found.fail)(step.id, told)


def _asks_price(condition: v.T, effect: str) -> bool:
    """Does a guard ask whether the effect that cannot be paid like this is payable?"""
    asked = (n.get("of") for n in walk((condition,)) if isinstance(n, v.CoreUse) and n.word == "payable")
    return any(isinstance(of, v.Local) and of.name == effect for of in asked)


# ------------------------------------------------------------------ parameters


def _param(found: _Findings, m: Machine, e: Evaluator, step: typed_statements.Param, env: Env, given: Env) -> None:
    line = Line(step.id, step.span)
    if step.name not in given:
        found.fail(step.id, [Cause((line,), (line,), (), (), Rank())])
        env[step.name] = None
        return
    value = given[step.name]
    kind = v.Local(step.name, type=step.type, span=step.span)
    if any(e.same(kind, value, other) for other in LegalMoves(e).domain(step, env)):
        found.hold(step.id, [])
    else:
        found.strange.add(step.name)
        found.fail(step.id, _not_there(Here(e, env, (line,)), step, value))
    env[step.name] = value
    effect = m.chosen_effect(step, env)
    if effect is not None and effect.body is not None and effect.body.front:
        _effect(found, m, e, step, effect, env, given)


def _not_there(here: Here, step: typed_statements.Param, value: Any) -> list[Cause]:
    """Why a value is not among those a parameter may have."""
    if step.amount == "one":
        return outside(here, step.source, value)
    count = (
        Fact(step.count.span, said(here, here.quiet(step.count), step.count.type)) if step.count is not None else None
    )
    members = here.quiet(step.source) or ()
    strange = [one for one in value or () if one not in members] if isinstance(value, tuple) else []
    if strange:
        return [cause for one in strange for cause in outside(here, step.source, one)]
    seen = seen_by(here, step.source) + (seen_by(here, step.count) if step.count is not None else ())
    return [Cause(here.path, (here.path[-1],), (count,) if count is not None else (), seen, Rank(loose=False))]


def _effect(
    found: _Findings, m: Machine, e: Evaluator, step: typed_statements.Param, effect: o.Block, env: Env, given: Env
) -> None:
    """The parameters of a chosen effect: each in its domain, and together such that the effect can be paid."""
    assert effect.body is not None
    inner: Env = {"player": env.get("player"), "here": m.here_of(e, None, step.name, env)}
    path = (Line(step.id, step.span), Line(None, effect.body.span))
    for param in effect.body.front:
        if not isinstance(param, typed_statements.Param):
            continue
        value = inner[param.name] = env[param.name] = given.get(param.name)
        kind = v.Local(param.name, type=param.type)
        members = LegalMoves(e).domain(param, inner)
        if param.name not in given or not any(e.same(kind, value, other) for other in members):
            found.fail(param.id or step.id, _not_there(Here(e, inner, path), param, value))
            return
    if not m.effect_price_holds(e, effect, inner):
        env["unpaid"] = (step.name, effect_price_causes(Here(e, inner, path), effect))


# ------------------------------------------------------------------ prices


def _price(found: _Findings, m: Machine, e: Evaluator, body: typed_statements.Body, env: Env) -> None:
    """The callee's guard that does not hold, else the line of the price."""
    price = m.price_of(body)
    written = next((Line(line.id, line.span) for line in body.lines if line.price is price), Line(None, body.span))
    told = undone(Here(e, env, (written,)), price or (), written)
    found.failed += reversed(_ids(written.id, told))
    found.groups.append(told or [Cause((written,), (written,), (), (), Rank())])
