"""One mutant after the other: checked, shown to the scenes, watched by the laws, played against the original.

The stages go from cheap to dear, and the first that notices something ends it. What `check` refuses is trivial; a
scene or law that fails has killed the mutant; what only play can tell apart has survived, and is what an author wants
to read; what play cannot tell apart either is taken for equivalent, as far as the games went.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import FrameType

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.elaboration.scene_elaboration import clause_ids
from rulekit.check.lints import run_lints
from rulekit.check.tree.checked_rulebook import CheckedRulebook, CheckedScene
from rulekit.diagnostics import Problem
from rulekit.gc_pause import gc_paused
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.model.tables import OwnTable
from rulekit.mutate import by_laws, by_play
from rulekit.mutate import mutant_verdicts as v
from rulekit.mutate.chance_bias import favour_of
from rulekit.mutate.mutant_generation import Mutant
from rulekit.mutate.scene_coverage import SceneOrder, SceneTrace, order
from rulekit.play.games.game import Game
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.refusals import Refused
from rulekit.play.scenes.scene_runner import play_scene
from rulekit.source import Span


@attrs.frozen
class CheckedMutant:
    """The rules worked out, and the errors in them and in the scenes."""

    checked: CheckedRulebook
    errors: tuple[Problem, ...]
    scenes: tuple[Problem, ...]  # errors that only the examples have


def examine(rulebook: Rulebook, ids: frozenset[str] = frozenset()) -> CheckedMutant:
    """Starts from the model: nothing is read or parsed. What is covered by whom is not asked; lines may be missing."""
    with gc_paused():
        checked, found = assemble(rulebook, ids)
        if not _errors(found):
            found += run_lints(checked)
    places = [one.span for one in (*rulebook.declarations_of(sc.Start), *rulebook.declarations_of(sc.Scene))]
    errors = _errors(found)
    in_scenes = [p for p in errors if p.span is not None and any(_holds(place, p.span) for place in places)]
    return CheckedMutant(checked, tuple(p for p in errors if p not in in_scenes), tuple(in_scenes))


def _errors(found: list[Problem]) -> list[Problem]:
    """Warnings do not refuse a mutant, as they do not refuse a game."""
    return [p for p in found if p.severity == "error"]


def _holds(place: Span, span: Span) -> bool:
    """Whether a place lies inside another one, here: a problem inside a scene."""
    return place.file == span.file and place.start <= span.start < place.end


class TimedOut(BaseException):
    """It took too long. Nothing that catches errors of the rules catches this."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`TimedOut` after so many seconds of the processor; no limit where there is no alarm or beside the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(number: int, frame: FrameType | None) -> None:
    """What the alarm of `at_most` does."""
    raise TimedOut


PATIENCE = 10.0  # so many times as long as the original, and some seconds more
GRACE = 5.0


def failing_scene(
    checked: CheckedRulebook,
    settings: PreparedGames,
    numbers: Iterable[int],
    usual: list[float],
    most: float | None = None,
) -> str | None:
    """The first scene that fails, of those there is time for."""
    end = None if most is None else time.process_time() + most
    for number in numbers:
        if end is not None and time.process_time() > end:
            return None
        told = _play_scene(settings, checked.scenes[number], usual[number])
        if told is not None:
            return told
    return None


def _play_scene(settings: PreparedGames, scene: CheckedScene, usual: float) -> str | None:
    """One scene on a mutant, under a limit: the sentence about its first line that fails, None if it passes."""
    with at_most(usual * PATIENCE + GRACE):
        found = play_scene(settings, scene)
    if found.is_passed:
        return None
    miss = found.misses[0]
    return f'scene [{found.clause}] "{found.title}", line {miss.span.line}: expected {miss.expected}, got {miss.got}'


CLOSE = ("sight", "zones", "sealed")  # families that show in views and events: looked at after every answer
FIRST = 3  # games under the laws before the scenes that are not of the changed clause


@attrs.frozen
class Effort:
    """How much is done for one mutant. Seconds are of one processor."""

    law_games: int = 40
    law_steps: int = 250
    law_seconds: float = 3.0
    games: int = 200
    steps: int = 500
    play_seconds: float = 3.0  # for games; then once more for a few games with open eyes
    close_games: int = 24
    spare: float = 3.0  # for scenes that never look at what was changed
    limit: float = 60.0  # for laws, and for play; more is a time-out
    seed: str = "0"


