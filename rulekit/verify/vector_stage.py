"""Vectors as a stage of a verification: each is replayed, and what is wrong is noted as games note it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.play.games.game import Game
from rulekit.protocol.handshake import Agreed
from rulekit.protocol.session import EngineFailure, Session
from rulekit.vectors.answer_checks import Difference
from rulekit.vectors.form import OUTSIDE, SPECTATOR, Vector
from rulekit.vectors.normal import Tree
from rulekit.vectors.replay import ADVICE, ERROR, FAILED, PASSED, SKIPPED, WINDOW, Replayer, Verdict
from rulekit.verify import model, work_units
from rulekit.verify.blaming.difference_origin import among_ways, call, locate_origin, plainly
from rulekit.verify.differences.answer_form import formed
from rulekit.verify.differences.divergence import OVER, TABLE, Divergence
from rulekit.verify.differences.found_difference import FoundDifference, nowhere, side_of_engine
from rulekit.verify.model import Failed, Kind
from rulekit.verify.work_units import Unit

STATES = {
    PASSED: work_units.AGREED,
    FAILED: work_units.DIFFERS,
    ERROR: work_units.FAILED,
    SKIPPED: work_units.SKIPPED,
    ADVICE: work_units.AGREED,
}
KINDS: dict[str, Kind] = {  # parts of a look, as vectors call them
    "pending": Kind.ASKED,
    "legal": Kind.LEGAL,
    "states": Kind.POSITION,
    "zones": Kind.POSITION,
    "position": Kind.POSITION,
    "view": Kind.VIEW,
    "result": Kind.RESULT,
    "refused": Kind.REFUSAL,
    "taken": Kind.REFUSAL,
    "changed": Kind.REFUSAL,
    "refusal": Kind.REFUSAL,
    "chance": Kind.CHANCE,
    "load": Kind.LOADED,
    "loaded": Kind.LOADED,
    "not-load": Kind.LOADED,
    "not-chance": Kind.CHANCE,
    "save": Kind.COPY,
    "fork": Kind.COPY,
    "perft": Kind.LEGAL,
}
OFFERED = {
    "missing": ("legal", "missing"),
    "offered": ("not legal", "offered"),
    "twice": ("legal", "offered more than once"),
}
Json = Any


def vector_unit(
    game: Game, session: Session, agreed: Agreed, sets: Mapping[str, Tree], vector: Vector, window: int = WINDOW
) -> Unit:
    """One vector, replayed; what differs is told from where it began. `window` calls are sent before one is read."""
    verdict = Replayer(session, agreed, sets, window).replay(vector)
    config = vector.configured
    met = _met(session, agreed, vector, verdict)
    if met is not None and verdict.kind == FAILED:
        met = _traced(game, session, agreed, vector, verdict.step or 0, met)
    counts: dict[str, int] = {}
    for part, number in verdict.compared.items():
        counts[KINDS[part]] = counts.get(KINDS[part], 0) + number
    failure = Failed(verdict.failure, verdict.why, 1, vector.id, ()) if verdict.kind == ERROR else None
    passed = vector.steps if verdict.step is None else vector.steps[: verdict.step]
    return Unit(
        work_units.VECTORS,
        vector.id,
        -1,
        dict(config["options"]),
        config["seats"],
        STATES[verdict.kind],
        verdict.why if verdict.kind == SKIPPED else "",
        False,
        sum("move" in step for step in passed),
        counts,
        {},
        (met,) if met is not None and verdict.kind == FAILED else (),
        failure,
        tuple(sorted({line for step in passed for key in ("ran", "held", "because") for line in step.get(key, ())})),
        (_advice(vector, verdict),) if verdict.kind == ADVICE else (),
    )


def _traced(
    game: Game, session: Session, agreed: Agreed, vector: Vector, number: int, met: FoundDifference
) -> FoundDifference:
    """The same, told from where it began: as a wrong form, as a matter of the rules, or of copies and saves alone."""
    found: FoundDifference | None = formed(game, agreed.unsaid, met)
    if found is not None and found.parting.what == Kind.SHAPE:
        return found
    step = vector.steps[number] if vector.steps else {}
    if "perft" in step:
        found = among_ways(game, session, agreed, met, max(level["depth"] for level in step["perft"]))
    elif met.parting.what in (Kind.COPY, Kind.LOADED):
        inner = tuple(_step(one) for one in step.get("fork", ()) if "move" in one or "chance" in one)
        found = plainly(game, session, agreed, attrs.evolve(met, steps=(*met.steps, *inner)))
    else:
        found = locate_origin(game, session, agreed, met, _seen(vector, number))
    return formed(game, agreed.unsaid, found or met)


def _seen(vector: Vector, number: int) -> int:
    """Answers before the last look that both agreed in; of a vector that goes along a path, those of the path too."""
    last = next((n for n in range(number - 1, -1, -1) if "see" in vector.steps[n]), 0)
    return sum("move" in step or "chance" in step for step in (*(vector.path or ()), *vector.steps[:last]))


def _advice(vector: Vector, verdict: Verdict) -> str:
    """What an engine might do better, though nothing demands it."""
    found, step = verdict.difference, vector.steps[verdict.step or 0]
    if found is None:
        return f"what cannot come should be refused, and the engine breaks down: {verdict.why}"
    if "not-chance" in step:
        return f"{step['not-chance']['label']}: an outcome {OUTSIDE[step['kind']]} should be refused, and is taken"
    return f"{found.part}: by the rules {found.rules}, in the engine {found.engine}"


def _met(session: Session, agreed: Agreed, vector: Vector, verdict: Verdict) -> FoundDifference | None:
    """The difference as games have it, with the engine asked once more at the same place."""
    if verdict.difference is None or verdict.step is None:
        return None
    config = vector.configured
    start, path = (vector.start, ()) if vector.path is None else (None, vector.path)
    steps = tuple(
        _step(step) for step in (*path, *vector.steps[: verdict.step + 1]) if "move" in step or "chance" in step
    )
    parting = parting_of(verdict.difference)
    if "fork" in vector.steps[verdict.step]:  # it was met in the copy; no path of moves leads there
        where = parting.where if parting.names else ()
        parting = attrs.evolve(parting, what=Kind.COPY, where=where, after=vector.steps[verdict.step])
    parting = _after(vector, verdict.step, parting)
    engine = _as_said(_again(session, agreed, config, start, steps, parting), parting)
    shown = attrs.evolve(vector, steps=vector.steps[: verdict.step + 1], pair="").to_json()
    return FoundDifference(
        work_units.VECTORS,
        vector.id,
        -1,
        dict(config["options"]),
        config["seats"],
        start,
        steps,
        parting,
        engine,
        shown,
    )


def _after(vector: Vector, number: int, parting: Divergence) -> Divergence:
    """A difference at the first look after a copy, a save or a load is called after that, as in games."""
    for step in vector.steps[number - 1 :: -1] if "see" in vector.steps[number] and number else ():
        kept = next((KINDS[key] for key in ("fork", "save", "load") if key in step), None)
        if kept is not None:
            return attrs.evolve(parting, what=kept, after=step)
        if "see" not in step:
            break
    return parting


def _step(step: Json) -> Json:
    """As a trace writes it."""
    if "move" in step:
        seat, move = step["move"]
        return {"move": move, "seat": seat}
    return {"chance": step["chance"]["label"], "outcome": step["chance"]["outcome"]}


def _again(
    session: Session, agreed: Agreed, config: Json, start: Json, steps: tuple[Json, ...], parting: Divergence
) -> model.Side:
    """The engine brought to the place of the difference by itself, and asked everything."""
    begin: Any = ("load", {"position": start}) if start is not None else ("start", {"config": config})
    try:
        session.ask_all([begin, *map(call, steps)])
    except EngineFailure:
        return nowhere()
    return side_of_engine(session, agreed, parting, config["seats"])


def _as_said(side: model.Side, parting: Divergence) -> model.Side:
    """After a copy or a save the engine says something else than after the moves alone: the former is what is told."""
    part = parting.where[0] if len(parting.where) > 1 else ""
    if parting.what not in (Kind.COPY, Kind.LOADED) or part not in TABLE:
        return side
    return attrs.evolve(side, **{part: {**(getattr(side, part) or {}), str(parting.where[1]): parting.engine}})


def parting_of(found: Difference) -> Divergence:
    """A difference of a vector as games in step tell it."""
    kind = KINDS[found.part]
    seat = found.seat
    if found.part == "pending":
        ours, theirs = (list(one.get("seats", [])) for one in (found.rules, found.engine))
        return Divergence(kind, (), ours, theirs, asks=(OVER,) if ours and not theirs else ())
    if found.part == "legal":
        rules, engine = OFFERED.get(found.name, (found.rules, found.engine))
        return Divergence(kind, (), rules, engine, seat, found.move)
    if found.part in ("states", "zones", "view"):
        part = found.part if found.part != "view" else "zones"
        reader = None if found.part != "view" or found.reader == SPECTATOR else int(found.reader)
        names = found.names or (found.name,)
        return Divergence(kind, (part, found.name), found.rules, found.engine, reader, names=names)
    if found.part == "refused":
        return Divergence(kind, (), "legal", str(found.engine).removeprefix("refused: "), seat, found.move)
    if found.part == "taken":
        return Divergence(kind, (), "not legal", "taken", seat, found.move)
    if found.part == "changed":
        return Divergence(kind, (), "not legal", f"refused, and yet it changes {found.name}", seat, found.move)
    return Divergence(kind, (found.name,) if found.name else (), found.rules, found.engine, seat)


__all__ = ["parting_of", "vector_unit"]
