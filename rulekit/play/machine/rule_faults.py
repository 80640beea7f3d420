"""Faults of rules at run time: always a defect of the rulebook, never of a player."""

from __future__ import annotations


class Fault(Exception):
    """A promise of the rules was broken at a clause."""

    def __init__(self, kind: str, clause: str | None, detail: str = "") -> None:
        self.kind = kind  # stuck | ran-out | outside | full | require | too-deep | map-edge | no-result
        self.clause = clause
        self.detail = detail
        where = f"[{clause}]" if clause else "the rules"
        super().__init__(f"{kind} at {where}{': ' + detail if detail else ''}")


def overfull(clause: str | None, zone: str, count: int, most: int) -> Fault:
    """Somebody is asked while more lies in a zone than `up to` allows."""
    return Fault("full", clause, f"{zone} holds {count} pieces, it may hold {most}")