@attrs.define(eq=False)
class MutantJudge:
    """The original with what is known of it; it judges mutants."""

    rulebook: Rulebook
    spec: str
    scenes: tuple[SceneTrace, ...]
    effort: Effort
    ids: frozenset[str] = frozenset()  # of clauses that scenes may be about, though a mutant has lost them
    own: tuple[OwnTable, ...] = ()

    @cached_property
    def original(self) -> Game:
        """The game without any change."""
        return Game(examine(self.rulebook, self.ids).checked, self.spec, own=self.own)

    @cached_property
    def sample(self) -> tuple[GameConfig, ...]:
        """The configurations in which mutants are played."""
        return by_play.sample_of(self.original)

    @cached_property
    def usual_times(self) -> list[float]:
        """How long each scene takes on the original; a mutant that takes many times as long is stopped."""
        return [one.seconds for one in self.scenes]

    def own_failure(self) -> None:
        """Mutants are told apart only by scenes and laws that hold of the original; `Refused` if one does not."""
        effort = self.effort
        by = next((f"scene [{one.clause}], {one.miss}" for one in self.scenes if one.miss), None)
        numbers = timed_numbers(range(effort.law_games), effort.law_seconds)
        by = by or by_laws.first_broken_static_law(self.original.checked)
        by = by or by_laws.killer(self.original, self.sample, numbers, effort.law_steps, effort.seed)
        by = by or by_laws.check_positions(
            self.original, self.sample, timed_numbers(range(6), 3.0), effort.law_steps, effort.seed
        )
        if by is not None:
            raise Refused("refused", f"the rules fail their own scenes or laws: {by}", "mend them with `rulekit test`")

    def verdict(self, mutant: Mutant) -> v.MutantVerdict:
        """What becomes of it; a fault of ours is told as one and never counted as a kill."""
        begin = time.process_time()
        try:
            found = self._fate(mutant)
        except TimedOut:
            found = self._verdict_of(mutant, v.TIMED_OUT)
        except Exception as trouble:
            found = self._verdict_of(mutant, v.BROKEN, f"{type(trouble).__name__}: {trouble}"[:200])
        return attrs.evolve(found, seconds=round(time.process_time() - begin, 3))

    def _fate(self, mutant: Mutant) -> v.MutantVerdict:
        """The stages in order, up to the one that decides. Whether any scene reaches the changed node is told with
        whatever comes of it.
        """
        examined = examine(mutant.apply(self.rulebook), self.ids)
        if examined.errors:
            return self._verdict_of(mutant, v.TRIVIAL, " ".join(sorted({p.code for p in examined.errors})))
        if examined.scenes:
            first = examined.scenes[0]
            return self._verdict_of(mutant, v.SCENE, f"the scene at {first.span} is refused: {first.code}")
        there = order(self.scenes, self.rulebook, mutant)
        found = self._alone(mutant, examined.checked, there) or self._play_games(mutant, examined.checked)
        return attrs.evolve(found, reached=there.is_reached)

    def _alone(self, mutant: Mutant, checked: CheckedRulebook, there: SceneOrder) -> v.MutantVerdict | None:
        """Scenes of the clause, a few games under the laws, the other scenes, more games."""
        game, effort = Game(checked, self.spec), self.effort
        sample = by_play.sample_of(game)
        favour = favour_of(self.rulebook, checked, mutant)

        def scenes(numbers: Iterable[int], most: float | None = None) -> str | None:
            return failing_scene(checked, game.settings, numbers, self.usual_times, most)

        def laws(first: int, games: int) -> str | None:
            numbers = timed_numbers(range(first, games), effort.law_seconds)
            with at_most(effort.limit):
                return by_laws.killer(game, sample, numbers, effort.law_steps, effort.seed, favour)

        def looks() -> str | None:
            numbers = timed_numbers(range(effort.law_games), effort.law_seconds)
            with at_most(effort.limit):
                return by_laws.check_positions(game, sample, numbers, effort.law_steps, effort.seed)

        few = min(FIRST, effort.law_games)
        stages: tuple[tuple[str, Callable[[], str | None]], ...] = (
            (v.SCENE, lambda: scenes(there.own)),
            (v.LAW, lambda: by_laws.first_broken_static_law(checked) or laws(0, few)),
            (v.SCENE, lambda: scenes(there.hopes)),
            (v.LAW, lambda: laws(few, effort.law_games)),
            (v.LAW, looks),
            (v.SCENE, lambda: scenes(there.others, effort.spare)),
        )
        late = False
        for fate, stage in stages:
            try:
                by = stage()
            except TimedOut:
                by, late = None, True
            if by is not None:
                return self._verdict_of(mutant, fate, by)
        return self._verdict_of(mutant, v.TIMED_OUT) if late else None

    def _play_games(self, mutant: Mutant, checked: CheckedRulebook) -> v.MutantVerdict:
        """What scenes and laws did not notice: many games at a glance, then some with open eyes."""
        game, effort = Game(checked, self.spec), self.effort
        if not effort.games:
            return self._verdict_of(mutant, v.OPEN)
        glance = (by_play.GLANCE, effort.games)
        looks = (by_play.CompareIntervals(1 if mutant.family in CLOSE else 12, True), effort.close_games)
        played, favour = by_play.PlayComparison(), favour_of(self.rulebook, checked, mutant)
        for how, games in (looks, glance) if mutant.family in CLOSE else (glance, looks):
            numbers = timed_numbers(range(games), effort.play_seconds)
            with at_most(effort.limit):
                found = by_play.duel(self.original, game, self.sample, numbers, effort.steps, effort.seed, how, favour)
            played = played.and_then(found)
            if found.difference is not None:
                break
        fate = v.PLAY if played.difference is not None else v.EQUIVALENT
        made = self._verdict_of(mutant, fate, played.difference or "")
        return attrs.evolve(made, games=played.games, decisions=played.decisions, configurations=played.configurations)

    def _verdict_of(self, mutant: Mutant, fate: str, by: str = "") -> v.MutantVerdict:
        """A verdict about a mutant with what is known of it anyway."""
        return v.MutantVerdict(mutant.id, mutant.operator, mutant.family, mutant.clause, mutant.sentence, fate, by)


def timed_numbers(numbers: range, seconds: float) -> Iterator[int]:
    """The first, and then as many as there is time for."""
    end = time.process_time() + seconds
    for number in numbers:
        if number != numbers.start and time.process_time() > end:
            return
        yield number


def read_rules(
    folder: Path, tables: Mapping[str, str] | None = None
) -> tuple[Rulebook, str, frozenset[str], tuple[OwnTable, ...]]:
    """The rules of a game as they are written, their hash, all clauses a scene may be about, tables of one's own."""
    from rulekit.pipeline import build_folder, load

    game = load(folder, tables)
    rulebook = build_folder(folder, tables)
    return rulebook, game.spec, frozenset(game.clauses.ledger) | clause_ids(rulebook), game.own
