"""Is every sentence of the ledger held by a line, and which of them are not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.complain import say
from rulekit.check.ledger import Ledger, Rulings
from rulekit.model import scenes as sc
from rulekit.model.base import Clause
from rulekit.model.rulebook import Rulebook
from rulekit.problems import Problem, nearest
from rulekit.source import Span

EXPLAINED_PERCENT = 3
TEXT = 100  # letters of a sentence shown


def claimed(rulebook: Rulebook, found: Iterable[Clause]) -> set[str]:
    """What rules, rows and laws cite, and what scenes are named after."""
    cited = {cite.text for clause in found for cite in clause.cites}
    return cited | {scene.clause for scene in rulebook.of(sc.Scene)}


def covered(rulebook: Rulebook, found: Iterable[Clause], ledger: Ledger, rulings: Rulings) -> Iterator[Problem]:
    """K69: sentences nobody claims, and explanations that explain nothing or too much."""
    held = claimed(rulebook, found)
    explained: dict[str, Span] = {}
    for line in rulings.explained:
        if line.id not in ledger.clauses:
            yield say("K69", line.span, "unknown", id=line.id, near=nearest(line.id, ledger.clauses))
        elif line.id in held or line.id in explained:
            yield say("K69", line.span, "explained-twice", id=line.id)
        explained.setdefault(line.id, line.span)
    for clause in ledger.clauses.values():
        if clause.id not in held and clause.id not in explained:
            yield say("K69", clause.span, "unclaimed", id=clause.id, text=shorten(clause.text))
    limit = allowed(len(ledger.clauses))
    known = [id_ for id_ in explained if id_ in ledger.clauses]
    if len(known) > limit:
        span = explained[known[limit]]
        yield say("K69", span, "explained-many", count=len(known), all=len(ledger.clauses), limit=limit)


def allowed(clauses: int) -> int:
    """How many sentences may be explained away: three in a hundred, and one in the smallest ledger."""
    return max(1, clauses * EXPLAINED_PERCENT // 100)


def shorten(text: str) -> str:
    """The beginning of a sentence."""
    return text if len(text) <= TEXT else text[:TEXT].rstrip() + ".."


def counted(rulebook: Rulebook, found: Iterable[Clause], ledger: Ledger, rulings: Rulings) -> dict[str, object]:
    """How many sentences there are, are encoded, are explained, and which are missing."""
    held = claimed(rulebook, found)
    explained = {line.id for line in rulings.explained}
    encoded = [id_ for id_ in ledger.clauses if id_ in held]
    said = [id_ for id_ in ledger.clauses if id_ not in held and id_ in explained]
    missing = [id_ for id_ in ledger.clauses if id_ not in held and id_ not in explained]
    return {"clauses": len(ledger.clauses), "encoded": len(encoded), "explained": len(said), "missing": missing}
