"""Why a move may be made or not: all clauses that say so, in the order written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.evaluate import Env, Evaluator, same
from rulekit.check.walking import walk
from rulekit.play import ops as o
from rulekit.play.faults import Fault
from rulekit.play.legal import chosen_effect, domain, guard_holds, price_holds, quiet

if TYPE_CHECKING:
    from rulekit.play.machine import Machine


@attrs.frozen
class Verdict:
    """Whether a move may be made, and the clauses that say so."""

    allowed: bool
    because: tuple[str, ...]


def why(m: Machine, e: Evaluator, front: tuple[Any, ...], body: does.Body | None, env: Env, given: Env) -> Verdict:
    """All reasons in the order written: domains, guards with the cases of their relations, the price."""
    held: list[str] = []
    failed: list[str] = []
    env = dict(env)
    for step in front:
        if isinstance(step, does.Bound):
            env[step.name] = quiet(e, step.value, env)
        elif isinstance(step, does.Guard):
            ok = guard_holds(e, step, env) and not _asks_price(step.condition, env.get("unpaid"))
            _note(held if ok else failed, step.id)
            (held if ok else failed).extend(reasons(e, step.condition, env, ok))
        else:
            _param_reason(m, e, step, env, given, held, failed)
    if env.get("unpaid") is not None and not failed:
        failed += [step.id for step in front if isinstance(step, does.Param) and step.name == env["unpaid"] and step.id]
    if body is not None and not price_holds(m, e, body, env):
        failed += price_reasons(m, e, body, env)
    return Verdict(not failed, tuple(dict.fromkeys(failed or held)))


def _note(where: list[str], clause: str | None) -> None:
    if clause:
        where.append(clause)


def _param_reason(
    m: Machine, e: Evaluator, step: does.Param, env: Env, given: Env, held: list[str], failed: list[str]
) -> None:
    if step.name not in given:
        _note(failed, step.id)
        env[step.name] = None
        return
    value = given[step.name]
    env[step.name] = value
    kind = v.Local(step.name, type=step.type)
    inside = any(same(e, kind, value, other) for other in domain(m, e, step, env))
    _note(held if inside else failed, step.id)
    if not inside:
        failed.extend(filter_reasons(e, step.source, env, value))
    effect = chosen_effect(m, step, env)
    if effect is not None and effect.body is not None and effect.body.front:
        _effect_reasons(m, e, step, effect, env, given, failed)


def _effect_reasons(
    m: Machine, e: Evaluator, step: does.Param, effect: o.Block, env: Env, given: Env, failed: list[str]
) -> None:
    """The parameters of a chosen effect: each in its domain, and together such that the effect can be paid."""
    assert effect.body is not None
    inner: Env = {"player": env.get("player"), "here": m.here_of(e, None, step.name, env)}
    for param in effect.body.front:
        if not isinstance(param, does.Param):
            continue
        inner[param.name] = env[param.name] = given.get(param.name)
        kind = v.Local(param.name, type=param.type)
        members = domain(m, e, param, inner)
        if param.name not in given or not any(same(e, kind, given[param.name], other) for other in members):
            _note(failed, param.id or step.id)
            return
    if not m.effect_price_holds(e, effect, inner):
        env["unpaid"] = step.name


def _asks_price(condition: v.T, effect: str | None) -> bool:
    """Does a guard ask whether the effect that cannot be paid like this is payable?"""
    asked = (n.get("of") for n in walk((condition,)) if isinstance(n, v.CoreUse) and n.word == "payable")
    return effect is not None and any(isinstance(of, v.Local) and of.name == effect for of in asked)


def filter_reasons(e: Evaluator, source: v.T, env: Env, value: Any) -> list[str]:
    """For a value refused by a `where` or `having`: the cases of the relations in it."""
    if isinstance(source, v.Filter):
        inner = {**env, source.name: value}
        try:
            if not e.holds(source.condition, inner):
                return reasons(e, source.condition, inner, False)
        except Fault:
            return []
        return filter_reasons(e, source.source, env, value)
    return []


def reasons(e: Evaluator, node: v.T, env: Env, held: bool) -> list[str]:
    """The cases of the relations a condition uses: those that failed, or those that held."""
    if isinstance(node, v.Related):
        return _cases(e, node, env, held)
    if isinstance(node, v.Not):
        return reasons(e, node.inner, env, not held)
    if isinstance(node, v.And | v.Or):
        found = []
        for part in node.parts:
            try:
                if e.holds(part, env) == held:
                    found += reasons(e, part, env, held)
            except Fault:
                continue
        return found
    if isinstance(node, v.Use):
        return _word_reasons(e, node, env, held)
    return []


def _word_reasons(e: Evaluator, node: v.Use, env: Env, held: bool) -> list[str]:
    word = e.machine.words[node.word]
    args = [quiet(e, a, env) for a in node.args]
    if not isinstance(word.body, v.T) or None in args:
        return []
    inner = {name: quiet(e, value, env) for name, value in node.hidden}
    inner |= {p.name: a for p, a in zip(word.params, args, strict=True)}
    return reasons(e, word.body, inner, held)


def _cases(e: Evaluator, node: v.Related, env: Env, held: bool) -> list[str]:
    info = e.machine.relations[node.relation]
    args = [quiet(e, a, env) for a in node.args]
    if None in args:
        return []
    inner = {name: quiet(e, value, env) for name, value in node.hidden}
    inner |= {p.name: a for p, a in zip(info.params, args, strict=True)}
    found: list[str] = []
    for case in info.cases:
        if case.sort != "case" or not case.id:
            continue
        try:
            ok = e.case(case, inner)
        except Fault:
            ok = False
        if ok == held:
            found.append(case.id)
            found += reasons(e, case.value, inner, held)
    return found


# ------------------------------------------------------------------ prices


def price_reasons(m: Machine, e: Evaluator, body: does.Body, env: Env) -> list[str]:
    """The callee's guard that does not hold, else the line of the price."""
    price = m.price_of(body)
    found: list[str] = []
    for n, step in enumerate(price or ()):
        assert price is not None
        tried = m.tried(e, price[:n], env) if n else m
        if tried is None:
            break
        before = tried.eyes() if n else e
        if m.tried(e, price[: n + 1], env) is None:
            found = _callee(m, before, step, env)
            break
    if found:
        return found
    return [line.id for line in body.lines if line.price is price and line.id]


def _callee(m: Machine, e: Evaluator, step: does.Step, env: Env) -> list[str]:
    if not isinstance(step, does.Call) or step.proc is None:
        return []
    block = m.blocks[f"proc {step.proc}"]
    inner = m.arguments(e, step, block, env)
    found: list[str] = []
    for guard in block.body.front if block.body else ():
        if isinstance(guard, does.Guard) and guard.id and not e.holds(guard.condition, inner):
            found.append(guard.id)
            found += reasons(e, guard.condition, inner, False)
    if not found and block.body is not None and m.tried(e, (step,), env) is None:
        calls = [s for line in block.body.lines if not line.openers for s in line.does if isinstance(s, does.Call)]
        for call in calls:  # a guard of what it calls in turn
            if m.tried(e, (call,), inner) is None:
                return _callee(m, e, call, inner)
    return found
