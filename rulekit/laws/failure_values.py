"""Values of a broken law: the part of it that does not hold, for which members, and what stands on its two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLaw
from rulekit.check.tree.typed_walk import all_of, bound_in, locals_of
from rulekit.gamestate.game_state import GameState
from rulekit.play.games.game import Position
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.typesystem import types as t

DEEP = 12  # so many conditions inside each other
LONG = 300  # letters of one value
Bound = list[tuple[str, t.Type]]  # names that were bound on the way
Inside = tuple[v.T, Env, bool]  # a condition, the names it knows, whether it should hold


def values(m: Machine, before: GameState | None, law: CheckedLaw, seat: int | None) -> list[tuple[str, str]]:
    """What to show of a broken law: names bound on the way to the failing part, and its sides."""
    if law.condition is None:
        return []
    e = m.evaluator(before)
    env: Env = dict.fromkeys(law.free, seat)
    if law.kind.startswith("never-"):
        return list(_changed_values(m, e, law.condition, env))
    try:
        part, inner, bound = _part(e, law.condition, env, law.kind != "never", [])
    except Fault:
        return []
    found = [(name, _text(m, inner[name], kind)) for name, kind in bound if name in inner]
    sides = part.operands or law.sides
    named = zip(("left side", "right side"), sides, strict=False)
    return found + [(name, _value_text(m, e, side, inner)) for name, side in named]


def point_before(here: Position) -> GameState | None:
    """The table at the law point before this one."""
    for one in reversed(here.line()[:-1]):
        if LawEvaluation(one.machine).law_point() and one.machine.started:
            return one.machine.table
    return None


def _changed_values(m: Machine, e: Evaluator, node: v.T, env: Env) -> Iterator[tuple[str, str]]:
    """What should not have risen, fallen or changed: as it was and as it is."""
    if e.earlier is not None:
        yield "before", _value_text(m, e.earlier, node, env)
    yield "now", _value_text(m, e, node, env)


def _part(
    e: Evaluator, node: v.T, env: Env, held: bool, bound: list[tuple[str, t.Type]]
) -> tuple[v.T, Env, list[tuple[str, t.Type]]]:
    """The innermost condition that should be `held` and is not, and the names that were bound around it."""
    for _ in range(DEEP):
        step = _inside(e, node, env, held, bound)
        if step is None:
            break
        node, env, held = step
    return node, env, bound


def _inside(e: Evaluator, node: v.T, env: Env, held: bool, bound: Bound) -> Inside | None:
    step = INSIDE.get(type(node))
    return step(e, node, env, held, bound) if step is not None else None


def _inside_not(_: Evaluator, node: v.Not, env: Env, held: bool, bound: Bound) -> Inside | None:
    return node.inner, env, not held


def _all(e: Evaluator, node: v.And, env: Env, held: bool, bound: Bound) -> Inside | None:
    """Of parts that should all hold, the first that does not; if they should not, no single part is to blame."""
    return next(((part, env, held) for part in node.parts if not e.holds(part, env)), None) if held else None


def _one(e: Evaluator, node: v.Or, env: Env, held: bool, bound: Bound) -> Inside | None:
    """Of parts of which none should hold, the first that does."""
    return None if held else next(((part, env, held) for part in node.parts if e.holds(part, env)), None)


def _members(e: Evaluator, node: v.Quantifier, env: Env, held: bool, bound: Bound) -> Inside | None:
    """The members that break `every` and `no`, and those that make `some` true where it should not be."""
    if held:
        return None if node.kind == "some" else _member(e, node, env, node.kind == "every", bound)
    return None if node.kind == "every" else _member(e, node, env, node.kind == "no", bound)


INSIDE: dict[type, Callable[[Evaluator, Any, Env, bool, Bound], Inside | None]] = {
    v.Not: _inside_not,
    v.And: _all,
    v.Or: _one,
    v.Quantifier: _members,
}


def _member(e: Evaluator, node: v.Quantifier, env: Env, wanted: bool, bound: Bound) -> Inside | None:
    """The first members for which the body is not as it should be."""
    for inner in _envs(e, node.binds, env):
        if e.holds(node.body, inner) != wanted:
            bound += [(name, source.type.member or t.UNKNOWN) for name, source in node.binds]
            return node.body, inner, wanted
    return None


def _envs(e: Evaluator, binds: tuple[tuple[str, v.T], ...], env: Env) -> Iterator[Env]:
    if not binds:
        yield env
        return
    (name, source), rest = binds[0], binds[1:]
    for member in e.value(source, env) or ():
        yield from _envs(e, rest, {**env, name: member})


def _value_text(m: Machine, e: Evaluator, node: v.T, env: Env) -> str:
    """The value of one side; nothing can be said of a side that names what is bound elsewhere."""
    if not locals_of(node) <= {*env, "p", "player", *bound_in(node)}:
        return "(not to be told alone)"
    try:
        return _text(m, e.value(node, env), node.type)
    except Fault as fault:
        return f"a fault: {fault}"


def _text(m: Machine, value: Any, kind: t.Type | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    try:
        found = dumps(ValueCodec(m).write(value, kind)) if kind is not None else str(value)
    except (TypeError, ValueError, KeyError, AttributeError):
        found = str(value)
    return found if len(found) <= LONG else f"{found[:LONG]} .."


def read_by(law: CheckedLaw) -> set[str]:
    """The states and zones that a law names itself."""
    return {one.stored for one in all_of(law.condition, v.T)} - {""}
