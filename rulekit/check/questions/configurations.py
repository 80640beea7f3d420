"""K56 to K59: clauses that change nothing, editions that leave gaps, demands that clash, options nobody reads."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.configurations_of import SEATS, factors_of, refused
from rulekit.check.examined import Checked
from rulekit.check.flow import flow_of
from rulekit.check.folding import OPEN
from rulekit.check.proving import Proofs
from rulekit.check.reading import SEATS as HOW_MANY
from rulekit.check.reading import settled
from rulekit.check.roots import every
from rulekit.check.settled import Clause, conditions
from rulekit.check.steps import steps_of
from rulekit.model import declarations as d
from rulekit.problems import Problem

TRIED = 20_000  # configurations, to find whether demands leave any


def examine(checked: Checked) -> Iterator[Problem]:
    yield from _demands(checked)
    yield from _editions(checked)
    yield from _options(checked)
    yield from _settled(checked)
    yield from _idle(checked)


# ------------------------------------------------------------------ K56


def _settled(checked: Checked) -> Iterator[Problem]:
    """Conditions that come out the same in every allowed configuration."""
    numbers, proofs = flow_of(checked).numbers, flow_of(checked).proofs
    for clause in conditions(checked):
        if clause.id in numbers.reading.bends:
            continue
        reads = numbers.reading.of(clause.condition)
        if not any(r == HOW_MANY or r.startswith("option ") for r in reads) and not settled(reads):
            continue
        answer = _same(proofs, clause, reads)
        if answer is not None:
            yield say("K56", clause.condition.span, "yes" if answer else "no", id=clause.shown)


def _same(proofs: Proofs, clause: Clause, reads: frozenset[str]) -> bool | None:
    answers: set[Any] = set()
    for folder in proofs.folders(reads):
        answer = folder.ask(clause.condition)
        if answer is OPEN or (answers and answer not in answers):
            return None
        answers.add(answer)
    return bool(answers.pop()) if answers else None


def _idle(checked: Checked) -> Iterator[Problem]:
    """Procedures that nothing calls (with an open number that is K21), and actions that nobody is offered."""
    called, offered = set[str](), set[str]()
    called.update(what.proc for sort, what, _ in checked.performs if sort == "supposing" and what.proc is not None)
    for step in (step for body in checked.bodies.values() for step in steps_of(body)):
        if isinstance(step, does.Call) and step.proc is not None:
            called.add(step.proc)
        elif isinstance(step, does.Ask):
            offered.update(step.offers)
        elif isinstance(step, does.Menu):
            offered.update(offer for group in step.groups for offer in group.offers)
    for known in checked.symbols.procs.values():
        for proc in known:
            if proc.key not in called and not any(param.inferred for param in proc.params):
                yield say("K56", proc.decl.span, "never-called", name=proc.verb, what="so it never happens")
    for name, info in checked.symbols.actions.items():
        if name not in offered and not info.decl.anytime:
            yield say("K56", info.decl.span, "never-called", name=name, what="and nobody is offered it")


# ------------------------------------------------------------------ K57 and K58


def _editions(checked: Checked) -> Iterator[Problem]:
    """An edition should say whatever another edition says; one that stands alone should say everything."""
    editions = checked.rulebook.of(d.Edition)
    named = [{s.name for s in e.settings} for e in editions]
    for n, edition in enumerate(editions):
        others = set().union(*named[:n], *named[n + 1 :]) if len(editions) > 1 else set(checked.symbols.options)
        for name, info in checked.symbols.options.items():
            if name in others and name not in named[n]:
                yield say("K57", edition.span, edition=edition.name, option=name, value=written(info.default))
        chosen = {s.name: s.values[0] for s in edition.settings if s.name in checked.symbols.options and s.values}
        yield from _broken(checked, edition, chosen)


def written(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _broken(checked: Checked, edition: d.Edition, chosen: dict[str, Any]) -> Iterator[Problem]:
    """A demand that fails with the edition's own choices, however many play."""
    usual = {name: info.default for name, info in checked.symbols.options.items()}
    low, high = checked.symbols.seats
    fails = [set(refused(checked, {**usual, **chosen}, seats)) for seats in range(low, high + 1)]
    for id_ in sorted(set.intersection(*fails)) if fails else ():
        if any(case.id == id_ for case in checked.demands):
            yield say("K58", edition.span, "edition", edition=edition.name, id=f"[{id_}]")


def _demands(checked: Checked) -> Iterator[Problem]:
    """Demands that together allow nothing; the last of the first few that clash is where it is said."""
    numbers = flow_of(checked).numbers
    for n in range(1, len(checked.demands) + 1):
        some = checked.demands[:n]
        if not _possible(checked, numbers.reading.of(*some), [case.id or "" for case in some]):
            ids = [case.id or "" for case in some]
            kept = [i for i in ids[:-1] if _possible(checked, numbers.reading.of(*some), [x for x in ids if x != i])]
            spans = {case.id: case.node.span for case in some}
            also = tuple((spans[i], "the other one") for i in kept)
            yield say("K58", some[-1].node.span, also=also, ids=[f"[{i}]" for i in (*kept, ids[-1])])
            return


def _possible(checked: Checked, reads: frozenset[str], ids: list[str]) -> bool:
    """Does some choice of what these demands read satisfy them?"""
    factors = {n: values for n, values in factors_of(checked).items() if n == SEATS or f"option {n}" in reads}
    for values in itertools.islice(itertools.product(*factors.values()), TRIED):
        row = dict(zip(factors, values, strict=True))
        seats = row.pop(SEATS)
        if not set(ids) & set(refused(checked, row, seats)):
            return True
    return False


# ------------------------------------------------------------------ K59


def _options(checked: Checked) -> Iterator[Problem]:
    """To name an option in an edition, a demand or a law is not to use it."""
    used = {node.name for sort, node in every(checked, v.OptionValue) if sort not in ("law", "demand")}
    for name, info in checked.symbols.options.items():
        if name not in used:
            yield say("K59", info.decl.span, option=name)
