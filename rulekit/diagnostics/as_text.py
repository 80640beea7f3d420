"""Problems for people: title, place, line, marks, sentence, help."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics.excerpt import SourceLines, cut_excerpt
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.problem_report import ProblemReport
from rulekit.diagnostics.visible import visible
from rulekit.source import Span

COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "help": "1;32", "bar": "34", "title": "1"}


def write(report: ProblemReport, sources: SourceLines, colour: bool) -> str:
    """All problems, a line saying how many are not shown, and the counts."""
    brush = Painter(colour)
    blocks = ["\n".join(_problem(problem, sources, brush)) for problem in report.problems]
    if report.more:
        blocks.append(f"{report.more:,} more {'is' if report.more == 1 else 'are'} not shown.")
    return "\n\n".join([*blocks, report.summary]) + "\n"


class Painter:
    """Paints words, if colour is wanted."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, name: str, text: str) -> str:
        """The text in this style, or as it is without colours."""
        return f"\x1b[{COLOURS[name]}m{text}\x1b[0m" if self.colour else text


def _problem(problem: Problem, sources: SourceLines, brush: Painter) -> Iterator[str]:
    """One problem, line by line."""
    severity = problem.severity
    yield f"{brush(severity, f'{severity}[{problem.code}]')}{brush('title', ': ' + visible(problem.title))}"
    margin = _margin(problem)
    if problem.span:
        yield from _place(problem.span, sources, margin, "^", severity, brush)
    yield f"{' ' * margin} {brush('bar', '=')} {visible(problem.fact)}"
    for span, label in problem.second:
        yield f"{brush('note', 'note')}: {visible(label)}"
        yield from _place(span, sources, margin, "-", "note", brush)
    if problem.advice:
        yield f"{brush('help', 'help')}: {visible(problem.advice)}"
    yield f"more: rulekit explain {problem.code}"


def _margin(problem: Problem) -> int:
    """How wide the line numbers are."""
    spans = [span for span in (problem.span, *(span for span, _ in problem.second)) if span]
    return max((len(str(span.line)) for span in spans), default=1)


def _place(span: Span, sources: SourceLines, margin: int, mark: str, tone: str, brush: Painter) -> Iterator[str]:
    """Where: file, line, column, and the line itself with its marks, if the file is known."""
    room = " " * margin
    bar = brush("bar", "|")
    yield f"{room}{brush('bar', '-->')} {visible(span.file)}:{span.line}:{span.column}"
    line = sources.line(span)
    if line is None:
        return
    shown = cut_excerpt(line, span)
    yield f"{room} {bar}"
    yield f"{brush('bar', f'{span.line:>{margin}}')} {bar} {shown.line}".rstrip()
    yield f"{room} {bar} {' ' * shown.indent}{brush(tone, mark * shown.marks)}"
