"""Keys of things in a picture (`data-key` attributes), so that a click can answer what a move asks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulekit.looks.drawing.svg_shapes import escape_text
from rulekit.looks.view_parts import deep_tuple


def piece_key(zone: str, index: Any, name: str) -> str:
    """A piece that is seen: where it lies, and its name."""
    return _written("piece", zone, list(index), name)


def zone_key(zone: str, index: Any) -> str:
    """One instance of a zone."""
    return _written("zone", zone, list(index))


def place_key(ground: str, place: Any) -> str:
    """A place of a board: of a space, or a row of the list by which it is laid out."""
    return _written("place", ground, place)


def places_in(keys: Iterable[str], ground: str) -> set[Any]:
    """The places of one ground among some keys."""
    written = (json.loads(key) for key in keys)
    return {deep_tuple(one[2]) for one in written if one[:2] == ["place", ground]}


def seat_key(seat: int) -> str:
    """Everything that belongs to a seat."""
    return _written("seat", seat)


def add_key(svg: str, key: str) -> str:
    """A drawing that says what it is."""
    return f'<g data-key="{escape_text(key)}">{svg}</g>' if svg else ""


def without_answer(svg: str) -> str:
    """A drawing that is no answer: a click goes to what lies below it."""
    return f'<g pointer-events="none">{svg}</g>' if svg else ""


def _written(*parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
