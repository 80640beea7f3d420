"""Coverage of the ledger: is every sentence held by a line, and which of them are not?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.sources.clause_holders import LINE, REASON, SORTS, Holder, holders
from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.diagnostics import Problem, nearest
from rulekit.model.rulebook import Rulebook
from rulekit.source import Span

# Of the sentences of a ledger so many may be explained in rulings.md instead of being held by a line. It is a policy,
# not a figure that was found: some sentences say nothing that can be played, and without a bound hard ones would join.
EXPLAINED_PERCENT = 3
TEXT = 100  # letters of a sentence shown


def check_coverage(held: frozenset[str], ledger: Ledger, rulings: Rulings) -> Iterator[Problem]:
    """K69: sentences that are not among those held, and explanations that explain nothing or too much."""
    explained: dict[str, Span] = {}
    for line in rulings.explained:
        if line.id not in ledger.clauses:
            yield problem_at("K69", line.span, "unknown", id=line.id, near=nearest(line.id, ledger.clauses))
        elif line.id in held or line.id in explained:
            yield problem_at("K69", line.span, "explained-twice", id=line.id)
        explained.setdefault(line.id, line.span)
    for clause in ledger.clauses.values():
        if clause.id not in held and clause.id not in explained:
            yield problem_at("K69", clause.span, "unclaimed", id=clause.id, text=shorten(clause.text))
    limit = explained_limit(len(ledger.clauses))
    known = [id_ for id_ in explained if id_ in ledger.clauses]
    if len(known) > limit:
        span = explained[known[limit]]
        yield problem_at("K69", span, "explained-many", count=len(known), all=len(ledger.clauses), limit=limit)


def explained_limit(clauses: int) -> int:
    """How many sentences may be explained away: three in a hundred, and one in the smallest ledger."""
    return max(1, clauses * EXPLAINED_PERCENT // 100)


def shorten(text: str) -> str:
    """The beginning of a sentence."""
    return text if len(text) <= TEXT else text[:TEXT].rstrip() + ".."


def count_holders(rulebook: Rulebook, ledger: Ledger, rulings: Rulings) -> dict[str, Any]:
    """How many sentences are held by what, the strongest counting; where each is held; and which are missing."""
    by = holders(rulebook, rulings)
    strongest = [by[id_][0].sort for id_ in ledger.clauses if id_ in by]
    held = {sort: strongest.count(sort) for sort in SORTS}
    return {
        "clauses": len(ledger.clauses),
        "encoded": held[LINE],
        "explained": held[REASON],
        "held": held,
        "missing": [id_ for id_ in ledger.clauses if id_ not in by],
        "by": {id_: [_holder_json(one) for one in by.get(id_, ())] for id_ in ledger.clauses},
    }


def _holder_json(holder: Holder) -> dict[str, Any]:
    return {"sort": holder.sort, "name": holder.name, "file": holder.span.file, "line": holder.span.line}
