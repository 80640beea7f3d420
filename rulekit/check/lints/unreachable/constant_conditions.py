"""K56: conditions that never hold, or always do, by ranges and by what is known where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import ProgramPoint
from rulekit.check.dataflow.facts import FLIPPED
from rulekit.check.dataflow.range_inference import RangeInference, flow_of
from rulekit.check.emit import problem_at
from rulekit.check.lints.numeric import constant_counts
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedException, CheckedLaw, CheckedRulebook
from rulekit.check.tree.enclosing_lines import margin_id, source_at
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.diagnostics import Problem
from rulekit.source import Span
from rulekit.typesystem import types as t

OWN = ("action", "turn", "play", "setup")  # bodies that nobody calls with what he knows


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Tests that the range of one number decides, each once; then every condition where it stands.

    A line::

        if count of Player > 4: take 2 from heap

    K56 in a game for 2 players.
    """
    plain = list(_plain_tests(checked))
    yield from plain
    flow, told = flow_of(checked), {problem.span for problem in (*plain, *constant_counts.check(checked))}
    excepted = _exceptions(checked)
    for key, body in checked.bodies.items():
        for seen in flow.body(key):
            if isinstance(seen.node, typed_statements.Param) and body.sort == "action" and _empty(flow, seen):
                yield problem_at(
                    "K56", seen.node.span, "empty", id=margin_id(seen.node.id, "This line"), action=body.name
                )
            condition = seen.node.condition if isinstance(seen.node, typed_statements.Guard) else seen.node
            bends = seen.line is not None and seen.line.replaces is not None  # K52 tells which of several comes first
            if isinstance(condition, v.T) and not bends:
                found = list(_check_condition(checked, flow, seen, condition))
                yield from found if found and not _is_told_already(flow, condition, told) else ()
            if isinstance(seen.node, typed_statements.Guard) and seen.node.id in excepted:
                yield from _idle_exceptions(checked, flow, seen, excepted[seen.node.id], told)
    last = [(one.id, one.condition) for one in checked.endings] + [(one.id, one.condition) for one in checked.results]
    for id_, condition in last:
        if condition is not None and not _is_told_already(flow, condition, told):
            yield from _check_ending(checked, flow, condition, margin_id(id_, "This line"))
    for law in checked.laws:
        yield from _empty_premises(checked, flow, law) if law.condition is not None else ()


def _empty_premises(checked: CheckedRulebook, flow: RangeInference, law: CheckedLaw) -> Iterator[Problem]:
    """`if heap > 9 then ..` of a heap that is 0 to 9: the law holds since it says nothing."""
    for node in walk(law.condition):
        premise = node.parts[0].inner if isinstance(node, v.Or) and isinstance(node.parts[0], v.Not) else None
        if premise is None or flow.intervals.effects.is_fixed(premise):
            continue
        if flow.intervals.assume(premise, f.NONE).dead:
            facts = _range(checked, flow, f.NONE, premise)
            yield problem_at("K56", premise.span, "premise", id=margin_id(law.id, "This law"), **facts)


def _check_ending(checked: CheckedRulebook, flow: RangeInference, condition: v.T, id_: str) -> Iterator[Problem]:
    """An ending or a line of the result: nothing is known there but the ranges of numbers."""
    for variant, holds in (("here", True), ("always", False)):
        if flow.intervals.assume(condition, f.NONE, holds).dead:
            yield problem_at("K56", condition.span, variant, id=id_, **_range(checked, flow, f.NONE, condition))


def _is_told_already(flow: RangeInference, condition: v.T, told: set[Span | None]) -> bool:
    """Is it told already: by options and players alone, by the range of one number, or as a constant count?"""
    settled = flow.intervals.effects.is_fixed(condition) and not locals_of(condition)
    return settled or any(isinstance(n, v.T) and n.span in told for n in walk(condition))


def _empty(flow: RangeInference, seen: ProgramPoint) -> bool:
    """`n in 4 to 2`, `n in heap + 1 to heap`: even the least is more than the most."""
    source = seen.node.source
    if not isinstance(source, v.Interval) or seen.facts.dead:
        return False
    return flow.intervals.narrow_comparison("<=", source.low, source.high, seen.facts).dead


def _check_condition(
    checked: CheckedRulebook, flow: RangeInference, seen: ProgramPoint, condition: v.T
) -> Iterator[Problem]:
    assume, guard = flow.intervals.assume, isinstance(seen.node, typed_statements.Guard)
    whole = flow.intervals.guard_condition(seen.node) if guard else condition
    id_ = _id(seen)
    if assume(whole, seen.facts).dead:
        needed = guard and seen.body.sort == "action" and seen.line is None
        facts = _range(checked, flow, seen.facts, condition)
        if needed:
            yield problem_at("K56", condition.span, "impossible", id=id_, action=seen.body.name, **facts)
        else:
            yield problem_at("K56", condition.span, "here", id=id_, **facts)
    elif seen.body.sort in OWN and assume(condition, seen.facts, False).dead:
        yield problem_at("K56", condition.span, "always", id=id_, **_range(checked, flow, seen.facts, condition))


