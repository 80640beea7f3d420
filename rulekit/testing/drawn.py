"""A whole game as Hypothesis draws it: a configuration and two strings of bytes; nothing is played before it is asked.

`repr` is the text to paste into `@example(..)`; `drawn_game(..)` reads it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.game_script import apply_answer, moves_of
from rulekit.fuzz.replay_attempt import GamePlan, PlannedMove, ReplayedGame
from rulekit.play.engines import CHANCE, DECISION, END
from rulekit.play.games.game import Game, Position, Trace
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.testing.choices import Choices, See, encoded_number, encoded_outcome, run, walk


@attrs.frozen(repr=False)
class DrawnGame:
    """A configuration of a game and every choice made in it."""

    game: Game = attrs.field(eq=False)
    chosen: GameConfig
    moves: bytes = b""
    chance: bytes = b""

    def choices(self) -> Choices:
        """Its choices, to be read from the beginning."""
        return Choices(self.moves, self.chance)

    def play(self, see: See | None = None) -> Any:
        """Play it as fast as the generated engine goes; `see` gets every state of that engine. The last state."""
        return run(self.game.engine(self.chosen).for_playouts(), self.choices(), see)

    def positions(self) -> Iterator[Position]:
        """Every position in order, the start first; raises `Fault` where the rules run into one."""
        return walk(self.game.start(self.chosen.seats, dict(self.chosen.options)), self.choices())

    def last_position(self) -> Position:
        """The position at which the game ends or its choices are used up."""
        *_, last = self.positions()
        return last

    def trace(self) -> Trace:
        """The game as a record that can be kept and replayed; of a game with a fault, up to that fault."""
        return self.attempt().trace

    def story(self) -> list[str]:
        """Every move in words."""
        line = list(self.positions())
        return [
            f"seat {now.step['seat']}: {before.words(now.step['seat'])[now.answer[1]]}"
            for before, now in pairwise(line)
            if now.answer is not None and "move" in now.step
        ]

    def attempt(self) -> ReplayedGame:
        """The game by its moves and outcomes, as the shrinker takes it; the move that faults is among them."""
        engine, choices = self.game.engine(self.chosen).for_playouts(), self.choices()
        answers: list[tuple[Any, ...]] = []
        moves: list[PlannedMove] = []
        outcomes: dict[str, Any] = {}
        times: dict[str, int] = {}
        kind = ""
        try:
            state = engine.start()
            while True:
                kind, line, seat, count = engine.short_question(state)
                if kind == CHANCE:
                    times[line] = times.get(line, 0) + 1
                    answers.append((choices.outcome(point_of(engine, state)),))
                    outcomes[f"{line}#{times[line]}"] = answers[-1][0]
                elif kind == DECISION and (count == 1 or choices.has_left):
                    answers.append((seat, choices.move(count)))
                    moves.append(PlannedMove(seat, engine.moves[moves_of(state, seat)[answers[-1][1]]]))  # type: ignore[attr-defined]
                else:
                    break
                state = apply_answer(engine, state, answers[-1])
        except Fault:
            pass  # the last answer is the one that faults
        plan = GamePlan(self.chosen, tuple(moves), outcomes)
        return ReplayedGame(self.game, self.chosen, tuple(answers), plan, kind == END)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How Hypothesis shows a counter-example; without it the fields and so the whole rulebook would be printed."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        usual = self.game.checked.symbols.options
        options = {name: value for name, value in self.chosen.options if value != usual[name].default}
        given = [repr(_path_of(self.game)), str(self.chosen.seats)]
        given += [f"options={options!r}"] if options else []
        given += [f"moves={self.moves!r}"] if self.moves else []
        given += [f"chance={self.chance!r}"] if self.chance else []
        return f"drawn_game({', '.join(given)})"


def _path_of(game: Game) -> str:
    """By what it is loaded again: a path as seen from here."""
    origin = Path(game.origin)
    return os.path.relpath(origin) if origin.is_absolute() and origin.is_relative_to(Path.cwd()) else game.origin


def load_game(game: Game | str | Path) -> Game:
    """The game of a name, a folder or a rules file; read once."""
    return game if isinstance(game, Game) else _load_game(str(game))


@lru_cache(maxsize=32)
def _load_game(name: str) -> Game:
    from rulekit.pipeline import load

    return load(name)


def drawn_game(
    game: Game | str, players: int, *, options: Mapping[str, Any] | None = None, moves: bytes = b"", chance: bytes = b""
) -> DrawnGame:
    """The game that `repr` of a drawn game writes down, to be given to `@example(..)`."""
    found = load_game(game)
    return DrawnGame(found, found.start(players, options).chosen, moves, chance)


def encode_attempt(attempt: ReplayedGame) -> DrawnGame:
    """A game known by its answers, such as one the shrinker has found, as strings of bytes again."""
    engine = attempt.game.engine(attempt.chosen).for_playouts()
    moves, chance = bytearray(), bytearray()
    try:
        state = engine.start()
        for answer in attempt.answers:
            if len(answer) == 1:
                chance += encoded_outcome(point_of(engine, state), answer[0])
            elif (count := engine.short_question(state)[3]) > 1:
                moves += encoded_number(answer[1], count)
            state = apply_answer(engine, state, answer)
    except Fault:
        pass  # nothing comes after it
    found = DrawnGame(attempt.game, attempt.chosen, bytes(moves), bytes(chance))
    calm = attrs.evolve(found, chance=found.chance.rstrip(b"\0"))
    return calm if calm.attempt().answers == found.attempt().answers else found
