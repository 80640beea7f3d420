"""The table that examples are about, checked with one more sentence in it."""

from __future__ import annotations

from functools import cache

from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.data import PACKAGE
from rulekit.diagnostics import Problem
from rulekit.model.rulebook import build
from rulekit.syntax.parser import parse

TABLE = PACKAGE / "words" / "examples.rules"


@cache
def table() -> str:
    return TABLE.read_text(encoding="utf-8")


def check(more: str) -> tuple[CheckedRulebook, list[Problem]]:
    """The table with more behind it, and everything found wrong."""
    parsed = parse(table() + more, "table.rules")
    checked, found = assemble(build([("table.rules", parsed.trees)]))
    return checked, [*parsed.problems, *found]


def complaints(value: str, more: str = "") -> list[str]:
    """The codes that a value of no type in particular brings about."""
    return [f"{p.code} {p.variant}".strip() for p in check(f"{more}define subject is {value}\n")[1]]


def type_of(value: str, more: str = "") -> str:
    """The type of a value."""
    checked, found = check(f"{more}define subject is {value}\n")
    assert not found, [(p.code, p.variant, dict(p.facts)) for p in found]
    return str(checked.symbols.words["subject"][0].result)
