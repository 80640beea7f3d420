"""K56 to K59: clauses that change nothing, editions that leave gaps, demands that clash, options nobody reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.configuration_space import ASKS, OutOfTries, Search, demands_broken_by, factors_of
from rulekit.check.effects.effect_summary import SEATS as HOW_MANY
from rulekit.check.effects.effect_summary import effects, rests_on_configuration
from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import OPEN
from rulekit.check.proofs.case_analysis import CaseAnalysis, cases_of
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.applicability import ClauseCondition, conditions
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.statement_walk import steps_of
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K56 to K59 for clauses, editions, demands and options that change nothing or contradict each other.

    A declaration::

        demands
          [opt.few]   count of Player < 4
          [opt.many]  count of Player > 4

    No number of players meets both: K58.
    """
    yield from _demands(checked)
    yield from _editions(checked)
    yield from _options(checked)
    yield from _settled_conditions(checked)
    yield from _idle(checked)


# ------------------------------------------------------------------ K56


def _settled_conditions(checked: CheckedRulebook) -> Iterator[Problem]:
    """Conditions that come out the same in every allowed configuration."""
    known, proofs = effects(checked), cases_of(checked)
    for clause in conditions(checked):
        if clause.id in known.bends:
            continue
        reads = known.depends(clause.condition)
        if not any(r == HOW_MANY or r.startswith("option ") for r in reads) and not rests_on_configuration(reads):
            continue
        answer = _same(proofs, clause, reads)
        if answer is not None:
            yield problem_at("K56", clause.condition.span, "yes" if answer else "no", id=clause.name_in_messages)


def _same(proofs: CaseAnalysis, clause: ClauseCondition, reads: frozenset[str]) -> bool | None:
    answers: set[Any] = set()
    for folder in proofs.folders(reads):
        answer = folder.ask(clause.condition)
        if answer is OPEN or (answers and answer not in answers):
            return None
        answers.add(answer)
    return bool(answers.pop()) if answers else None


def _idle(checked: CheckedRulebook) -> Iterator[Problem]:
    """Procedures that nothing calls (with an open number that is K21), and actions that nobody is offered."""
    called, offered = set[str](), set[str]()
    called.update(what.proc for sort, what, _ in checked.performs if sort == "supposing" and what.proc is not None)
    for step in (step for body in checked.bodies.values() for step in steps_of(body)):
        if isinstance(step, typed_statements.Call) and step.proc is not None:
            called.add(step.proc)
        elif isinstance(step, typed_statements.Ask):
            offered.update(step.offers)
        elif isinstance(step, typed_statements.Menu):
            offered.update(offer for group in step.groups for offer in group.offers)
    for known in checked.symbols.procs.values():
        for proc in known:
            if proc.key not in called and not any(param.inferred for param in proc.params):
                yield problem_at("K56", proc.decl.span, "never-called", name=proc.verb, what="so it never happens")
    for name, info in checked.symbols.actions.items():
        if name not in offered and not info.decl.anytime:
            yield problem_at("K56", info.decl.span, "never-called", name=name, what="and nobody is offered it")


# ------------------------------------------------------------------ K57 and K58


def _editions(checked: CheckedRulebook) -> Iterator[Problem]:
    """An edition should say whatever another edition says; one that stands alone should say everything."""
    editions = checked.rulebook.declarations_of(d.Edition)
    named = [{s.name for s in e.settings} for e in editions]
    for n, edition in enumerate(editions):
        others = set().union(*named[:n], *named[n + 1 :]) if len(editions) > 1 else set(checked.symbols.options)
        for name, info in checked.symbols.options.items():
            if name in others and name not in named[n]:
                yield problem_at(
                    "K57", edition.span, edition=edition.name, option=name, value=option_text(info.default)
                )
        chosen = {s.name: s.values[0] for s in edition.settings if s.name in checked.symbols.options and s.values}
        yield from _broken_demands(checked, edition, chosen)


def option_text(value: Any) -> str:
    """A value of an option as the rules write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _broken_demands(checked: CheckedRulebook, edition: d.Edition, chosen: dict[str, Any]) -> Iterator[Problem]:
    """A demand that fails with the edition's own choices, however many play."""
    usual = {name: info.default for name, info in checked.symbols.options.items()}
    low, high = checked.symbols.seats
    fails = [set(demands_broken_by(checked, {**usual, **chosen}, seats)) for seats in range(low, high + 1)]
    for id_ in sorted(set.intersection(*fails)) if fails else ():
        if any(case.id == id_ for case in checked.demands):
            yield problem_at("K58", edition.span, "edition", edition=edition.name, id=f"[{id_}]")


def _demands(checked: CheckedRulebook) -> Iterator[Problem]:
    """Demands that together allow nothing; the last of the first few that clash is where it is said."""
    row: dict[str, Any] | None = None
    for n, case in enumerate(checked.demands, 1):
        some = checked.demands[:n]
        try:
            if row is None or not Search(checked, [case]).fits(row, row):
                row = _possible(checked, some)
        except OutOfTries:
            yield problem_at("K58", case.node.span, "unknown", severity="warning", count=n, limit=ASKS)
            return
        if row is None:
            yield _clash(checked, some)
            return


def _possible(checked: CheckedRulebook, some: tuple[CheckedCase, ...]) -> dict[str, Any] | None:
    """A configuration that satisfies these demands."""
    return Search(checked, some).complete(factors_of(checked), {}, {})


def _clash(checked: CheckedRulebook, some: tuple[CheckedCase, ...]) -> Problem:
    """The last demand with those before it that it needs for the clash, as far as that can be found out."""
    kept = list(some[:-1])
    for case in some[:-1]:
        less = tuple(one for one in kept if one is not case)
        try:
            if _possible(checked, (*less, some[-1])) is None:
                kept.remove(case)
        except OutOfTries:
            break
    also = tuple((case.node.span, "the other one") for case in kept)
    return problem_at("K58", some[-1].node.span, also=also, ids=[f"[{case.id or ''}]" for case in (*kept, some[-1])])


# ------------------------------------------------------------------ K59


def _options(checked: CheckedRulebook) -> Iterator[Problem]:
    """To name an option in an edition, a demand or a law is not to use it."""
    used = {node.name for sort, node in nodes_with_roots(checked, v.OptionValue) if sort not in ("law", "demand")}
    for name, info in checked.symbols.options.items():
        if name not in used:
            yield problem_at("K59", info.decl.span, option=name)
