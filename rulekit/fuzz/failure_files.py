"""Failures of a campaign, each shrunk and put into a file with its story."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from rulekit.fuzz import failure_story, oracles
from rulekit.fuzz.external_oracle import FAILURE, LatePosition, latest_position, strangers
from rulekit.fuzz.game_script import answers_of
from rulekit.fuzz.oracles import LAWS, Blame
from rulekit.fuzz.replay_attempt import GamePlan, ReplayedGame
from rulekit.fuzz.shrink import EFFORT, smallest
from rulekit.fuzz.work_packet import FuzzFailure
from rulekit.play.games.game import Game, Trace, read_trace
from rulekit.play.refusals import Refused

SLOW = 5  # our two engines, compared in everything, cost so much more than the laws


def fails(target: str, clause: str | None = None) -> Callable[[ReplayedGame], Blame | None]:
    """Whether a game fails, in one clause or in any."""
    if target == LAWS:
        return _breaks(frozenset({clause}) if clause is not None else None)
    if target == oracles.ENGINES:
        return lambda attempt: oracles.engines(attempt.game, attempt.chosen, attempt.answers)
    known: list[Blame] = []  # what is wrong; after the first time nothing else is looked for

    def found(attempt: ReplayedGame) -> Blame | None:
        blame = strangers(target)(attempt.game, attempt.chosen, attempt.answers, *known[:1])
        known.extend([blame] if blame is not None else [])
        return blame

    return found


def _breaks(only: frozenset[str] | None) -> Callable[[ReplayedGame], Blame | None]:
    """Whether the laws or a fault speak; once it was a fault, a game that ran into none need not be looked at again."""
    sorts: list[str] = []

    def found(attempt: ReplayedGame) -> Blame | None:
        if sorts[:1] == ["fault"] and attempt.faulted is False:
            return None
        blame = oracles.laws(attempt.game, attempt.chosen, attempt.answers, only=only)
        sorts.extend([blame.sort] if blame is not None else [])
        return blame

    return found


def failed_game(game: Game, failure: FuzzFailure) -> ReplayedGame:
    """The game of a failure, as it was played."""
    answers = answers_of(game.engine(failure.chosen).for_playouts(), failure.script)
    return ReplayedGame(game, failure.chosen, tuple(answers), GamePlan(failure.chosen, (), {}))


def effort_for(target: str) -> int:
    """How many tries a failure may take to be shrunk: fewer where a try runs two engines."""
    return EFFORT // SLOW if target == oracles.ENGINES else EFFORT


def smallest_failing_game(
    game: Game, trace: Trace, target: str, clause: str | None, effort: int | None = None
) -> tuple[ReplayedGame, Blame] | None:
    """The smallest game that fails in the clause; nothing if the trace does not fail."""
    found = smallest(game, trace, fails(target, clause), effort_for(target) if effort is None else effort)
    return None if found is None else (found[0], cast(Blame, found[1]))


def latest_failing_position(attempt: ReplayedGame, blame: Blame, target: str) -> LatePosition | None:
    """The latest position from which an external engine still shows it; ours need none."""
    if target in (LAWS, oracles.ENGINES) or blame.sort == FAILURE or not attempt.decisions:
        return None
    return latest_position(attempt, blame, strangers(target))


def shrink_and_save(
    game: Game, failure: FuzzFailure, target: str, folder: Path | None, asked_for: str, effort: int | None = None
) -> tuple[dict[str, Any], OSError | None]:
    """A failure shrunk, told, and in its file; what stands there, and why it could not be written."""
    by = {"fault": LAWS, "result": LAWS, oracles.OWN_FAULT: oracles.ENGINES}.get(failure.blame.sort, target)
    whole = failed_game(game, failure)
    found = smallest_failing_game(game, whole.trace, by, failure.blame.clause, effort)
    if found is None:  # it does not fail once more by itself, so it is kept as it was
        found = whole, failure.blame
        return save_failure(*found, by, place(game, by, failure.blame.clause, folder), asked_for)
    return save_failure(
        *found, by, place(game, by, failure.blame.clause, folder), asked_for, latest_failing_position(*found, by)
    )


def place(game: Game, target: str, clause: str, folder: Path | None) -> Path | None:
    """Where the failure of a clause is written."""
    return None if folder is None else folder / failure_story.file_name(game, target, clause)


def save_failure(
    attempt: ReplayedGame,
    blame: Blame,
    target: str,
    file: Path | None,
    asked_for: str,
    latest: LatePosition | None = None,
) -> tuple[dict[str, Any], OSError | None]:
    """A failure as data, written into its file if there is one; it says whether its own trace fails once more."""
    data = failure_story.failure(attempt, blame, target, file, asked_for, latest, reproduces(attempt, blame, target))
    try:
        if file is not None:
            failure_story.write_story(data, file)
    except OSError as trouble:
        return data, trouble
    return data, None


def reproduces(attempt: ReplayedGame, blame: Blame, target: str) -> bool:
    """Does the trace, read from its text, fail in the same clause?"""
    try:
        again = smallest_failing_game(attempt.game, read_trace(attempt.trace.text()), target, blame.clause, 0)
    except Refused:
        return False
    return again is not None and again[1].clause == blame.clause
