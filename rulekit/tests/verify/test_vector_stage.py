"""Vectors as a stage of a verification: every difference of a vector is told as games tell it, and blamed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.fuzz.case_shrinking import CaseJudge
from rulekit.pipeline import load
from rulekit.play.games.game_config import choose
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import Call, EngineFailure
from rulekit.tests.protocol.stones import Adapter
from rulekit.vectors.answer_checks import AnswerDifference
from rulekit.vectors.form import Vector, of_json
from rulekit.verify import model
from rulekit.verify.conductor import verify
from rulekit.verify.timed_session import OVER, TimedSession
from rulekit.verify.vector_stage import KINDS, parting_of
from rulekit.verify.work_order import Material, WorkOrder, sample_configurations
from rulekit.verify.work_units import NOT_REACHED

CONFIG = {"game": "twelve-stones", "options": {"last-stone": "lucky"}, "seats": 2}


def moves(*taken: int) -> list[Any]:
    return [{"move": [turn % 2, {"do": "grab", "n": n}]} for turn, n in enumerate(taken)]


def look(left: int, turn: int) -> Any:
    legal = [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= left]
    pending = {"kind": "decision", "seats": [turn]}
    see = {"pending": pending, "legal": {str(turn): legal}, "states": {"stones": left, "active": turn}}
    return {"see": see, "ran": ["grab.do"], "held": ["grab.count", "grab.enough"]}


def vector(name: str, *steps: Any) -> Vector:
    return of_json({"id": name, "sort": "kept", "about": [], "config": CONFIG, "steps": list(steps)})


END = {
    "pending": {"kind": "end"},
    "states": {"stones": 0, "active": 1},
    "result": {"leaders": [1], "winners": [1], "outcome": "win"},
}
VECTORS = (
    vector("kept/1", *moves(3), look(9, 1)),
    vector("kept/2", *moves(3, 3, 3, 1), look(2, 0), {"not": [0, {"do": "grab", "n": 3}], "kind": "near"}),
    vector("kept/3", *moves(3, 3, 3, 3), {"see": END}),
)


@attrs.frozen
class Here:
    made: Any
    session: type[InProcess] = InProcess

    def open(self) -> InProcess:
        return self.session(self.made())


class Mortal(InProcess):
    """As a process is: once it has broken down it answers nothing more."""

    broken: EngineFailure | None = None

    def ask_all(self, calls: Sequence[Call]) -> list[Any]:
        if self.broken is not None:
            raise self.broken
        try:
            return super().ask_all(calls)
        except EngineFailure as wrong:
            self.broken = wrong
            raise


def replayed(game: Path, made: Any) -> model.Verification:
    loaded = load(game)
    chosen = (choose(loaded.checked, None, {}, None),)
    return verify(
        loaded, WorkOrder(str(game), Here(made), chosen, games=0, material=Material(VECTORS), version="0.1.0")
    )


class TakesOne(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        super().move(seat, move)
        self.left += move["n"] - 1


class TooMany(Adapter):
    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if self.left and seat == self.turn]


class SharesCopies(Adapter):
    """A copy is the game itself."""

    def fork(self) -> None:
        pass

    def back(self) -> None:
        pass


def test_what_is_found_in_a_copy_is_a_difference_of_copies(game: Path) -> None:
    fork = {"fork": [*moves(3), look(9, 1), *[{"move": [1, {"do": "grab", "n": 3}]}], look(6, 0)]}
    loaded = load(game)
    chosen = (choose(loaded.checked, None, {}, None),)
    material = Material((vector("kept/4", fork, look(12, 0)), vector("kept/5", *moves(1), look(11, 1), fork)))
    found = verify(
        loaded, WorkOrder(str(game), Here(SharesCopies), chosen, games=0, material=material, version="0.1.0")
    )
    assert found.verdict.code == 1 and found.causes


class RefusesThree(Adapter):
    """Three may not be taken, and so it breaks down where a game is over by the rules and goes on for it."""

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [move for move in super().legal(seat) if move["n"] < 3]

    def result(self) -> dict[str, Any]:
        if self.left:
            raise RuntimeError("nobody has won yet")
        return super().result()


@pytest.mark.parametrize("session", [InProcess, Mortal])
def test_what_was_wrong_before_an_engine_broke_down_is_what_is_told(session: type[InProcess], game: Path) -> None:
    loaded = load(game)
    work = WorkOrder(
        str(game),
        Here(RefusesThree, session),
        (choose(loaded.checked, None, {}, None),),
        games=0,
        material=Material((VECTORS[2],)),
        version="0.1.0",
    )
    found = verify(loaded, work)
    assert found.verdict.code == 1 and not found.failures, found
    assert "grab.count" in [one.clause for one in found.causes[0].suspects][:3]
    judge = CaseJudge(loaded, Here(RefusesThree, session).open)
    shown = judge(VECTORS[2])
    assert shown is not None and shown.kind != model.DifferenceKind.FAILURE


class Other(Adapter):
    def result(self) -> dict[str, Any]:
        return {**super().result(), "winners": [0]}


def test_a_right_engine_passes_them_all(game: Path) -> None:
    found = replayed(game, Adapter)
    assert found.verdict.code == 0 and found.stages[1].done == 3 and found.stages[1].failed == 0


@pytest.mark.parametrize(
    ("made", "kind", "clause"),
    [(TakesOne, "position", "grab.do"), (TooMany, "legal", "grab.enough"), (Other, "result", "result.lucky")],
)
def test_what_a_vector_finds_is_blamed_as_in_games(made: Any, kind: str, clause: str, game: Path) -> None:
    cause = next(one for one in replayed(game, made).causes if one.kind == kind)
    assert clause in [one.clause for one in cause.suspects][:3] and cause.vectors >= 1 and cause.games == 0
    example = cause.examples[0]
    assert example.vector.startswith("kept/") and example.engine.states is not None


class Slips(Adapter):
    """From a heap of six it takes away one stone more."""

    def move(self, seat: int, move: dict[str, Any]) -> None:
        slips = self.left == 6
        super().move(seat, move)
        self.left -= slips


def test_what_shows_late_is_told_from_where_it_began(game: Path) -> None:
    """Four moves without a look between: the third slips, and the legal list at the end is only what follows."""
    loaded = load(game)
    whole = vector("kept/9", *moves(3, 3, 2, 1), look(3, 0))
    refused = vector("kept/10", *moves(3, 3, 3, 3))
    for one in (whole, refused):
        work = WorkOrder(
            str(game), Here(Slips), sample_configurations(loaded), games=0, material=Material((one,)), version="0.1.0"
        )
        (cause,) = verify(loaded, work).causes
        assert (cause.kind, cause.clause) == ("position", "grab.do")
        assert cause.examples[0].moves == 3 and cause.examples[0].engine.states["stones"] < 4


class Slow(Adapter):
    """It takes its time for a position, wherever the game stands."""

    def position(self) -> dict[str, Any]:
        time.sleep(0.2)
        return super().position()


class SlowAndWrong(Slow, TooMany):
    pass


@pytest.mark.parametrize(
    ("made", "games", "code"), [(Slow, 0, 3), pytest.param(SlowAndWrong, 1, 1, marks=pytest.mark.long)]
)
def test_vectors_of_a_very_slow_engine_end_in_time_and_it_is_not_told_to_agree(
    made: Any, games: int, code: int, game: Path
) -> None:
    loaded = load(game)
    chosen = (choose(loaded.checked, None, {}, None),)
    work = WorkOrder(
        str(game), Here(made), chosen, games=games, material=Material(VECTORS), version="0.1.0", vector_seconds=0.1
    )
    found = verify(loaded, work)
    assert found.verdict.code == code and not found.failures
    (late,) = [one for one in found.missing if one.why == NOT_REACHED]
    assert late.what in ("2 vectors", "3 vectors") and found.stages[1].done <= 1
    assert "not reached in time" in found.verdict.sentence or code == 1


def test_a_vector_under_way_ends_when_the_time_is_over(game: Path) -> None:
    """One vector of an engine that takes long over each of its answers may be hours."""
    session = TimedSession(InProcess(Adapter()), until=time.monotonic() + 3600)
    assert session.ask("ping") is None
    session.until = time.monotonic() - 1
    with pytest.raises(EngineFailure) as stopped:
        session.ask("ping")
    assert stopped.value.kind == OVER


class SlipsAndLoadsNothing(Slips):
    def hello(self) -> dict[str, Any]:
        return {**super().hello(), "features": ["position"]}


def test_what_goes_wrong_on_the_way_to_a_vector_is_told_from_there(game: Path) -> None:
    """An engine that takes no positions goes along the path of a vector, and is looked at nowhere on it."""
    loaded = load(game)
    here = loaded.start(2, {"last-stone": "lucky"})
    for step in moves(3, 3, 2):
        here = here.apply(*step["move"])
    told = {"id": "kept/11", "sort": "kept", "about": [], "from": here.to_json(), "path": moves(3, 3, 2)}
    last = [{"move": [1, {"do": "grab", "n": 3}]}, {"move": [0, {"do": "grab", "n": 1}]}]
    material = Material((of_json({**told, "steps": last}),))
    chosen = (choose(loaded.checked, None, {}, None),)
    work = WorkOrder(str(game), Here(SlipsAndLoadsNothing), chosen, games=0, material=material, version="0.1.0")
    (cause,) = verify(loaded, work).causes
    assert (cause.kind, cause.clause, cause.examples[0].moves) == ("position", "grab.do", 3)


@pytest.mark.parametrize("part", KINDS)
def test_every_part_of_a_look_has_a_kind(part: str) -> None:
    pending = {"kind": "decision", "seats": [0]}
    told = parting_of(
        AnswerDifference(part, "stones", pending, {"kind": "end"}, 0, reader="-" if part == "view" else "")
    )
    assert told.what in list(model.DifferenceKind)
