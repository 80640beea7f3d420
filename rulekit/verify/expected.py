"""Requests whose answers are looked at later, and what is wrong with them: chance, moves, who must answer."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulekit.protocol.session import Call, Json, Refused
from rulekit.vectors.sets import normal
from rulekit.verify.parting import ABSENT, Parting, first_gap


@attrs.frozen
class Waiting:
    """A call whose answer is looked at later, what judges it, and how many answers the game had before."""

    call: Call
    wrong: Callable[[Json], Parting | None]
    at: int


def refused_move(seat: int, move: Json, said: Json) -> Parting | None:
    """A legal move must be taken."""
    return Parting("refusal", (), "legal", str(said), seat, move) if isinstance(said, Refused) else None


def refused_chance(label: str, said: Json) -> Parting | None:
    """An outcome of its domain must be taken."""
    return Parting("chance", (label,), "this can come", f"refused: {said}") if isinstance(said, Refused) else None


def chance_parting(wanted: Json, said: Json) -> Parting | None:
    """The label, the way to draw, and what can come, in any order."""
    keys = [*wanted, *(key for key in said if key not in wanted)]
    for key in keys:
        gap = first_gap(*(normal(one.get(key, ABSENT), {"set": True}) for one in (wanted, said)))
        if gap is not None:
            return Parting("chance", (wanted["label"], key), wanted.get(key, ABSENT), said.get(key, ABSENT))
    return None


def asked_parting(ours: list[int], said: Json) -> Parting | None:
    """Who must answer, in any order; nobody at the end."""
    if said["kind"] == "chance":
        return Parting("chance", (said["label"],), "nothing is drawn now", "asked for")
    theirs = said.get("seats", [])
    return None if sorted(theirs) == sorted(ours) else Parting("asked", (), ours, theirs)


__all__ = ["Waiting", "asked_parting", "chance_parting", "refused_chance", "refused_move"]
