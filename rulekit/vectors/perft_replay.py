"""Every way a game can go to a depth, counted by playing each against an engine, with a sum over the positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from rulekit.play.position.strict_json import dumps
from rulekit.protocol.session import Call, EngineFailure, Refused, Session
from rulekit.vectors.answer_comparison import Whole
from rulekit.vectors.normal import normal

Json = Any
BITS = 2**32


def counted(session: Session, begin: Sequence[Call], deepest: int, whole: Whole | None) -> dict[int, dict[str, int]]:
    """For each depth: ways that lead so deep, those of them at whose end the game is over, the sum of checksums.

    Every way is played from the beginning, so no engine needs a copy; nothing may be left to chance on the way.
    """
    found = {depth: {"depth": depth, "leaves": 0, "ends": 0, "sum": 0} for depth in range(1, deepest + 1)}
    ways: list[list[Call]] = [[]]
    for depth in range(1, deepest + 1):
        ways = [[*way, call] for way in ways for call in _moves(session, [*begin, *way])]
        for way in ways:
            answers = _said(session, [*begin, *way, ("pending", {}), *([("position", {})] if whole else [])])
            pending = answers[len(begin) + len(way)]
            found[depth]["leaves"] += 1
            found[depth]["ends"] += pending["kind"] == "end"
            if whole:
                found[depth]["sum"] = (found[depth]["sum"] + checksum(answers[-1], whole)) % BITS
    return found if whole else {n: {k: v for k, v in one.items() if k != "sum"} for n, one in found.items()}


def _moves(session: Session, calls: list[Call]) -> list[Call]:
    """All moves of the seat that must answer."""
    pending = _said(session, [*calls, ("pending", {})])[-1]
    if pending["kind"] == "end":
        return []
    if pending["kind"] != "decision":
        raise EngineFailure("it wants chance where none is in the rules", "bad-schema")
    seat = pending["seats"][0]
    legal = _said(session, [*calls, ("legal", {"seat": seat})])[-1]
    return [("move", {"seat": seat, "move": move}) for move in legal]


def _said(session: Session, calls: list[Call]) -> list[Json]:
    answers = session.ask_all(calls)
    refused = next((said for said in answers if isinstance(said, Refused)), None)
    if refused is not None:
        raise EngineFailure(f"it refuses what it has named as legal: {refused}", "bad-schema")
    return answers


def checksum(position: Json, whole: Whole) -> int:
    """CRC-32 of the canonical text of states and zones, every set in one order."""
    table = {part: position.get(part, {}) for part in ("states", "zones")}
    return crc32(dumps(normal(table, whole.sets.get("position"))).encode())


__all__ = ["checksum", "counted"]
