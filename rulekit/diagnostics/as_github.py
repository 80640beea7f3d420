"""Problems as workflow commands, which become annotations on the changed lines."""

from __future__ import annotations

from rulekit.diagnostics.excerpt import SourceLines
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.problem_report import ProblemReport
from rulekit.diagnostics.visible import visible

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def write(report: ProblemReport, sources: SourceLines, colour: bool) -> str:
    """One command a problem."""
    lines = [_command(problem) for problem in report.problems]
    if report.more:
        lines.append(f"::notice title=rulekit::{report.more:,} more {'is' if report.more == 1 else 'are'} not shown.")
    return "".join(line + "\n" for line in lines)


def _command(problem: Problem) -> str:
    """One problem."""
    properties = {"title": f"{problem.code} {problem.title}"}
    if problem.span:
        span = problem.span
        place = {"file": span.file, "line": span.line, "endLine": span.end_line}
        columns = {"col": span.column, "endColumn": span.end_column} if span.line == span.end_line else {}
        properties = {**{name: str(value) for name, value in {**place, **columns}.items()}, **properties}
    said = ",".join(f"{name}={visible(value).translate(PROPERTY)}" for name, value in properties.items())
    message = "\n".join(visible(text) for text in (problem.fact, problem.advice) if text)
    return f"::{COMMANDS[problem.severity]} {said}::{message.translate(DATA)}"
