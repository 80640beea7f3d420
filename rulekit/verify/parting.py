"""Where two accounts of the same game part: in what, at which place of it, and what each of them says."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play.strict_json import dumps
from rulekit.verify.impl import Json

OVER = "nothing"


@attrs.frozen
class Parting:
    """Where the two part: in what, at which place of it, what the rules say and what the engine says."""

    what: str  # asked, legal, position, view, result, refusal, failure
    where: tuple[Any, ...]
    rules: Json
    engine: Json
    seat: int | None = None  # of a legal set, of a view (nobody: the spectator), of a refusal
    move: Json = None  # which only one side has, or which was refused or taken
    names: tuple[str, ...] = ()  # of a position or view: all states and zones that differ
    asks: tuple[str, ...] = ()  # kinds of moves that the engine asks for and the rules do not; OVER: it is over there


def legal_parting(seat: int, ours: list[Json], theirs: Json) -> Parting | None:
    """The first move that only one side has; the order does not matter, but none may come twice."""
    if ours == theirs:
        return None
    if not isinstance(theirs, list):
        return Parting("legal", (), ours, theirs, seat)
    mine, other = {dumps(move): move for move in ours}, {dumps(move): move for move in theirs}
    for text in mine:
        if text not in other:
            return Parting("legal", (), "legal", "missing", seat, mine[text])
    for text in other:
        if text not in mine:
            return Parting("legal", (), "not legal", "offered", seat, other[text])
    if len(theirs) == len(other):
        return None
    twice = next(move for n, move in enumerate(theirs) if move in theirs[:n])
    return Parting("legal", (), "legal", "offered more than once", seat, twice)


def first_gap(ours: Json, theirs: Json) -> tuple[tuple[Any, ...], Json, Json] | None:
    """The first place at which two values differ, and what stands there."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = [*ours, *(key for key in theirs if key not in ours)]
        pairs: list[tuple[Any, Json, Json]] = [(key, ours.get(key), theirs.get(key)) for key in keys]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [(n, a, b) for n, (a, b) in enumerate(zip(ours, theirs, strict=True))]
    else:
        return None if _same(ours, theirs) else ((), ours, theirs)
    for key, mine, said in pairs:
        gap = first_gap(mine, said)
        if gap is not None:
            return (key, *gap[0]), *gap[1:]
    return None


def _same(ours: Json, theirs: Json) -> bool:
    """Equal, and not `true` for 1."""
    return bool(ours == theirs) and isinstance(ours, bool) == isinstance(theirs, bool)


def place(where: tuple[Any, ...]) -> str:
    """A place in a position: `zones, camp, orc, 2`."""
    return ", ".join(str(part) for part in where) or "as a whole"
