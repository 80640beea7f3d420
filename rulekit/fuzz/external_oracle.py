"""An external engine as a judge: games are told to it, in step with the rules, perhaps from a position on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.game_script import RULES
from rulekit.fuzz.oracles import Answers, Blame
from rulekit.fuzz.replay_attempt import ReplayedGame
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.frames import ChancePoint, Over
from rulekit.play.machine.random_bits import Bits
from rulekit.runner.conditions import source_of
from rulekit.verify.greeted_engine import GreetedEngine, RestartableEngine
from rulekit.verify.lockstep.difference_story import difference, headline, story_lines
from rulekit.verify.lockstep.lockstep_game import Lockstep, offers
from rulekit.verify.lockstep.played_game import LockstepResult, LookPlan

PLAIN = LookPlan(copies=0)
HASTY = LookPlan(views=0, refusals=0, copies=0, final_only=True)
LASTING = ("position", "legal", "asked", "result")  # sorts of differences that the end of a game still shows
NAMED = 4  # clauses of a difference among which that of a smaller one must be
FAILURE = "failure"  # it gave no answer
Json = Any


class ScriptedNumbers(Bits):
    """Numbers for a game that is told: every draw and every decision is the next of the answers."""

    def __init__(self, answers: Iterable[Any]) -> None:
        super().__init__(0)
        self.answers = iter(answers)
        self.dice: list[Any] = []

    def below(self, count: int) -> int:
        """The number that the record holds next."""
        number: int = next(self.answers)[1]
        return number

    def order(self, members: Sequence[Any]) -> tuple[Any, ...]:
        """The order that the record holds next."""
        outcome: tuple[Any, ...] = next(self.answers)[0]
        return outcome

    def pick(self, members: Sequence[Any]) -> Any:
        """The member that the record holds next; dice rolled together are given one by one."""
        if not self.dice:
            outcome = next(self.answers)[0]
            if outcome in members:
                return outcome
            self.dice = list(outcome)
        return self.dice.pop(0)


class ExternalOracle:
    """One engine, started once, that plays every game in step with the rules."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.doors: RestartableEngine | None = None

    def _door(self, game: Game) -> GreetedEngine:
        """The engine, greeted for this game."""
        if self.doors is None or self.doors.game is not game:
            self.close()
            self.doors = RestartableEngine(game, source_of(self.source).open)
        return self.doors.open()

    def __call__(self, game: Game, chosen: GameConfig, answers: Answers, known: Blame | None = None) -> Blame | None:
        """What is wrong; if something is known, that sort of difference alone is looked for, which is quicker."""
        sort = "" if known is None else known.sort
        if sort in LASTING and self._play(game, chosen, answers, HASTY).parting is None:
            return None
        played = self._play(game, chosen, answers, PLAIN) if not sort else None
        if played is None or played.parting is None:
            played = self._play(game, chosen, answers, close_look_plan(sort))
        return blame_difference(game, played, known)

    def blame_from_position(
        self, game: Game, chosen: GameConfig, start: Json, answers: Answers, known: Blame
    ) -> Blame | None:
        """The same for a game that begins with a position; nothing if the engine does not take it."""
        return blame_difference(game, self._play(game, chosen, answers, close_look_plan(known.sort), start), known)

    def _play(
        self, game: Game, chosen: GameConfig, answers: Answers, manner: LookPlan, start: Json = None
    ) -> LockstepResult:
        manner = attrs.evolve(manner, longest=sum(len(answer) == 2 for answer in answers))
        door = self._door(game)
        pair = Lockstep(game, LockstepResult(0, chosen), door.session, door.agreed, manner, offers("0", 0))
        played = pair.play(ScriptedNumbers(answers), start)
        if played.parting is not None and played.parting.what == FAILURE:
            self.close()
        return played

    def close(self) -> None:
        """The engine ends; the next game starts it again."""
        if self.doors is not None:
            self.doors.close()


def close_look_plan(sort: str) -> LookPlan:
    """Whatever shows this sort of difference is looked at after every answer; all of it if no sort is known."""
    copies = int(sort in ("", "copy", "loaded"))
    return LookPlan(views=int(sort in ("", "view")), refusals=int(sort in ("", "refusal")), copies=copies)


def blame_difference(game: Game, played: LockstepResult, known: Blame | None) -> Blame | None:
    """Where the two part and which clause answers for it, the one that is known if it is among the first."""
    if played.parting is None:
        return None
    found = difference(game, played)
    names = [reason.clause for reason in found.clauses][:NAMED]
    clause = known.clause if known is not None and known.clause in names else [*names, RULES][0]
    one, other = (str(value) for value in (played.parting.rules, played.parting.engine))
    said = "\n".join([headline(played.parting), *story_lines(played.parting)])
    return Blame(clause, played.parting.what, said, found.step, one, other, played.parting.seat)


@cache
def strangers(source: str) -> ExternalOracle:
    """One in each process."""
    return ExternalOracle(source)


__all__ = ["ExternalOracle", "ScriptedNumbers", "strangers"]


# ------------------------------------------------------------------ from how late a difference still shows


TRIED = 60  # positions, the latest first


@attrs.frozen
class LatePosition:
    """A position as it is written, and what is answered after it until the two part, as in a trace."""

    start: Json
    steps: tuple[Json, ...]

    @property
    def moves(self) -> int:
        """How many of its steps are moves."""
        return sum("move" in step for step in self.steps)

    def to_json(self) -> dict[str, Json]:
        """The position it begins with, and its steps."""
        return {"start": self.start, "steps": list(self.steps)}


def latest_position(attempt: ReplayedGame, blame: Blame, judge: ExternalOracle) -> LatePosition | None:
    """The same difference from the latest position the engine takes; nothing if it must see the whole game."""
    line = [*_course(attempt, blame.answers)]
    for at in range(len(line) - 1, max(0, len(line) - 1 - TRIED), -1):
        if isinstance(line[at].engine.pending(line[at].state), ChancePoint | Over):
            continue  # a game begins where somebody must answer
        start, answers = line[at].to_json(), attempt.answers[at : blame.answers]
        found = judge.blame_from_position(attempt.game, attempt.chosen, start, answers, blame)
        if found is not None and found.sort == FAILURE:
            return None  # it knows nothing of positions, or cannot bear this one
        if found is not None and (found.said, found.answers) == (blame.said, len(answers)):
            return LatePosition(start, tuple(one.step for one in line[at + 1 :]))
    return None


def _course(attempt: ReplayedGame, answers: int) -> list[Position]:
    """The game up to where the two part, position after position."""
    line = [attempt.game.start(attempt.chosen.seats, dict(attempt.chosen.options))]
    for answer in attempt.answers[:answers]:
        line.append(line[-1].drawn_so(answer[0]) if len(answer) == 1 else line[-1].take(*answer))
    return line
