"""A case file of a verification made smaller: fewer steps, a later beginning, and still the same difference."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from rulekit.fuzz.replay_attempt import choose_outcome
from rulekit.fuzz.shrink import EFFORT, PATIENCE
from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.protocol.session import EngineFailure
from rulekit.vectors.form import SPECTATOR, Vector
from rulekit.vectors.replay import WINDOW
from rulekit.verify.blaming import causes
from rulekit.verify.differences.divergence import Divergence, trees_of
from rulekit.verify.differences.found_difference import FoundDifference
from rulekit.verify.greeted_engine import Factory, RestartableEngine
from rulekit.verify.lockstep.difference_story import headline, story_lines
from rulekit.verify.model import DifferenceKind
from rulekit.verify.vector_stage import vector_unit
from rulekit.verify.work_units import WorkUnit

NAMED = 4  # clauses of a difference among which that of a smaller one must be
TRIED = 60  # beginnings, the latest first
DRAWS = 200  # in a row; rules that draw until something comes may never have it from a calm chance
KEPT = ("fork", "save", "load")  # steps that must change nothing
Json = Any


@attrs.frozen
class ShownDifference:
    """What a case shows: its kind and place, the clause that is named first, and the difference itself."""

    kind: str
    place: str
    clauses: tuple[str, ...]
    parting: Divergence

    def is_same_difference(self, other: ShownDifference) -> bool:
        """The same difference, and the same clause to blame."""
        first = self.clauses[:1]
        return (self.kind, self.place) == (other.kind, other.place) and set(first) <= set(other.clauses[:NAMED])

    def story(self) -> list[str]:
        """In words, line by line."""
        return [headline(self.parting), *story_lines(self.parting)]


class CaseJudge:
    """One engine that cases are put to."""

    def __init__(self, game: Game, factory: Factory) -> None:
        self.game, self.doors = game, RestartableEngine(game, factory)
        self.asked = 0  # steps

    def __call__(self, case: Vector) -> ShownDifference | None:
        """What it shows; nothing if the engine agrees, or cannot be asked this."""
        self.asked += len(case.steps) + 1
        found = self._try(case, WINDOW)
        if not isinstance(found, ShownDifference):
            return self._told_cause(found.met[0]) if found.met else None
        again = self._try(case, 1)  # step by step, for it may have been wrong before it broke down
        return self._told_cause(again.met[0]) if not isinstance(again, ShownDifference) and again.met else found

    def _try(self, case: Vector, window: int) -> WorkUnit | ShownDifference:
        """What one engine says; how it breaks down if it does, and then the next one is a new one."""
        try:
            door = self.doors.open()
            unit = vector_unit(self.game, door.session, door.agreed, trees_of(self.game.checked), case, window)
        except EngineFailure as wrong:
            self.doors.close()
            return _as_failure(wrong.kind, str(wrong))
        if unit.failure is not None:
            self.doors.close()
            return _as_failure(unit.failure.kind, unit.failure.said)
        return unit

    def _told_cause(self, met: FoundDifference) -> ShownDifference:
        return ShownDifference(*causes.rough_cause(met), causes.suspects(self.game, met), met.parting)

    def close(self) -> None:
        """Ends the engines that were started."""
        self.doors.close()


def _as_failure(kind: str, said: str) -> ShownDifference:
    return ShownDifference(DifferenceKind.FAILURE, kind, (), Divergence("failure", (), "an answer", said))


# ------------------------------------------------------------------ smaller


def smallest(judge: CaseJudge, case: Vector, effort: int = EFFORT) -> tuple[Vector, ShownDifference] | None:
    """The smallest case found that shows the same; nothing if this one shows nothing."""
    shown = judge(case)
    if shown is None:
        return None
    best, end = case, time.monotonic() + PATIENCE
    idle = False
    while not idle:
        idle = True
        for smaller in _smaller(judge.game, best):
            if judge.asked > effort or time.monotonic() > end:
                return best, shown
            found = judge(smaller)
            if found is not None and shown.is_same_difference(found):
                best, idle = smaller, False
                break
    return best, shown


def _smaller(game: Game, case: Vector) -> Iterator[Vector]:
    """Whatever has fewer answers: begun later, then with runs of steps left out, long ones first."""
    known = answers(case)
    for tried in (*_later(game, case), *_fewer(game, case)):
        if tried is not None and answers(tried) < known:
            yield tried


def answers(case: Vector) -> int:
    """How many moves and outcomes it has."""
    return sum("move" in step or "chance" in step for step in case.steps)


def _later(game: Game, case: Vector) -> Iterator[Vector | None]:
    """The same end from later positions, the latest first."""
    line = list(enumerate(_course(game, case)))
    for at, here in line[:0:-1][:TRIED]:
        if not here.is_over and not isinstance(here.engine.pending(here.state), ChancePoint):
            steps = _behind(case.steps, at)
            yield retold(game, attrs.evolve(case, config=None, start=here.to_json(), path=None, steps=steps))


def _fewer(game: Game, case: Vector) -> Iterator[Vector | None]:
    size = max(1, len(case.steps) // 2)
    while size:
        for start in range(len(case.steps) - size, -1, -size):
            steps = (*case.steps[:start], *case.steps[start + size :])
            yield retold(game, attrs.evolve(case, steps=steps))
        size //= 2


def _behind(steps: Sequence[Json], answered: int) -> tuple[Json, ...]:
    """What comes after so many answers."""
    places = [n for n, step in enumerate(steps) if "move" in step or "chance" in step]
    return tuple(steps[places[answered - 1] + 1 :])


def _course(game: Game, case: Vector) -> Iterator[Position]:
    """The positions by the rules, after each answer."""
    here = _start(game, case)
    yield here
    for step in case.steps:
        if "move" in step or "chance" in step:
            here = here.apply(*step["move"]) if "move" in step else _apply_outcome(here, step["chance"]["outcome"])
            yield here


def _start(game: Game, case: Vector) -> Position:
    if case.start is not None:
        return game.position(case.start)
    return game.start(case.configuration_json["seats"], case.configuration_json["options"])


def _apply_outcome(here: Position, outcome: Json) -> Position:
    return here.drawn_so(here.outcome_of(outcome))


# ------------------------------------------------------------------ a case from what is left of it


def retold(game: Game, case: Vector) -> Vector | None:
    """The steps that can still be done, with what the rules say at the end; chance is calm where nothing is said."""
    try:
        telling = CaseReplay(_start(game, case), _looks(case))
        for step in case.steps:
            telling.add(step)
        return attrs.evolve(case, steps=(*telling.steps, *telling.end(case.steps[-1] if case.steps else {})))
    except (Fault, Refused):
        return None  # what is left leads nowhere


def _looks(case: Vector) -> list[Json]:
    """The last looks, one after the other: what they ask for is asked at the end of a smaller case, too."""
    last = next((n for n in range(len(case.steps) - 1, -1, -1) if "see" in case.steps[n]), -1)
    first = last
    while first > 0 and "see" in case.steps[first - 1]:
        first -= 1
    return [step["see"] for step in case.steps[max(first, 0) : last + 1]] or [{}]


class CaseReplay:
    """A case that is told anew, along the rules."""

    def __init__(self, here: Position, looks: list[Json]) -> None:
        self.here, self.looks = here, looks
        self.steps: list[Json] = []

    def add(self, step: Json) -> None:
        """One step of the old case, as far as it can be done here."""
        if "chance" in step:
            if isinstance(self.here.engine.pending(self.here.state), ChancePoint):
                self._draw(step["chance"]["outcome"], step)
            return
        if "see" in step:
            return
        self._calm()
        if "move" in step:
            seat, move = step["move"]
            if move in self.here.legal(seat):
                self.here = self.here.apply(seat, move)
                self.steps.append(step)
        elif any(key in step for key in KEPT):
            self.steps += [self.position(), self._kept(step)]

    def _draw(self, outcome: Json, step: Json = None) -> None:
        """What chance said; something calm if it cannot say that here. `step`: how it was told before."""
        try:
            self.here = _apply_outcome(self.here, outcome)
        except Refused:
            self.here = self.here.drawn_so(choose_outcome(self._point(), None))
        said = {"label": self.here.step["chance"], "outcome": self.here.step["outcome"]}
        before = {} if step is None else step["chance"]
        self.steps.append({"chance": {**before, **said}} if said["label"] == before.get("label") else {"chance": said})

    def _calm(self) -> None:
        """All that chance is asked before somebody is; rules that draw until something comes are given up."""
        for _ in range(DRAWS):
            if not isinstance(self.here.engine.pending(self.here.state), ChancePoint):
                return
            self._draw(None)
        raise Refused("over", "chance is asked for ever")

    def _point(self) -> ChancePoint:
        found = self.here.engine.pending(self.here.state)
        assert isinstance(found, ChancePoint)
        return found

    def _kept(self, step: Json) -> Json:
        """A copy with what can be played in it, a save, or a load at this position."""
        if "load" in step:
            whole = self.here.to_json()
            return {"load": {"frames": whole["frames"], "asks": whole["asks"]}}
        if "save" in step:
            return step
        inner = CaseReplay(self.here, self.looks)
        for one in step["fork"]:
            inner.add(one)
        return {"fork": [*inner.steps, *(inner.look() if any("see" in one for one in step["fork"]) else [])]}

    def position(self) -> Json:
        """All that lies there."""
        lying = json_api.tables(self.here.machine)
        return {"see": {"states": lying["states"], "zones": lying["zones"]}}

    def look(self) -> list[Json]:
        """The position, and of the rest what the old case looked at, in its order."""
        first, *others = [self._views(looks) for looks in self.looks]
        return [{"see": {**self.position()["see"], **first}}, *({"see": one} for one in others)]

    def _views(self, looks: Json) -> Json:
        here = self.here
        see: dict[str, Json] = {}
        seats = [] if here.is_over else list(here.pending.seats)
        if "pending" in looks:
            see["pending"] = {"kind": "end"} if here.is_over else {"kind": "decision", "seats": seats}
        if "legal" in looks:
            see["legal"] = {str(seat): here.legal(seat) for seat in seats}
        if "views" in looks:
            see["views"] = {key: here.view(None if key == SPECTATOR else int(key)) for key in looks["views"]}
        if "result" in looks and here.is_over:
            see["result"] = here.result()
        return see

    def end(self, last: Json) -> list[Json]:
        """A look; and what must be refused, if that was the last step and must be still."""
        if isinstance(self.here.engine.pending(self.here.state), ChancePoint):
            return [one for one in (last,) if "not-chance" in one]  # nothing else can be asked here
        if "not" in last:
            seat, move = last["not"]
            legal = seat in range(self.here.seats) and dumps(move) in map(dumps, self.here.legal(seat))
            return self.look() if legal else [*self.look(), last]
        if "not-load" in last:
            return [last]
        return [] if "move" in last or "chance" in last else self.look()


__all__ = ["CaseJudge", "ShownDifference", "answers", "retold", "smallest"]
