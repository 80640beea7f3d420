"""Origin of a difference in a vector: the moves since the last look are replayed and compared one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rulekit.play.games import json_api
from rulekit.play.games.game import Game
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.refusals import Refused
from rulekit.play.position.public_position import Position
from rulekit.protocol.handshake import Agreed
from rulekit.protocol.session import Call, EngineFailure, Session
from rulekit.protocol.session import Refused as SessionRefused
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import Divergence, trees_of
from rulekit.verify.differences.found_difference import FoundDifference, side_of_engine

Json = Any
UNSEEN = 2  # answers since the last look; where each is looked at there is nothing to find


def located(game: Game, session: Session, agreed: Agreed, met: FoundDifference, seen: int) -> FoundDifference:
    """The same at the first position that differs, if that is earlier; `seen`: answers before the last look."""
    if not agreed.can("position") or len(met.steps) - seen < UNSEEN:
        return met
    try:
        found = _first(game, session, agreed, met, seen)
    except (EngineFailure, Refused, Fault):
        return met
    if found is None:
        return met
    number, parting = found
    side = side_of_engine(session, agreed, parting, met.seats)
    return attrs.evolve(met, steps=met.steps[:number], parting=parting, engine=side)


def _first(
    game: Game, session: Session, agreed: Agreed, met: FoundDifference, seen: int
) -> tuple[int, Divergence] | None:
    """After how many answers the positions differ, and in what."""
    comparison = Comparison(trees_of(game.checked), agreed.unsaid)
    begin: Call = ("load", {"position": met.start})
    if met.start is None:
        begin = ("start", {"config": {"game": game.name, **met.chosen.to_json()}})
    session.ask_all([begin, *map(call, met.steps[:seen])])
    here = _after(_begun(game, met), met.steps[:seen])
    for number, step in enumerate(met.steps[seen:], seen + 1):
        (said,) = session.ask_all([call(step)])
        here = _after(here, [step])
        if isinstance(said, SessionRefused):
            return None
        if here.over or here.pending.kind != "chance":
            gap = comparison.tables("position", json_api.tables(here.machine), session.ask("position"))
            if gap is not None:
                return number, gap
    return None


def _begun(game: Game, met: FoundDifference) -> Position:
    return game.start(met.chosen.seats, dict(met.chosen.options)) if met.start is None else game.position(met.start)


def _after(here: Position, steps: Sequence[Json]) -> Position:
    for step in steps:
        here = here.apply(step["seat"], step["move"]) if "move" in step else _drawn(here, step)
    return here


def _drawn(here: Position, step: Json) -> Position:
    return here.drawn_so(here.outcome_of(step["outcome"]))


def call(step: Json) -> Call:
    """An answer as the engine is told it."""
    if "move" in step:
        return "move", {"seat": step["seat"], "move": step["move"]}
    return "chance", {"label": step["chance"], "outcome": step["outcome"]}


__all__ = ["call", "located"]
