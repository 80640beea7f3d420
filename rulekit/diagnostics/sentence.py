"""Sentences with gaps: fill a template with facts, and never fail.

A gap is `{name}`. A list of names, joined by ", ", is written `{names:or}`, `{names:and}` or `{names:then}`,
a number `{count:number}`. What stands between `<<` and `>>` is left out if a fact it needs is missing.
Any other missing fact becomes two dots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

OPTIONAL = re.compile(r"<<(.*?)>>", re.DOTALL)
GAP = re.compile(r"\{([a-z_]+)(?::([a-z]+))?\}")
MISSING = ".."


def fill(template: str, facts: Mapping[str, str]) -> str:
    """The sentence with its gaps filled."""
    kept = OPTIONAL.sub(lambda found: _optional(found[1], facts), template)
    words = " ".join(GAP.sub(lambda gap: _gap_text(gap, facts), kept).split())
    return words[:1].upper() + words[1:]


def gaps(template: str) -> frozenset[str]:
    """The facts a template needs; the optional ones are left out."""
    return frozenset(gap[1] for gap in GAP.finditer(OPTIONAL.sub("", template)))


def wishes(template: str) -> frozenset[str]:
    """All facts a template can use."""
    return frozenset(gap[1] for gap in GAP.finditer(template))


def _optional(clause: str, facts: Mapping[str, str]) -> str:
    """The clause, or nothing if one of its facts is missing."""
    return clause if all(facts.get(gap[1]) for gap in GAP.finditer(clause)) else ""


def _gap_text(gap: re.Match[str], facts: Mapping[str, str]) -> str:
    """One gap, filled in the manner it asks for."""
    value = facts.get(gap[1]) or MISSING
    return MANNERS.get(gap[2] or "", str)(value)


def _names(value: str) -> list[str]:
    return [f"`{name}`" for name in value.split(", ") if name]


def _list_writer(last: str) -> Callable[[str], str]:
    """Writes a list of names with a word before the last."""

    def write(value: str) -> str:
        names = _names(value)
        return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    return write


def _chain(value: str) -> str:
    return ", then ".join(_names(value))


def _number(value: str) -> str:
    return f"{int(value):,}" if value.isascii() and value.isdigit() and len(value) < 40 else value


MANNERS: Mapping[str, Callable[[str], str]] = {
    "or": _list_writer("or"),
    "and": _list_writer("and"),
    "then": _chain,
    "number": _number,
}
