"""Problems as SARIF 2.1.0: one run, a rule for every code that occurs."""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics import catalogue
from rulekit.diagnostics.excerpt import SourceLines
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.problem_report import ProblemReport
from rulekit.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(report: ProblemReport, sources: SourceLines, colour: bool) -> str:
    """The report as SARIF text, all signs beyond ASCII escaped."""
    import json

    return json.dumps(shape(report), indent=2, ensure_ascii=True) + "\n"


def shape(report: ProblemReport) -> dict[str, Any]:
    """The report as plain data."""
    codes = sorted({problem.code for problem in report.problems})
    run = {
        "tool": {"driver": {"name": "rulekit", "rules": [_rule(catalogue.entry(code)) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes) for problem in report.problems],
        "properties": {"more": report.more},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(entry: catalogue.CodeEntry) -> dict[str, Any]:
    long = " ".join(entry.explanation.split()) or entry.title
    return {
        "id": entry.code,
        "name": "".join(word.capitalize() for word in entry.slug.split("-")[1:]),
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": long},
        "help": {"text": f"{long}\nMore: rulekit explain {entry.code}"},
        "defaultConfiguration": {"level": entry.severity},
    }


def _result(problem: Problem, codes: list[str]) -> dict[str, Any]:
    """One problem; the further places are related locations."""
    text = " ".join(part for part in (problem.fact, problem.advice) if part)
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity,
        "message": {"text": text},
        "locations": [_location(problem.span)] if problem.span else [],
    }
    related = [
        {"id": number, **_location(span), "message": {"text": label}}
        for number, (span, label) in enumerate(problem.second, 1)
    ]
    return {**result, "relatedLocations": related} if related else result


def _location(span: Span) -> dict[str, Any]:
    from urllib.parse import quote

    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    artifact = {"uri": quote(span.file.replace("\\", "/"), safe="/")}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}
