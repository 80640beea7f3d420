"""What an engine answers must be plain data of the shape that belongs to the call; anything else is its failure."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rulekit.play.strict_json import DEEPEST
from rulekit.verify.impl import Fails, Json


def plain(name: str, value: Any) -> Json:
    """What a program of its own would have sent: a copy that nobody changes, lists for tuples, nothing but JSON."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError, OverflowError) as wrong:
        raise Fails(f"{name} answered what cannot be written as JSON: {str(wrong)[:300]}") from None


def shaped(name: str, value: Json) -> Json:
    """The answer, if it has the shape of an answer to this call."""
    wanted, fits = SHAPES.get(name, ("anything", _anything))
    if not fits(value):
        raise Fails(f"{name} must answer {wanted}, not {_shown(value)}")
    return value


def _shown(value: Json) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= 200 else f"{text[:200]} .."


# ------------------------------------------------------------------ shapes


def _about(value: Json) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name", ""), str):
        return False
    unsaid = value.get("unsaid", [])
    return isinstance(unsaid, list) and all(isinstance(one, str) for one in unsaid)


def _seats(value: Json) -> bool:
    return isinstance(value, list) and all(type(one) is int for one in value)


def _moves(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value) and shallow(value)


def _table(value: Json) -> bool:
    parts = [value.get(part, {}) for part in ("states", "zones")] if isinstance(value, dict) else [None]
    return all(isinstance(part, dict) for part in parts) and shallow(value)


def _result(value: Json) -> bool:
    return isinstance(value, dict) and shallow(value)


def _anything(value: Json) -> bool:
    return True


def shallow(value: Json) -> bool:
    """Not nested deeper than anything that is written here."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level if isinstance(one, dict | list) for inner in _parts(one) if type(inner) in DEEP]
        if not level:
            return True
    return False


def _parts(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value


DEEP = (dict, list)
SHAPES: dict[str, tuple[str, Callable[[Json], bool]]] = {
    "about": ('an object, {"name": .., "unsaid": [..]}', _about),
    "asked": ("a list of seats, numbers from 0 up", _seats),
    "legal": ("a list of moves, each an object", _moves),
    "position": ('an object, {"states": {..}, "zones": {..}}', _table),
    "view": ('an object, {"states": {..}, "zones": {..}}', _table),
    "result": ("an object", _result),
}

__all__ = ["plain", "shaped"]
