"""One mutant after the other: checked, shown to the scenes, watched by the laws, played against the original."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import attrs

from rulekit.check.examined import Checked
from rulekit.model.rulebook import Rulebook
from rulekit.mutate import by_laws, by_play, by_scenes
from rulekit.mutate import verdicts as v
from rulekit.mutate.checking import examine
from rulekit.mutate.clock import TimedOut, at_most
from rulekit.mutate.mutant import Mutant
from rulekit.mutate.reached import Seen, order
from rulekit.play.configured import Chosen
from rulekit.play.game import Game

CLOSE = ("sight", "zones", "data", "sealed")  # families that show in views and events: looked at after every answer


@attrs.frozen
class Effort:
    """How much is done for one mutant. Seconds are of one processor."""

    law_games: int = 12
    law_steps: int = 150
    games: int = 24
    steps: int = 400
    play_seconds: float = 4.0
    spare: float = 5.0  # for scenes that never look at what was changed
    limit: float = 120.0  # for laws, and for play, on the wall; more is a time-out
    seed: str = "0"


@attrs.define(eq=False)
class Judge:
    """The original with what is known of it; it judges mutants."""

    rulebook: Rulebook
    spec: str
    scenes: tuple[Seen, ...]
    effort: Effort
    ledger_ids: frozenset[str] = frozenset()

    @cached_property
    def original(self) -> Game:
        return Game(examine(self.rulebook, self.ledger_ids).checked, self.spec)

    @cached_property
    def sample(self) -> tuple[Chosen, ...]:
        return by_play.sample_of(self.original)

    @cached_property
    def usual(self) -> list[float]:
        return [one.seconds for one in self.scenes]

    def verdict(self, mutant: Mutant) -> v.Verdict:
        """What becomes of it; a fault of ours is told as one and never counted as a kill."""
        begin = time.process_time()
        try:
            found = self._fate(mutant)
        except TimedOut:
            found = self._made(mutant, v.TIMED_OUT)
        except Exception as trouble:
            found = self._made(mutant, v.BROKEN, f"{type(trouble).__name__}: {trouble}"[:200])
        return attrs.evolve(found, seconds=round(time.process_time() - begin, 3))

    def _fate(self, mutant: Mutant) -> v.Verdict:
        examined = examine(mutant.applied(self.rulebook), self.ledger_ids)
        if examined.errors:
            return self._made(mutant, v.TRIVIAL, " ".join(sorted({p.code for p in examined.errors})))
        if examined.scenes:
            first = examined.scenes[0]
            return self._made(mutant, v.SCENE, f"the scene at {first.span} is refused: {first.code}")
        hopes, others = order(self.scenes, self.rulebook, mutant)
        by = self._scenes(examined.checked, hopes, others)
        if by is not None:
            return self._made(mutant, v.SCENE, by)
        return attrs.evolve(self._played(mutant, examined.checked), reached=bool(hopes))

    def _scenes(self, checked: Checked, hopes: list[int], others: list[int]) -> str | None:
        game = Game(checked, self.spec)
        return by_scenes.killer(checked, game.settings, hopes, others, self.usual, self.effort.spare)

    def _played(self, mutant: Mutant, checked: Checked) -> v.Verdict:
        """What scenes did not notice."""
        game, effort = Game(checked, self.spec), self.effort
        with at_most(effort.limit):
            by = by_laws.killer(game, by_play.sample_of(game), effort.law_games, effort.law_steps, effort.seed)
        if by is not None:
            return self._made(mutant, v.LAW, by)
        if not effort.games:
            return self._made(mutant, v.OPEN)
        looks = by_play.Looks(1 if mutant.family in CLOSE else 8, events=True)
        with at_most(effort.limit):
            played = by_play.duel(
                self.original, game, self.sample, self._numbers(), effort.steps, f"play {effort.seed}", looks
            )
        fate = v.PLAY if played.difference is not None else v.EQUIVALENT
        found = self._made(mutant, fate, played.difference or "")
        return attrs.evolve(
            found, games=played.games, decisions=played.decisions, configurations=played.configurations
        )

    def _numbers(self) -> Iterator[int]:
        """Game after game: each configuration at least once, then as long as there is time."""
        end = time.process_time() + self.effort.play_seconds
        for number in range(self.effort.games):
            if number and time.process_time() > end:
                return
            yield number

    def _made(self, mutant: Mutant, fate: str, by: str = "") -> v.Verdict:
        return v.Verdict(mutant.id, mutant.operator, mutant.family, mutant.clause, mutant.sentence, fate, by)


def read(folder: Path) -> tuple[Rulebook, str, frozenset[str]]:
    """The rules of a game as they are written, the hash of their texts, and the clauses of its ledger."""
    from rulekit.pipeline import build_folder, load

    game = load(folder)
    return build_folder(folder), game.spec, frozenset(game.clauses.ledger)
