"""Vectors as a stage of a verification: each is replayed, and what is wrong is noted as games note it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import EngineFailure, EngineSession
from rulekit.vectors.answer_checks import AnswerDifference
from rulekit.vectors.form import OUTSIDE, SPECTATOR, Vector, as_played
from rulekit.vectors.normal import Tree
from rulekit.vectors.replay import ADVICE, ERROR, FAILED, PASSED, SKIPPED, WINDOW, Replayer, VectorVerdict
from rulekit.verify import model, work_units
from rulekit.verify.blaming.difference_origin import among_ways, call, locate_origin, without_copies
from rulekit.verify.blaming.evidence import position_of
from rulekit.verify.blaming.lost_by_load import Way, loading_difference
from rulekit.verify.blaming.waiting_points import told_from_question
from rulekit.verify.differences.answer_divergences import chance_divergence
from rulekit.verify.differences.answer_form import CHANGED, as_wrong_form
from rulekit.verify.differences.asked_again import comes_of_moves
from rulekit.verify.differences.divergence import OVER, TABLE, Divergence
from rulekit.verify.differences.found_difference import (
    FoundDifference,
    empty_side,
    end_difference,
    reader_name,
    side_of_engine,
)
from rulekit.verify.model import DifferenceKind, Failed
from rulekit.verify.timed_session import OVER as OUT_OF_TIME
from rulekit.verify.work_units import WorkUnit

STATES = {
    PASSED: work_units.AGREED,
    FAILED: work_units.DIFFERS,
    ERROR: work_units.FAILED,
    SKIPPED: work_units.SKIPPED,
    ADVICE: work_units.AGREED,
}
KINDS: dict[str, DifferenceKind] = {  # parts of a look, as vectors call them
    "pending": DifferenceKind.ASKED,
    "legal": DifferenceKind.LEGAL,
    "states": DifferenceKind.POSITION,
    "zones": DifferenceKind.POSITION,
    "position": DifferenceKind.POSITION,
    "view": DifferenceKind.VIEW,
    "result": DifferenceKind.RESULT,
    "refused": DifferenceKind.REFUSAL,
    "taken": DifferenceKind.REFUSAL,
    "changed": DifferenceKind.REFUSAL,
    "refusal": DifferenceKind.REFUSAL,
    "explanation": DifferenceKind.EXPLANATION,
    "chance": DifferenceKind.CHANCE,
    "load": DifferenceKind.LOADED,
    "loaded": DifferenceKind.LOADED,
    "not-load": DifferenceKind.LOADED,
    "not-chance": DifferenceKind.CHANCE,
    "save": DifferenceKind.COPY,
    "fork": DifferenceKind.COPY,
    "perft": DifferenceKind.LEGAL,
}
OFFERED = {
    "missing": ("legal", "missing"),
    "offered": ("not legal", "offered"),
    "twice": ("legal", "offered more than once"),
}
Json = Any


def vector_unit(
    game: Game,
    session: EngineSession,
    agreed: Agreement,
    sets: Mapping[str, Tree],
    vector: Vector,
    window: int = WINDOW,
) -> WorkUnit:
    """One vector, replayed; what differs is told from where it began. `window` calls are sent before one is read."""
    verdict = Replayer(session, agreed, sets, window).replay(vector)
    if verdict.failure == OUT_OF_TIME:
        verdict = VectorVerdict(vector.id, SKIPPED, why=work_units.NOT_REACHED)
    config = vector.configuration_json
    met = _met(game, session, agreed, vector, verdict)
    met = met and _told(game, session, agreed, vector, verdict, met)
    counts: dict[str, int] = {}
    for part, number in verdict.compared.items():
        counts[KINDS[part]] = counts.get(KINDS[part], 0) + number
    failure = Failed(verdict.failure, verdict.why, 1, vector.id, ()) if verdict.kind == ERROR else None
    passed = vector.steps if verdict.step is None else vector.steps[: verdict.step]
    return WorkUnit(
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
        tuple(_advice(vector, verdict)) if verdict.kind == ADVICE else (),
    )


def _told(
    game: Game, session: EngineSession, agreed: Agreement, vector: Vector, verdict: VectorVerdict, met: FoundDifference
) -> FoundDifference:
    """The same as a matter of `load` alone, or else from where it began."""
    lost = loading_difference(game, session, agreed, *_from_load(game, vector, verdict, met))
    if lost is not None:
        return as_wrong_form(game, agreed.unsaid, lost)
    if verdict.kind != FAILED:
        return met
    met = _traced(game, session, agreed, as_played(vector, verdict.along), verdict.step or 0, met)
    here = position_of(game, met)
    return told_from_question(end_difference(met, here.is_over), here, agreed.unsaid)


def _left_behind(
    met: FoundDifference, here: Position, unsaid: frozenset[str], vector: Vector, number: int
) -> FoundDifference:
    """The same; if it does not come from moves and outcomes alone, told so.

    Where only refused moves stand between this look and the one before, they were not free of charge.
    """
    parting = met.parting
    if parting.after is not None or comes_of_moves(here, parting, met.engine, unsaid):
        return met
    before = next((step for step in vector.steps[number - 1 : number] if "not" in step), None)
    if before is None:
        return attrs.evolve(met, parting=attrs.evolve(parting, fades=True))
    seat, move = before["not"]
    changed = f"{CHANGED} {parting.where[1] if len(parting.where) > 1 else parting.what}"
    return attrs.evolve(met, parting=Divergence(DifferenceKind.REFUSAL, (), "not legal", changed, seat, move))


def _traced(
    game: Game, session: EngineSession, agreed: Agreement, vector: Vector, number: int, met: FoundDifference
) -> FoundDifference:
    """The same, told from where it began: as a wrong form, as a matter of the rules, or of copies and saves alone."""
    found: FoundDifference | None = as_wrong_form(game, agreed.unsaid, met)
    if found is not None and found.parting.what == DifferenceKind.SHAPE:
        return found
    if met.parting.fades:
        return met
    step = vector.steps[number] if vector.steps else {}
    if "perft" in step:
        found = among_ways(game, session, agreed, met, max(level["depth"] for level in step["perft"]))
    elif met.parting.what in (DifferenceKind.COPY, DifferenceKind.LOADED):
        inner = answers(step.get("fork", ()))
        found = without_copies(game, session, agreed, attrs.evolve(met, steps=(*met.steps, *inner)))
    else:
        found = locate_origin(game, session, agreed, met, _seen(vector, number))
    return as_wrong_form(game, agreed.unsaid, found or met)


def _from_load(
    game: Game, vector: Vector, verdict: VectorVerdict, met: FoundDifference
) -> tuple[FoundDifference, Way | None]:
    """The same, told from the position that was loaded last; and the way there without a load, if it is known."""
    way = answers(vector.path or ()) if vector.start is None or vector.path is not None else None
    loads = [n for n, step in enumerate(vector.steps[: verdict.step]) if "load" in step]
    if not loads:
        return met, way
    before = answers(vector.steps[: loads[-1]])
    here = position_of(game, attrs.evolve(met, steps=before))
    begun = attrs.evolve(met, start=here.to_json(), steps=met.steps[len(before) :])
    return begun, None if way is None else (*way, *before)


def _seen(vector: Vector, number: int) -> int:
    """Answers before the last look that both agreed in; of a vector that goes along a path, those of the path too."""
    last = next((n for n in range(number - 1, -1, -1) if "see" in vector.steps[n]), None)
    if last is None:  # an engine that goes along a path has been looked at nowhere on it
        return 0
    return sum("move" in step or "chance" in step for step in (*(vector.path or ()), *vector.steps[:last]))


def _advice(vector: Vector, verdict: VectorVerdict) -> Iterator[str]:
    """What an engine might do better, though nothing demands it; of what differs before that, other vectors tell."""
    found, step = verdict.difference, vector.steps[verdict.step or 0]
    if found is None:
        yield f"what cannot come should be refused, and the engine breaks down: {verdict.why}"
    elif "not-chance" in step:
        yield f"{_label(step)}: an outcome {OUTSIDE[step['kind']]} should be refused, and is taken"
    elif "not-load" in step:
        yield f"a position that cannot be ({step['kind']}) should be refused, and is taken"


def _met(
    game: Game, session: EngineSession, agreed: Agreement, vector: Vector, verdict: VectorVerdict
) -> FoundDifference | None:
    """The difference as games have it, with the engine asked once more at the same place."""
    if verdict.difference is None or verdict.step is None:
        return None
    config, played = vector.configuration_json, as_played(vector, verdict.along)
    start, path = (played.start, ()) if played.path is None else (None, played.path)
    drawn = KINDS[verdict.difference.part] == DifferenceKind.CHANCE  # then it differs before the outcome is told
    done = (*path, *played.steps[: verdict.step + (not drawn)])
    inner = played.steps[verdict.step].get("fork", ())
    done = (*done, *inner) if verdict.difference.part == "view" else done  # a view is told where it was seen
    steps = answers(done)
    parting = parting_of(verdict.difference, _label(played.steps[verdict.step]))
    if inner and parting.what != DifferenceKind.VIEW:  # it was met in the copy; no path of moves leads there
        where = parting.where if parting.names else ()
        parting = attrs.evolve(parting, what=DifferenceKind.COPY, where=where, after=vector.steps[verdict.step])
    parting = _after(played, verdict.step, parting)
    again = _again(session, agreed, config, start, steps, parting)
    parting = _wrong_before(verdict.difference, again, parting)
    shown = attrs.evolve(vector, steps=vector.steps[: verdict.step + 1], pair="").to_json()
    met = FoundDifference(
        work_units.VECTORS,
        vector.id,
        -1,
        dict(config["options"]),
        config["seats"],
        start,
        steps,
        parting,
        again,
        shown,
    )
    if verdict.kind == FAILED and not inner:
        met = _left_behind(met, position_of(game, met), agreed.unsaid, vector, verdict.step)
    return attrs.evolve(met, engine=_as_said(again, met.parting))


def _after(vector: Vector, number: int, parting: Divergence) -> Divergence:
    """A difference at the first look after a copy, a save or a load is called after that, as in games."""
    looked = number and "see" in vector.steps[number] and parting.what != DifferenceKind.VIEW
    for step in vector.steps[number - 1 :: -1] if looked else ():
        kept = next((KINDS[key] for key in ("fork", "save", "load") if key in step), None)
        if kept is not None:
            return attrs.evolve(parting, what=kept, after=step)
        if "see" not in step:
            break
    return parting


def _wrong_before(found: AnswerDifference, side: model.Side, parting: Divergence) -> Divergence:
    """What a refused move seems to have changed, and is so without that move, differed before it was offered."""
    for part in TABLE if found.part == "changed" else ():
        values = getattr(side, part) or {}
        if found.name in values and dumps(values[found.name]) == dumps(found.engine):
            return parting_of(attrs.evolve(found, part=part, seat=None, move=None))
    return parting


def _label(step: Json) -> str:
    """Of a step that tells an outcome."""
    return str((step.get("chance") or step.get("not-chance") or {}).get("label", ""))


def answers(steps: Iterable[Json]) -> tuple[Json, ...]:
    """What chance and players say in these steps, as a trace writes it."""
    return tuple(_step(step) for step in steps if "move" in step or "chance" in step)


def _step(step: Json) -> Json:
    if "move" in step:
        seat, move = step["move"]
        return {"move": move, "seat": seat}
    return {"chance": step["chance"]["label"], "outcome": step["chance"]["outcome"]}


def _again(
    session: EngineSession, agreed: Agreement, config: Json, start: Json, steps: tuple[Json, ...], parting: Divergence
) -> model.Side:
    """The engine brought to the place of the difference by itself, and asked everything."""
    begin: Any = ("load", {"position": start}) if start is not None else ("start", {"config": config})
    try:
        session.ask_all([begin, *map(call, steps)])
    except EngineFailure:
        return empty_side()
    return side_of_engine(session, agreed, parting, config["seats"])


def _as_said(side: model.Side, parting: Divergence) -> model.Side:
    """Asked again, or after the moves alone, the engine may say something else: what it said first is told."""
    part = parting.where[0] if len(parting.where) > 1 else ""
    seen = side.views.get(reader := reader_name(parting.seat)) if parting.what == DifferenceKind.VIEW else None
    if seen and parting.where[1] in seen.get(part, {}):
        told = {**seen, part: {**seen[part], str(parting.where[1]): parting.engine}}
        return attrs.evolve(side, views={**side.views, reader: told})
    if parting.what not in (DifferenceKind.COPY, DifferenceKind.LOADED) or part not in TABLE:
        return side
    return attrs.evolve(side, **{part: {**(getattr(side, part) or {}), str(parting.where[1]): parting.engine}})


def parting_of(found: AnswerDifference, label: str = "") -> Divergence:
    """A difference of a vector as games in step tell it; `label` of what is drawn."""
    kind = KINDS[found.part]
    seat = found.seat
    if found.name == "pending":  # which chance is asked
        return chance_divergence(found.rules, found.engine) or Divergence(kind, (label,), found.rules, found.engine)
    if kind == DifferenceKind.CHANCE:
        return Divergence(kind, (label,), found.rules, found.engine)
    if found.part == "pending":
        ours, theirs = (list(one.get("seats", [])) for one in (found.rules, found.engine))
        return Divergence(kind, (), ours, theirs, asks=(OVER,) if ours and not theirs else ())
    if found.part == "legal":
        rules, engine = OFFERED.get(found.name, (found.rules, found.engine))
        return Divergence(kind, (), rules, engine, seat, found.move)
    if found.part in ("states", "zones", "view"):
        part = found.table or found.part
        reader = None if found.part != "view" or found.reader == SPECTATOR else int(found.reader)
        names = found.names or (found.name,)
        return Divergence(kind, (part, found.name), found.rules, found.engine, reader, names=names)
    if found.part == "refused":
        return Divergence(kind, (), "legal", str(found.engine).removeprefix("refused: "), seat, found.move)
    if found.part == "taken":
        return Divergence(kind, (), "not legal", "taken", seat, found.move)
    if found.part == "changed":
        return Divergence(kind, (), "not legal", f"{CHANGED} {found.name}", seat, found.move)
    if found.part == "explanation":
        return Divergence(kind, (), found.rules, found.engine, seat, found.move)
    return Divergence(kind, (found.name,) if found.name else (), found.rules, found.engine, seat)


__all__ = ["parting_of", "vector_unit"]
