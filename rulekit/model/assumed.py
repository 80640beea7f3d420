"""How many rows of a game's tables are assumed: made up, because no source says what is printed there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook

ASSUMED, CERTAINTY = "assumed", "certainty"


def is_assumed(row: Mapping[str, Any]) -> bool:
    """Whether a row of a table says so: of itself, of one of its columns, or of one of its parts."""
    said = row.get(CERTAINTY)
    known = said.values() if isinstance(said, dict) else [said]
    parts = (part for column in row.values() if isinstance(column, list) for part in column if isinstance(part, dict))
    return ASSUMED in known or any(is_assumed(part) for part in parts)


def assumed(rulebook: Rulebook) -> tuple[tuple[str, int, int], ...]:
    """Each kind of which rows are assumed, how many of them, and of how many."""
    return tuple((rows.kind, rows.assumed, len(rows.rows)) for rows in rulebook.of(d.Rows) if rows.assumed)


def in_words(found: Iterable[tuple[str, int, int]]) -> str:
    """One line for reports; empty if nothing is assumed."""
    parts = [f"{count:,} of {of:,} rows of {kind}" for kind, count, of in found]
    return f"rests on assumed data: {', '.join(parts)}; --table puts data of yours in its place" if parts else ""