def _exceptions(checked: CheckedRulebook) -> dict[str | None, list[CheckedException]]:
    """The exceptions of each clause; one that is bent itself lets pass more than its own condition says."""
    bent, found = {bend.target for bend in checked.bends}, dict[str | None, list[CheckedException]]()
    for bend in checked.bends:
        if bend.id not in bent:
            found.setdefault(bend.target, []).append(bend)
    return found


def _idle_exceptions(
    checked: CheckedRulebook,
    flow: RangeInference,
    seen: ProgramPoint,
    bends: list[CheckedException],
    told: set[Span | None],
) -> Iterator[Problem]:
    """`except [grab.fit] when heap > 3`, where everybody may grab what is in a heap of 4: nothing more is allowed."""
    refused = flow.intervals.assume(seen.node.condition, seen.facts, False)
    for bend in [] if seen.facts.dead or refused.dead else bends:
        if _is_told_already(flow, bend.condition, told):
            continue
        if flow.intervals.assume(bend.condition, seen.facts).dead:
            facts = _range(checked, flow, seen.facts, bend.condition)
            yield problem_at("K56", bend.condition.span, "here", id=margin_id(bend.id, "This exception"), **facts)
        elif flow.intervals.assume(bend.condition, refused).dead:
            names = {"id": margin_id(bend.id, "This exception"), "guard": margin_id(bend.target)}
            yield problem_at("K56", bend.condition.span, "idle", **names)


def _id(seen: ProgramPoint) -> str:
    own = seen.node.id if isinstance(seen.node, typed_statements.Guard) else None
    return margin_id(own or (seen.line.id if seen.line is not None else None), "This condition")


def _range(checked: CheckedRulebook, flow: RangeInference, facts: f.Facts, condition: v.T) -> dict[str, str]:
    """Between which numbers the value lies there that is compared with another."""
    if not isinstance(condition, v.Compare | v.Equal):
        return {}
    for side in (condition.left, condition.right):
        low, high = flow.intervals.bounds_of(side, facts)
        shown = source_at(checked, side.span)
        if shown and side.type.bare.numeric and not isinstance(side, v.Const) and _finite((low, high)):
            return {"value": shown, "low": str(low), "high": str(high)}
    return {}


def _finite(bounds: f.Bounds) -> bool:
    return -t.LARGEST < bounds[0] and bounds[1] < t.LARGEST


# ------------------------------------------------------------------ by the range of one number


def _plain_tests(checked: CheckedRulebook) -> Iterator[Problem]:
    """Tests of one number that its range leaves no chance, of a value and itself, of `nothing` where something always
    is; and conditions that choose between two values that are the same.
    """
    fixed = flow_of(checked).intervals.effects.is_fixed  # what options and players alone decide is told elsewhere
    for sort, node in nodes_with_roots(checked, v.Compare, v.Equal, v.IsNothing, v.Choice):
        if isinstance(node, v.Choice):
            yield from _same_either_way(checked, node)
        elif not isinstance(node, v.IsNothing) and node.left == node.right and not fixed(node.left):
            yield problem_at("K56", node.span, "itself", value=source_at(checked, node.left.span))
        elif sort == "law":
            continue  # laws say what never is
        elif isinstance(node, v.Compare):
            yield from _range_tests(checked, node, node.op)
        elif isinstance(node, v.Equal) and not node.negated:
            yield from _range_tests(checked, node, "=")
        elif isinstance(node, v.IsNothing):
            yield from _something(checked, node)


def _same_either_way(checked: CheckedRulebook, node: v.Choice) -> Iterator[Problem]:
    """`(3 if pace is slow else 3)`: the condition decides nothing."""
    if node.yes == node.no:
        condition = source_at(checked, node.condition.span)
        yield problem_at("K56", node.span, "either", value=source_at(checked, node.yes.span), condition=condition)


def _range_tests(checked: CheckedRulebook, node: v.Compare | v.Equal, op: str) -> Iterator[Problem]:
    """A state or a field against a number beyond its range."""
    for side, other, sign in ((node.left, node.right, op), (node.right, node.left, FLIPPED.get(op, op))):
        kind = side.type.bare
        if not isinstance(side, (v.Read, v.FieldOf)) or not kind.numeric or not _number(other):
            continue
        if _never(kind, sign, other.value):  # type: ignore[attr-defined]
            facts = {"low": kind.low, "high": kind.high, "value": source_at(checked, side.span)}
            yield problem_at("K56", node.span, "range", condition=source_at(checked, node.span), **facts)


def _number(node: v.T) -> bool:
    return isinstance(node, v.Const) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _never(kind: t.Type, sign: str, value: int) -> bool:
    return {
        "=": not kind.low <= value <= kind.high,
        "<": kind.low >= value,
        "<=": kind.low > value,
        ">": kind.high <= value,
        ">=": kind.high < value,
    }[sign]


def _something(checked: CheckedRulebook, node: v.IsNothing) -> Iterator[Problem]:
    """`heap is nothing`, where heap is a number that is always there."""
    inner = node.value
    plain = isinstance(inner, v.Read) and isinstance(inner.type, t.Number | t.YesNo | t.Choice | t.Seat)
    if plain and all(not arg.type.optional for arg in inner.args):  # type: ignore[attr-defined]
        yield problem_at("K56", node.span, "something", value=source_at(checked, inner.span))
