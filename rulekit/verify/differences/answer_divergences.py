"""Divergences in answers about chance, about a move that is played, or about who must answer."""

from __future__ import annotations

from rulekit.protocol.session import EngineRefused, Json
from rulekit.vectors.answer_checks import explains
from rulekit.vectors.normal import normal_form
from rulekit.verify.differences.divergence import ABSENT, Divergence, first_gap


def refused_move(seat: int, move: Json, said: EngineRefused) -> Divergence:
    """A legal move must be taken."""
    return Divergence("refusal", (), "legal", str(said), seat, move)


def explanation_divergence(seat: int | None, move: Json, lines: list[str], said: Json) -> Divergence | None:
    """At least one line is named, and none that does not refuse the move; not all need be."""
    named = said["clauses"]
    return None if explains(named, lines) else Divergence("explanation", (), lines, named, seat, move)


def refused_chance(label: str, said: EngineRefused) -> Divergence:
    """An outcome of its domain must be taken."""
    return Divergence("chance", (label,), "this can come", f"refused: {said}")


def chance_divergence(wanted: Json, said: Json) -> Divergence | None:
    """The label, the way to draw, and what can come, in any order."""
    keys = [*wanted, *(key for key in said if key not in wanted)]
    for key in keys:
        gap = first_gap(*(normal_form(one.get(key, ABSENT), {"set": True}) for one in (wanted, said)))
        if gap is not None:
            return Divergence("chance", (wanted["label"], key), wanted.get(key, ABSENT), said.get(key, ABSENT))
    return None


def pending_divergence(ours: list[int], said: Json) -> Divergence | None:
    """Who must answer, in any order; nobody at the end."""
    if said["kind"] == "chance":
        return Divergence("chance", (said["label"],), "nothing is drawn now", "asked for")
    theirs = said.get("seats", [])
    return None if sorted(theirs) == sorted(ours) else Divergence("asked", (), ours, theirs)


__all__ = ["chance_divergence", "explanation_divergence", "pending_divergence", "refused_chance", "refused_move"]
