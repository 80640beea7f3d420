"""Every complaint the kit can make: facts in, sentences out."""

from __future__ import annotations

from rulekit.problems.problem import Problem, Problems, problem
from rulekit.problems.registry import Entry, Example, Variant, codes, entry, register
from rulekit.problems.suggest import nearest

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
