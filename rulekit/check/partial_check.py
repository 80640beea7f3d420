"""Rules of which some lines could not be read: what is wrong with the names and types of all the others.

Nothing is said of what may only follow from an unread line: of names that stand in one, of what is missing or left
over, of the ledger. Nor are questions asked about the game as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.check_rulebook import names_and_sources
from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.base import fields, walk
from rulekit.model.rulebook import Rulebook
from rulekit.syntax.line_dropping import WORD

NAMING = ("name", "id", "ids", "word", "kind", "type", "action", "first", "second", "verb", "sentence", "zone", "state")
HANGING = ("K08", "K09", "K13", "K14", "K31", "K34", "K65", "K90")  # they hang on other lines, perhaps an unread one
THINGS = (d.Rows, d.Kind, d.Space, d.TypeDecl)  # declarations that name many things at once


def check_readable_lines(
    rulebook: Rulebook, ledger: Ledger | None, rulings: Rulings, slips: list[Problem], unread: frozenset[str]
) -> list[Problem]:
    """The errors of lines that could be read, each on its own account."""
    bad = {(slip.span.file, slip.span.line) for slip in slips if slip.span is not None}
    _, found = names_and_sources(rulebook, ledger, rulings, slips)
    files = {decl.span.file for decl in rulebook.declarations}
    if not rulebook.declarations_of(d.Game):  # who plays is not known, and scenes name them
        files -= {scene.span.file for scene in rulebook.declarations_of(sc.Scene)}
    left = [one for one in found if one not in slips and _own(one, files, bad)]
    unread = unread.union(*(_names(one) for one in rulebook.declarations_of(d.Rows) if one.kind in unread))
    while follows := [one for one in left if _words_of(one) & _low(unread)]:
        left = [one for one in left if one not in follows]
        unread = unread.union(*(_names_declared(rulebook, one) for one in follows))
    return left


def _own(problem: Problem, files: Iterable[str], bad: set[tuple[str, int]]) -> bool:
    """Is it an error of a line of the rules that could be read?"""
    span = problem.span
    if problem.severity != "error" or problem.code in HANGING or span is None:
        return False
    return span.file in files and (span.file, span.line) not in bad


def _words_of(problem: Problem) -> set[str]:
    """The words by which it says what it means."""
    return _low(word for name in NAMING for word in WORD.findall(problem.facts.get(name, "")))


def _low(words: Iterable[str]) -> set[str]:
    """A kind may be meant by its noun: `Bead` by `bead`."""
    return {word.lower() for word in words}


def _names_declared(rulebook: Rulebook, problem: Problem) -> frozenset[str]:
    """What is declared around it: where a table cannot be understood, the names of its rows are not known either."""
    at = problem.span
    here = [one for one in rulebook.declarations if at and one.span.file == at.file and one.span.line <= at.line]
    decl = max(here, key=lambda one: one.span.line, default=None)
    if isinstance(decl, THINGS):
        return frozenset(_names(decl))
    return frozenset({getattr(decl, "name", ""), getattr(decl, "verb", "")} - {""})


def _names(decl: Any) -> Iterator[str]:
    """Every name written in a declaration."""
    for node in walk(decl):
        for field in fields(node):
            value = getattr(node, field)
            yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))
