"""K53, K54 and K55: definitions by cases that leave a gap, lines that are never reached, cases that say the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import OPEN
from rulekit.check.names.symbol_info import RelationInfo, WordInfo
from rulekit.check.proofs.case_analysis import CaseAnalysis, cases_of
from rulekit.check.proofs.inlining import is_same_value
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.source_sentence import sentence
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.typesystem import types as t


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K53 for a gap, K54 for a case that the cases above cover, K55 for two equal cases.

    A declaration::

        define price of c: Card, first of
          [price.cheap]  1 if cost of c < 3
          [price.dear]  4 if cost of c >= 3
    """
    intervals, proofs = flow_of(checked).intervals, cases_of(checked)
    for word in checked.words:
        if isinstance(word.decl, d.Cases) and word.body:
            yield from _word(checked, intervals, proofs, word)
    for relation in checked.relations:
        if relation.decl.mode == "any":
            yield from _twins(proofs, relation)


# ------------------------------------------------------------------ first of


def _word(checked: CheckedRulebook, intervals: Intervals, proofs: CaseAnalysis, word: WordInfo) -> Iterator[Problem]:
    cases: tuple[CheckedCase, ...] = word.body
    conditions = [case.condition for case in cases if case.condition is not None]
    if cases[-1].condition is not None and len(conditions) == len(cases):
        hole = _hole(checked, proofs, conditions)
        span = word.decl.span
        yield (
            problem_at("K53", span, word=word.name, hole=hole)
            if hole
            else problem_at("K53", span, "if", word=word.name)
        )
    yield from _dead(intervals, proofs, cases, f.NONE.with_present(*(p.name for p in word.params)))


def _dead(
    intervals: Intervals, proofs: CaseAnalysis, cases: tuple[CheckedCase, ...], facts: Facts
) -> Iterator[Problem]:
    above: list[v.T] = []
    for n, case in enumerate(cases):
        id_ = f"[{case.id}]" if case.id else "This line"
        if n and cases[n - 1].condition is None:
            yield problem_at("K54", case.node.span, "if", id=id_)
            return
        here = facts if case.condition is None else intervals.assume(case.condition, facts)
        if above and (here.dead or _is_covered(proofs, above, case.condition)):
            yield problem_at("K54", case.node.span, id=id_, **({} if case.condition else _cover(intervals, above)))
        if case.condition is not None:
            above.append(case.condition)
            facts = intervals.assume(case.condition, facts, False)


def _is_covered(proofs: CaseAnalysis, above: list[v.T], own: v.T | None) -> bool:
    """In every case a line above holds, or this one does not."""
    runs = proofs.values([*above, *([own] if own is not None else [])])
    if runs is None:
        return False
    for _, answers in runs:
        before = answers[: len(above)]
        if True not in before and (own is None or answers[-1] is not False):
            return False
    return True


def _cover(intervals: Intervals, above: list[v.T]) -> dict[str, str]:
    """The range that the lines above cover, where all of them test one number."""
    tested = {node.left if isinstance(node, v.Compare) else None for node in above}
    one = tested.pop() if len(tested) == 1 else None
    if one is None or isinstance(one, v.Const):
        return {}
    low, high = intervals.bounds_of(one, f.NONE)
    return {"cover": f"{low} to {high}"} if high < t.LARGEST and low > -t.LARGEST else {}


def _hole(checked: CheckedRulebook, proofs: CaseAnalysis, conditions: list[v.T]) -> str:
    """A case in which no line holds, said in the words of the rulebook."""
    runs = proofs.values(conditions)
    for cases, answers in runs or ():
        if all(answer is False for answer in answers) and cases:
            return " and ".join(_case(checked, node, value) for node, value in cases.items())
    return ""


def _case(checked: CheckedRulebook, node: v.T, value: Any) -> str:
    name = sentence(checked, node.span)
    shown = member(checked, node.type, value)
    return f"`{name} is {shown}`" if not node.type.bare.numeric or value is None else f"`{name} = {shown}`"


def member(checked: CheckedRulebook, kind: t.Type, value: Any) -> str:
    """A value by its name."""
    kind = kind.bare
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if kind.members:
        return str(kind.members[value])
    if kind.table:
        info = checked.symbols.kinds[kind.kind]
        return str(info.rows[info.members[value]].name)
    return str(value)


# ------------------------------------------------------------------ relations


def _twins(proofs: CaseAnalysis, info: RelationInfo) -> Iterator[Problem]:
    """Two cases that hold together in every case there is, and not always or never."""
    cases = [case for case in info.cases if case.sort == "case" and case.value is not None]
    for n, case in enumerate(cases):
        for other in cases[:n]:
            if _are_mirrored(other.value, case.value) or _same(proofs, other.value, case.value):
                also = ((other.node.span, "its twin"),)
                yield problem_at(
                    "K55", case.node.span, also=also, severity="note", first=f"[{other.id}]", second=f"[{case.id}]"
                )
                break


def _are_mirrored(one: v.T, other: v.T) -> bool:
    """`a beside b` and `b beside a`"""
    if not isinstance(one, v.CoreUse) or not isinstance(other, v.CoreUse) or one.word != other.word:
        return False
    left, right = [value for _, value in one.args], [value for _, value in other.args]
    return one.definition.symmetric and all(is_same_value(a, b) for a, b in zip(left, reversed(right), strict=True))


def _same(proofs: CaseAnalysis, one: v.T, other: v.T) -> bool:
    runs = proofs.values([one, other])
    if runs is None:
        return False
    seen = set()
    for _, (left, right) in runs:
        if left is OPEN or left is not right:
            return False
        seen.add(left)
    return len(seen) == 2
