"""A caret at the very word: a complaint about one name of a longer sentence points at that name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from rulekit.diagnostics.problem import Problem

# Which fact of a complaint is the word that stands wrongly in its sentence. The nodes of the syntax tree know where
# they stand as a whole, not where each of their names does: a span for every name would make each node larger for the
# sake of messages alone. So the word is looked for in its line, once, when there is something to complain about.
WORD: Mapping[str, str] = {
    "K01": "found",
    "K28": "state",
    "K12": "name",
    "K29": "name",
    "K50": "id",
    "K51": "id",
    "K64": "verb",
    "K15": "name",
}
WORD_OF_VARIANT: Mapping[str, str] = {"clause": "id", "file": "file", "frames": "id"}


def narrow(problem: Problem, lines: Sequence[str]) -> Problem:
    """The problem with its span drawn together to the word it is about, if that stands in the span's first line."""
    fact = (
        WORD_OF_VARIANT.get(problem.variant, "name") if problem.code in ("K07", "K67") else WORD.get(problem.code, "")
    )
    word, span = problem.facts.get(fact, ""), problem.span
    if span is None or not word or not 0 < span.line <= len(lines):
        return problem
    found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(lines[span.line - 1], span.column - 1)
    if found is None:
        return problem
    place = span._replace(column=found.start() + 1, end_line=span.line, end_column=found.end() + 1)
    return attrs.evolve(problem, span=place)
