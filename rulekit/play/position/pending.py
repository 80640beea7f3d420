"""What a position waits for, as outsiders see it: a decision, chance, or nothing any more."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.frames import Pending as Inner


@attrs.frozen
class Pending:
    """`kind` is decision, chance or end; `line` the id of the line that asks."""

    kind: str
    line: str = ""
    seats: tuple[int, ...] = ()  # who has still to answer
    sealed: bool = False  # answers lie face down until all are in
    label: str = ""  # of a chance point: its line and the how-manieth time that line draws
    op: str = ""  # order, dice or pick
    count: int = 0  # pieces to be put in order, dice to be rolled, members to pick from

    def to_json(self) -> dict[str, Any]:
        """As the protocol has it: what does not apply is left out."""
        if self.kind == "end":
            return {"kind": "end"}
        if self.kind == "chance":
            return {"kind": "chance", "label": self.label, "n": self.count, "op": self.op}
        found: dict[str, Any] = {"actors": list(self.seats), "kind": "decision", "line": f"[{self.line}]"}
        return found | ({"sealed": True} if self.sealed else {})


def pending_of(pending: Inner, label: str = "") -> Pending:
    """What the engine waits for."""
    if isinstance(pending, Over):
        return Pending("end")
    if isinstance(pending, Decision):
        return Pending("decision", pending.line, (pending.seat,))
    if isinstance(pending, Sealed):
        return Pending("decision", pending.line, unanswered_seats(pending), sealed=True)
    assert isinstance(pending, ChancePoint)
    count = pending.count if pending.kind == "dice" else len(pending.domain)
    return Pending("chance", pending.line, label=label, op=pending.kind, count=count)


def unanswered_seats(pending: Sealed) -> tuple[int, ...]:
    """The seats whose sealed answer is not in yet."""
    return tuple(seat for seat in pending.asked if seat not in pending.answers)
