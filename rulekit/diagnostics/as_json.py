"""Problems for tools, as JSON of a shape that stays.

{"problems": [{"code", "severity", "title", "file", "line", "column", "end": {"line", "column"},
               "variant", "facts": {name: text}, "fact", "advice",
               "second": [{"file", "line", "column", "end": {"line", "column"}, "text"}]}],
 "more": how many are not listed, "errors": n, "warnings": n, "notes": n}

Lines and columns count from 1, columns count characters, the end is exclusive.
Without a place `file`, `line`, `column` and `end` are null.
"""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics.excerpt import SourceLines
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.problem_report import ProblemReport
from rulekit.source import Span


def write(report: ProblemReport, sources: SourceLines, colour: bool) -> str:
    """The report as JSON text, all signs beyond ASCII escaped."""
    import json

    return json.dumps(shape(report), indent=2, ensure_ascii=True) + "\n"


def shape(report: ProblemReport) -> dict[str, Any]:
    """The report as plain data."""
    counts = {name + "s": count for name, count in report.counts.items()}
    return {"problems": [as_data(problem) for problem in report.problems], "more": report.more, **counts}


def as_data(problem: Problem) -> dict[str, Any]:
    """One problem as plain data."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "title": problem.title,
        **_place(problem.span),
        "variant": problem.variant,
        "facts": dict(sorted(problem.all_facts.items())),
        "fact": problem.fact,
        "advice": problem.advice,
        "second": [{**_place(span), "text": text} for span, text in problem.second],
    }


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end": None}
    end = {"line": span.end_line, "column": span.end_column}
    return {"file": span.file, "line": span.line, "column": span.column, "end": end}
