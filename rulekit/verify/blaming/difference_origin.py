"""Origin of a difference in a vector: its moves are replayed by themselves and compared one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import Call, EngineFailure, EngineSession
from rulekit.protocol.session import EngineRefused as SessionRefused
from rulekit.verify.differences.answer_divergences import refused_move
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import Divergence, trees_of
from rulekit.verify.differences.found_difference import FoundDifference, side_of_engine

Json = Any
WAYS = 600  # ways that are played to find where a count of ways goes wrong
UNSEEN = 2  # answers since the last look; where each is looked at there is nothing to find


def locate_origin(
    game: Game, session: EngineSession, agreed: Agreement, met: FoundDifference, seen: int
) -> FoundDifference:
    """The same at the first position that differs, if that is earlier; `seen`: answers before the last look."""
    if not agreed.can("position") or len(met.steps) - seen < UNSEEN:
        return met
    try:
        found = first_difference(game, session, agreed, met, seen)
    except (EngineFailure, Refused, Fault):
        return met
    if found is None:
        return met
    number, parting = found
    side = side_of_engine(session, agreed, parting, met.seats)
    return attrs.evolve(met, steps=met.steps[:number], parting=parting, engine=side)


def first_difference(
    game: Game, session: EngineSession, agreed: Agreement, met: FoundDifference, seen: int
) -> tuple[int, Divergence] | None:
    """After how many answers the positions differ, and in what."""
    comparison = Comparison(trees_of(game.checked), agreed.unsaid)
    session.ask_all([_begin(game, met), *map(call, met.steps[:seen])])
    here = position_after(_start_of(game, met), met.steps[:seen])
    for number, step in enumerate(met.steps[seen:], seen + 1):
        (said,) = session.ask_all([call(step)])
        here = position_after(here, [step])
        if isinstance(said, SessionRefused):
            return None
        if here.is_over or here.pending.kind != "chance":
            gap = comparison.tables("position", json_api.tables(here.machine), session.ask("position"))
            if gap is not None:
                return number, gap
    return None


def without_copies(
    game: Game, session: EngineSession, agreed: Agreement, met: FoundDifference
) -> FoundDifference | None:
    """The same moves with no copy, save or load between them; what differs then as well is a matter of the rules."""
    try:
        found = first_difference(game, session, agreed, met, 0) if agreed.can("position") else None
        if found is None:
            here = position_after(_start_of(game, met), met.steps)
            session.ask_all([_begin(game, met), *map(call, met.steps)])
            gap = gap_at(game, session, agreed, here)
            found = None if gap is None else (len(met.steps), gap)
    except (EngineFailure, Refused, SessionRefused, Fault):
        return None
    return None if found is None else _evolve_story(session, agreed, met, met.steps[: found[0]], found[1])


def among_ways(
    game: Game, session: EngineSession, agreed: Agreement, met: FoundDifference, deep: int
) -> FoundDifference | None:
    """The first difference on the ways that go on from here, the shortest first; of very many only some are tried."""
    ways: list[tuple[Json, ...]] = [()]
    tried = 0
    try:
        root = position_after(_start_of(game, met), met.steps)
        while ways and tried < WAYS:
            way = ways.pop(0)
            tried += 1
            here = position_after(root, way)
            said = session.ask_all([_begin(game, met), *map(call, (*met.steps, *way))])
            refused = next((one for one in said if isinstance(one, SessionRefused)), None)
            if refused is not None:
                gap: Divergence | None = refused_move(way[-1]["seat"], way[-1]["move"], refused) if way else None
            else:
                gap = gap_at(game, session, agreed, here)
            if gap is not None:
                return _evolve_story(session, agreed, met, (*met.steps, *way), gap)
            if len(way) < deep and not here.is_over and here.pending.kind == "decision":
                seat = here.pending.seats[0]
                ways += [(*way, {"move": move, "seat": seat}) for move in here.legal(seat)]
    except (EngineFailure, Refused, SessionRefused, Fault):
        return None
    return None


def _evolve_story(
    session: EngineSession, agreed: Agreement, met: FoundDifference, steps: tuple[Json, ...], gap: Divergence
) -> FoundDifference:
    side = side_of_engine(session, agreed, gap, met.seats)
    return attrs.evolve(met, steps=steps, parting=gap, engine=side, vector=None)


def gap_at(game: Game, session: EngineSession, agreed: Agreement, here: Position) -> Divergence | None:
    """The first thing in which both differ where they stand: all that can be asked is asked."""
    comparison = Comparison(trees_of(game.checked), agreed.unsaid)
    if not here.is_over and here.pending.kind == "chance":
        return None
    m, seats = here.machine, [] if here.is_over else list(here.pending.seats)
    if agreed.can("position"):
        gap = comparison.tables("position", json_api.tables(m), session.ask("position"))
        if gap is not None:
            return gap
    pending = {"kind": "end"} if here.is_over else {"kind": "decision", "seats": seats}
    gap = comparison.compare_pending(pending, session.ask("pending"))
    for seat in seats if gap is None else ():
        gap = gap or comparison.legal(seat, json_api.legal(m, seat), session.ask("legal", seat=seat))
    for reader in (*range(here.seats), None) if agreed.can("view") and gap is None else ():
        gap = gap or comparison.tables("view", json_api.view(m, reader), session.ask("view", seat=reader), reader)
    if here.is_over and gap is None:
        gap = comparison.result(json_api.result(m), session.ask("result"))
    return gap


def _begin(game: Game, met: FoundDifference) -> Call:
    if met.start is not None:
        return "load", {"position": met.start}
    return "start", {"config": {"game": game.name, **met.configuration.to_json()}}


def _start_of(game: Game, met: FoundDifference) -> Position:
    return (
        game.start(met.configuration.seats, dict(met.configuration.options))
        if met.start is None
        else game.position(met.start)
    )


def position_after(here: Position, steps: Sequence[Json]) -> Position:
    """The position of the rules after these answers."""
    for step in steps:
        here = here.apply(step["seat"], step["move"]) if "move" in step else _apply_outcome(here, step)
    return here


def _apply_outcome(here: Position, step: Json) -> Position:
    return here.drawn_so(here.outcome_of(step["outcome"]))


def call(step: Json) -> Call:
    """An answer as the engine is told it."""
    if "move" in step:
        return "move", {"seat": step["seat"], "move": step["move"]}
    return "chance", {"label": step["chance"], "outcome": step["outcome"]}


__all__ = ["among_ways", "call", "first_difference", "gap_at", "locate_origin", "position_after", "without_copies"]
