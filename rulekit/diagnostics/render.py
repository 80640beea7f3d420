"""Problems for readers: sorted, each once, capped, in the format asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulekit.diagnostics import as_github, as_json, as_sarif, as_text
from rulekit.diagnostics.excerpt import SourceLines
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.problem_report import ProblemReport

FORMATS: Mapping[str, Callable[[ProblemReport, SourceLines, bool], str]] = {
    "text": as_text.write,
    "json": as_json.write,
    "github": as_github.write,
    "sarif": as_sarif.write,
}
LIMIT = 50


def render(
    problems: Iterable[Problem],
    sources: Mapping[str, str] | None = None,
    format: str = "text",
    colour: bool = False,
    limit: int | None = LIMIT,
) -> str:
    """The problems as one text with a final line end. `sources` are the texts of the files by name."""
    return FORMATS[format](report(problems, limit), SourceLines(sources), colour)


def report(problems: Iterable[Problem], limit: int | None = LIMIT) -> ProblemReport:
    """What is shown and what is not. Errors come before warnings when there is not room for all."""
    found = sort_problems(problems)
    by_weight = sorted(found, key=lambda problem: WEIGHT.get(problem.severity, 0))
    shown = by_weight if limit is None else by_weight[: max(limit, 0)]
    counts = {name: sum(problem.severity == name for problem in found) for name in WEIGHT}
    return ProblemReport(tuple(sorted(shown, key=_place)), len(found) - len(shown), counts)


def sort_problems(problems: Iterable[Problem]) -> Sequence[Problem]:
    """By file, line and column; of two that say the same about the same place one is left."""
    once = {(*_place(problem), problem.variant, problem.fact): problem for problem in problems}
    return sorted(once.values(), key=lambda problem: (*_place(problem), problem.fact))


WEIGHT = {"error": 0, "warning": 1, "note": 2}


def _place(problem: Problem) -> tuple[str, int, int, str]:
    span = problem.span
    return (span.file, span.line, span.column, problem.code) if span else ("", 0, 0, problem.code)
