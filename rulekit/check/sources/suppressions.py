"""Warnings that were looked at and may stand: `## Silenced` in the rulings."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.sources.clauses import clauses
from rulekit.check.sources.ledger import Rulings, Suppression
from rulekit.diagnostics import Problem, nearest
from rulekit.model.rulebook import Rulebook
from rulekit.source import Span

NAMING = (
    "id",
    "ids",
    "name",
    "option",
    "edition",
    "first",
    "second",
    "word",
    "action",
)  # facts that name what is meant


PLAYED = ("K68",)  # found by playing, so that a check cannot tell whether its silence is idle


def silence(
    problems: Iterable[Problem], rulings: Rulings, rulebook: Rulebook | None = None
) -> tuple[list[Problem], list[Problem]]:
    """The problems that stay, and K69 for every silence that silences nothing. Errors cannot be silenced."""
    found = list(problems)
    wanted = {(line.code, line.id) for line in rulings.silenced}
    if not wanted:
        return found, []
    codes = {code for code, _ in wanted}
    lines = _lines(rulebook) if rulebook is not None else {}
    used: set[tuple[str, str]] = set()
    kept: list[Problem] = []
    silenced: dict[str, set[str]] = {}
    for problem in found:
        names = _names(problem, lines) if problem.code in codes and problem.severity != "error" else set()
        silenced.setdefault(problem.code, set()).update(names)
        hits = {(problem.code, name) for name in names} & wanted
        used |= hits
        if not hits:
            kept.append(problem)
    idle = (line for line in rulings.silenced if (line.code, line.id) not in used and line.code not in PLAYED)
    return kept, [_idle(line, silenced.get(line.code, ())) for line in idle]


def _idle(line: Suppression, known: Iterable[str]) -> Problem:
    facts = {"code": line.code, "id": line.id, "near": ", ".join(nearest(line.id, known))}
    return Problem("K69", line.span, "silenced", facts)


Line = tuple[Span, str]


def _lines(rulebook: Rulebook) -> dict[str, list[Line]]:
    """What stands where: the ids of lines and the names of declarations, file by file."""
    found: dict[str, list[Line]] = {}
    for place in clauses(rulebook):
        name = place.clause.id or (_name_declared(place.decl) if place.clause is place.decl else None)
        if name:
            found.setdefault(place.clause.span.file, []).append((place.clause.span, name))
    return found


def _name_declared(decl: object) -> str | None:
    head = getattr(decl, "head", None)
    name = getattr(head, "name", None) or getattr(decl, "name", None) or getattr(decl, "verb", None)
    return name if isinstance(name, str) else None


def _names(problem: Problem, lines: dict[str, list[Line]]) -> set[str]:
    """Everything a problem can be said to be about: its facts, and the lines it stands in."""
    facts = (part.strip(" []`") for fact in NAMING for part in problem.facts.get(fact, "").split(","))
    names = {name for name in facts if name}
    if problem.span is not None:
        line, column = problem.span.start
        names |= {name for span, name in lines.get(problem.span.file, ()) if span.contains(line, column)}
    return names
