"""Validation of requests of a page; anything else is refused with a sentence."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulekit.play.refusals import Refused
from rulekit.webplay.move_picker import PickStep

Json = Any
PICKS = ("is", "with", "key", "done")


def name(request: Json, known: Collection[str]) -> str:
    """What is asked for."""
    found = request.get("ask") if isinstance(request, dict) else None
    if not isinstance(found, str) or found not in known:
        raise Refused("malformed", f"a request is an object with `ask`, one of: {', '.join(known)}")
    return found


def text(request: Json, name: str) -> str:
    """A text; an empty one if nothing is said."""
    found = request.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise Refused("malformed", f"`{name}` is a text")
    return found


def number(request: Json, name: str) -> int:
    """A whole number."""
    found = request.get(name)
    if isinstance(found, bool) or not isinstance(found, int):
        raise Refused("malformed", f"`{name}` is a number")
    return found


def an_object(request: Json, name: str) -> dict[str, Json]:
    """An object; an empty one if nothing is said."""
    found = request.get(name)
    found = {} if found is None else found
    if not isinstance(found, dict):
        raise Refused("malformed", f"`{name}` is an object")
    return found


def seats(request: Json, many: int) -> frozenset[int]:
    """The seats that people play; the first, if none are named."""
    found = request.get("people", [0])
    if not isinstance(found, list) or not all(type(one) is int and 0 <= one < many for one in found):
        raise Refused("malformed", f"`people` is a list of seats, 0 to {many - 1}")
    return frozenset(found)


def trial(picks: Json) -> tuple[tuple[PickStep, ...], int | None]:
    """Steps of narrowing, perhaps with the number of a move at the end."""
    if not isinstance(picks, list):
        raise Refused("malformed", "`picks` is a list")
    last = picks[-1] if picks and type(picks[-1]) is int else None
    return tuple(map(pick, picks if last is None else picks[:-1])), last


def pick(step: Json) -> PickStep:
    """One step of narrowing."""
    texts = [step.get(name) for name in ("field", "how", "text")] if isinstance(step, dict) else [None]
    if not all(isinstance(one, str) for one in texts) or texts[1] not in PICKS:
        raise Refused("malformed", "`pick` is the number of a move, or an object with `field`, `how` and `text`")
    return PickStep(*map(str, texts))
