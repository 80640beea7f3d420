"""Sanitizer for text that engines send: no escape codes, no characters that turn or hide text, one line."""

from __future__ import annotations

from typing import Any

from rulekit.diagnostics.visible import visible

LONGEST = 400  # letters of what an engine says in words


def line(text: str, longest: int = LONGEST) -> str:
    """On one line, with a number for every sign that a terminal would obey or nobody would see."""
    plain = visible(" ".join(text.split()))
    return plain if len(plain) <= longest else f"{plain[:longest]} .."


def value(data: Any) -> Any:
    """The same for every text in a value, names of keys too."""
    if isinstance(data, str):
        return line(data)
    if isinstance(data, dict):
        return {line(str(key)): value(inner) for key, inner in data.items()}
    return [value(inner) for inner in data] if isinstance(data, list) else data


__all__ = ["line", "value"]
