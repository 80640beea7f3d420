"""An effect written in a table: read by the grammar of the rules, with its places in the table's file."""

from __future__ import annotations

from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.model.build_declarations import declaration
from rulekit.model.build_expressions import At
from rulekit.records import evolve
from rulekit.source import Span
from rulekit.syntax.parse_tree import Kid
from rulekit.syntax.parser import parse

FRAME = "rows of Row\n  [row.row] row\n    "
INDENT = 5  # the column of the label in the frame


class _Moved(At):
    """Turns places in the frame into places in the table."""

    def __init__(self, file: str, label: Span, sentence: Span, begins: int) -> None:
        super().__init__(file)
        self.label = label
        self.sentence = sentence
        self.begins = begins  # the column at which the sentence begins in the frame

    def __call__(self, kid: Kid) -> Span:
        return self.move(super().__call__(kid))

    def move(self, span: Span) -> Span:
        if span.line < 3:
            return self.label
        line, column = self._point(span.column)
        end = self._point(span.end_column - 1)
        return Span(self.file, line, column, max(line, end[0]), end[1] + 1)

    def _point(self, column: int) -> tuple[int, int]:
        if column < self.begins:
            last = max(self.label.column, self.label.end_column - 1)
            return self.label.line, min(last, self.label.column + max(0, column - INDENT))
        return self.sentence.line, self.sentence.column + column - self.begins


def effect(label: str, sentence: str, label_at: Span, sentence_at: Span) -> tuple[d.Effect | None, list[Problem]]:
    """`a` and `pay 1 gold -> gain 2 stone` as one effect; the places are those of the first letters."""
    words = " ".join(sentence.split("\n"))
    at = _Moved(label_at.file, label_at, sentence_at, INDENT + len(label) + 2)
    parsed = parse(f"{FRAME}{label}: {words}\n", label_at.file)
    slips = [_moved(found, at) for found in parsed.problems]
    if slips or len(parsed.trees) != 1:
        return None, slips
    rows = declaration(parsed.trees[0], at)
    effects = rows.rows[0].effects if isinstance(rows, d.Rows) else ()
    if len(effects) != 1:
        return None, []
    cites = tuple(evolve(cite, span=at.move(cite.span)) for cite in effects[0].cites)
    return evolve(effects[0], cites=cites), []


def _moved(found: Problem, at: _Moved) -> Problem:
    second = tuple((at.move(span), what) for span, what in found.second)
    return evolve(found, span=at.move(found.span) if found.span else None, second=second)
