"""One difference as it was found: the way there, and what the engine answers at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import EngineFailure, EngineSession
from rulekit.protocol.session import EngineRefused as SessionRefused
from rulekit.verify import model
from rulekit.verify.differences.divergence import OVER, SOME_MOVE, Divergence

SPECTATOR = "-"
Json = Any


@attrs.frozen
class FoundDifference:
    """One difference as it was met, plain enough to be sent and kept: the way there, and what the engine answered."""

    stage: str  # vectors, games
    source: str  # game 12, or the id of a vector
    number: int  # of the game; -1 for a vector
    options: dict[str, Any]
    seats: int
    start: Json  # the position it began with; none for the beginning
    steps: tuple[Json, ...]  # every answer of chance and players, as a trace has them
    parting: Divergence
    engine: model.Side
    vector: Json = None  # of a vector: as far as it shows the difference

    @property
    def configuration(self) -> GameConfig:
        """The configuration."""
        return GameConfig(tuple(self.options.items()), self.seats)

    @property
    def operation_that_changed(self) -> str:
        """What must change nothing and did, whatever differs after it: `fork`, `save`, `load`; else empty.

        Where the same moves alone lead to no difference, something of the kind or an earlier game has been left behind.
        """
        done = (
            self.parting.after or {}
            if self.parting.what in (model.DifferenceKind.COPY, model.DifferenceKind.LOADED)
            else {}
        )
        if self.parting.lost:
            return "load"
        return next((key for key in ("fork", "save", "load") if key in done), LEFT if self.parting.fades else "")


LEFT = "left behind"
FOLLOWING = (
    model.DifferenceKind.ASKED,
    model.DifferenceKind.POSITION,
    model.DifferenceKind.LEGAL,
)  # what differs where only one is at its end


def end_difference(met: FoundDifference, over: bool) -> FoundDifference:
    """Where only one of the two is at its end, the rules if `over`, whatever else differs there comes of that."""
    parting, pending = met.parting, met.engine.pending
    refused = parting.rules == "legal" and parting.what == model.DifferenceKind.REFUSAL  # so by the rules it goes on
    if parting.asks or not isinstance(pending, dict) or not (refused or parting.what in FOLLOWING):
        return met
    ended, over = pending.get("kind") == "end", over and not refused
    if ended == over:
        return met
    words = dict.fromkeys(str(move.get("do")) for moves in met.engine.legal.values() for move in moves)
    return attrs.evolve(met, parting=attrs.evolve(parting, asks=(OVER,) if ended else (*words,) or (SOME_MOVE,)))


def empty_side() -> model.Side:
    """Nothing was asked, or nothing answered."""
    return model.Side(None, {}, None, None, {}, None)


def readers(parting: Divergence, asked: Iterable[int], seats: int) -> list[int | None]:
    """Whose views are shown: that in question, else those of whoever must answer. A wrong move may be nobody's."""
    if parting.what == "view" or parting.seat in range(seats):
        return [parting.seat]
    return [next(iter(asked), 0)]


def side_of_engine(session: EngineSession, agreed: Agreement, parting: Divergence, seats: int) -> model.Side:
    """The account of the engine, as far as it still answers: of everything, not of the difference alone."""

    def asked(op: str, **arguments: Json) -> Json:
        try:
            return session.ask(op, **arguments) if agreed.can(op) else None
        except (EngineFailure, SessionRefused):
            return None  # a table that cannot be had is left out; the difference itself is known

    pending = asked("pending")
    if (
        parting.what == model.DifferenceKind.CHANCE
    ):  # a game stands in the middle of something then; how it lies is not compared
        return model.Side(pending, {}, None, None, {}, None)
    theirs = pending.get("seats", []) if isinstance(pending, dict) else []
    known = [seat for seat in theirs if seat in range(seats)]
    wanted = sorted({*known, *([parting.seat] if parting.what == "legal" and parting.seat is not None else [])})
    legal = {str(seat): found for seat in wanted if (found := asked("legal", seat=seat)) is not None}
    lying = asked("position") or {}
    views = {
        reader_name(one): found
        for one in readers(parting, known, seats)
        if (found := asked("view", seat=one)) is not None
    }
    over = isinstance(pending, dict) and pending.get("kind") == "end"
    result = asked("result") if over else None
    return model.Side(pending, legal, lying.get("states"), lying.get("zones"), views, result)


def side_with_answer(side: model.Side, parting: Divergence) -> model.Side:
    """The account with the answer in which the two part: asked again, an engine may say something else."""
    heard, seat = parting.heard, parting.seat
    if isinstance(heard, list):
        return attrs.evolve(side, legal={**side.legal, str(seat): heard})
    if not isinstance(heard, dict):
        return side
    if parting.what == model.DifferenceKind.VIEW:
        return attrs.evolve(side, views={**side.views, reader_name(seat): heard})
    if parting.what == model.DifferenceKind.RESULT:
        return attrs.evolve(side, result=heard)
    if "kind" in heard:
        return attrs.evolve(side, pending=heard)
    return attrs.evolve(side, states=heard.get("states"), zones=heard.get("zones"))


def reader_name(reader: int | None) -> str:
    """The key under which a view stands in an account: the seat, or `-` for a spectator."""
    return SPECTATOR if reader is None else str(reader)
