"""Every complaint the kit can make: facts in, sentences out."""

from __future__ import annotations

from rulekit.diagnostics.catalogue import CodeEntry, SampleProblem, Variant, codes, entry, register
from rulekit.diagnostics.problem import Problem, Problems, problem
from rulekit.diagnostics.suggest import nearest

__all__ = [
    "CodeEntry",
    "Problem",
    "Problems",
    "SampleProblem",
    "Variant",
    "codes",
    "entry",
    "nearest",
    "problem",
    "register",
]
