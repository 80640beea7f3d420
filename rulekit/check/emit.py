"""Making problems: a check gives code, place, variant and plain facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulekit.diagnostics import Problem
from rulekit.source import Span


class TooManyProblems(Exception):
    """So much is wrong that nobody reads more of it before mending some."""


def problem_at(
    code: str, span: Span | None, variant: str = "", also: Any = (), severity: Any = None, **facts: Any
) -> Problem:
    """A problem from facts as they come: lists of names are joined, types and numbers become words.

    `also` are further places, each with a few words; `severity` overrides the catalogue's.
    """
    return Problem(code, span, variant, facts_as_text(facts), tuple(also), severity=severity)


def facts_as_text(facts: Mapping[str, Any]) -> dict[str, str]:
    """Facts as text, for the sentence of a message."""
    return {name: fact(value) for name, value in facts.items()}


def fact(value: Any) -> str:
    """One fact as text; several things are joined by commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return ", ".join(str(v) for v in value)
    return str(value)
