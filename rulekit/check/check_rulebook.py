"""The check as a whole: work the rulebook out, ask every question, leave out what was silenced."""

from __future__ import annotations

import attrs

from rulekit.check.budgets.nesting_depth import too_deep
from rulekit.check.budgets.work_limits import too_much
from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.lints import run_lints
from rulekit.check.sources.citations import check_citations
from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.check.sources.suppressions import silence
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.syntax.line_dropping import WORD


@record
class CheckReport:
    """What came of a check: the checked rulebook, all that was found, and what lay beside the rules."""

    checked: CheckedRulebook
    problems: tuple[Problem, ...]
    ledger: Ledger | None
    rulings: Rulings

    @property
    def errors(self) -> list[Problem]:
        """The problems that keep a rulebook from being played; warnings are left out."""
        return [p for p in self.problems if p.severity == "error"]


UNREAD = ("K07", "K86", "K87")  # a table that is not there, is no TOML, or is too large: none of its rows are known
ROWS = ("K13", "K14")  # what is said of rows that are missing or too many
UNMADE = ("count", "none", "field", "fits")  # ways in which the rows of a kind are not as many as they should be
UNCOUNTED = ("K12", "K13", "K14", "K89")  # complaints after which nobody should count rows


def _own(found: list[Problem], before: list[Problem]) -> list[Problem]:
    """Without what follows from a table or a row that was refused: its rows cannot be counted."""
    if any(p.code in UNREAD for p in before):  # neither a row that is missing nor a name that it would have had is told
        found = [p for p in found if p.code not in ROWS and not (p.code == "K07" and p.variant in NAMED)]
    found = _known_rows(_said_once(found))
    if any(p.code in UNCOUNTED for p in before):
        return [p for p in found if p.code not in ROWS]
    if any(p.code in ("K12", "K14") and p.variant not in UNMADE for p in found):
        return [p for p in found if not (p.code == "K14" and p.variant in UNMADE)]
    return found


def _said_once(found: list[Problem]) -> list[Problem]:
    """Without what is said of a name that two sentences claim: which is meant where it is used, nobody knows."""
    claimed = {p.facts.get("word") or p.facts.get("name") for p in found if p.code == "K11"}
    return [p for p in found if p.code == "K11" or claimed.isdisjoint(_words(p))] if claimed else found


def _words(problem: Problem) -> set[str]:
    return {word for said in problem.facts.values() for word in WORD.findall(said)}


def _known_rows(found: list[Problem]) -> list[Problem]:
    """Without names of rows where a kind has none, or too few of them: they would be told once for each."""
    missing = {p.facts.get("kind"): p.variant for p in found if p.code == "K14" and p.variant in UNMADE}
    return [p for p in found if not _row_of(p, missing)] if missing else found


def _row_of(problem: Problem, missing: dict[str | None, str]) -> bool:
    if problem.code != "K15" and (problem.code, problem.variant) != ("K07", "row"):
        return False
    kind = problem.facts.get("kind") or problem.facts.get("type")
    return kind in missing and (missing[kind] == "none" or not problem.facts.get("near"))


MANY_ALIKE = 3  # of one complaint; a name misspelt where it is declared is unknown wherever it is used
NAMED = ("", "row", "word", "zone", "state", "action", "parameter", "moment", "relation", "adjective")


def _alike(found: list[Problem]) -> list[Problem]:
    """Of many unknown names that are the same one the first, with the places of some others."""
    alike: dict[tuple[object, ...], list[Problem]] = {}
    for problem in found:
        alike.setdefault((problem.code, problem.variant, *sorted(problem.facts.items())), []).append(problem)
    kept = []
    for problem in found:
        group = alike[(problem.code, problem.variant, *sorted(problem.facts.items()))]
        if len(group) <= MANY_ALIKE or problem.code not in ("K07", "K12", "K15"):
            kept.append(problem)
        elif problem is group[0]:
            more = len(group) - MANY_ALIKE
            places = [one.span for one in group[1 : MANY_ALIKE + 1] if one.span is not None]
            said = [(span, "and here") for span in places]
            if said and more > 1:
                said[-1] = (said[-1][0], f"here, and in {more - 1} more places")
            kept.append(attrs.evolve(problem, second=(*problem.second, *said)))
    return kept


def names_and_sources(
    rulebook: Rulebook, ledger: Ledger | None, rulings: Rulings, before: list[Problem]
) -> tuple[CheckedRulebook, list[Problem]]:
    """Names, types and citations of every line."""
    checked, found = assemble(rulebook, frozenset(ledger.clauses) if ledger else frozenset())
    return checked, before + _alike(_own(found, before)) + check_citations(checked.symbols, rulebook, ledger, rulings)


def examine(rulebook: Rulebook, ledger: Ledger | None, rulings: Rulings, before: list[Problem]) -> CheckReport:
    """Ask everything that can be asked; questions about meaning only of a rulebook whose names hold."""
    checked, found = names_and_sources(rulebook, ledger, rulings, before)
    if not any(p.severity == "error" for p in found):
        found += too_deep(checked)  # before anybody goes down there
    if not any(p.severity == "error" for p in found):
        found += too_much(checked)
    if not any(p.severity == "error" for p in found):
        found += run_lints(checked)
    kept, idle = silence(found, rulings, rulebook)
    if not any(p.severity == "error" for p in kept):
        kept += idle
    checked.warnings = tuple(p for p in kept if p.severity != "error")
    return CheckReport(checked, tuple(kept), ledger, rulings)
