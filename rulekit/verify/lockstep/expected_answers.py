"""What is wrong with an answer about chance, about a move that is played, or about who must answer."""

from __future__ import annotations

from rulekit.protocol.session import Json, Refused
from rulekit.vectors.normal import normal
from rulekit.verify.blaming.divergence import ABSENT, Parting, first_gap


def refused_move(seat: int, move: Json, said: Refused) -> Parting:
    """A legal move must be taken."""
    return Parting("refusal", (), "legal", str(said), seat, move)


def refused_chance(label: str, said: Refused) -> Parting:
    """An outcome of its domain must be taken."""
    return Parting("chance", (label,), "this can come", f"refused: {said}")


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


__all__ = ["asked_parting", "chance_parting", "refused_chance", "refused_move"]
