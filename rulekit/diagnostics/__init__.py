"""Every complaint the kit can make: facts in, sentences out."""

from __future__ import annotations

from rulekit.diagnostics.catalogue import Entry, Example, Variant, codes, entry, register
from rulekit.diagnostics.problem import Problem, Problems, problem
from rulekit.diagnostics.suggest import nearest

__all__ = [
    "Entry",
    "Example",
    "Problem",
    "Problems",
    "Variant",
    "codes",
    "entry",
    "nearest",
    "problem",
    "register",
]
