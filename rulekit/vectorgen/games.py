"""Games played for vectors: every configuration that matters, half of them at random, half by kinds of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from rulekit.check import configuration_space
from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.vectorgen.draft import told_answer

AT_ONCE = 32  # games whose positions are held; those of the usual amount all are
LONGEST = 400  # answers of players; a game that takes more is broken off
Json = Any
Answer = tuple[Any, ...]  # seat and number of a move, or an outcome alone


@attrs.frozen(eq=False)
class RecordedGame:
    """One game by its answers; its positions are played again when they are wanted, for many games hold too many."""

    game: Game
    config: GameConfig
    number: int
    answers: tuple[Answer, ...]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position in which somebody is asked or chance is, and the last."""
        return _positions(self)

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        return self.positions[-1].is_over

    def decisions(self) -> list[int]:
        """The numbers of the answers that players gave."""
        return [n for n, answer in enumerate(self.answers) if len(answer) == 2]


@lru_cache(maxsize=AT_ONCE)
def _positions(one: RecordedGame) -> tuple[Position, ...]:
    found = [one.game.start(one.config.seats, dict(one.config.options))]
    for answer in one.answers:
        found.append(apply_answer(found[-1], answer))
    return tuple(found)


@lru_cache(maxsize=AT_ONCE)
def path_steps(one: RecordedGame) -> tuple[Json, ...]:
    """Its answers as the steps of a path, on which nothing is compared: of what chance draws is not told."""
    return tuple(_bare(told_answer(*both)) for both in zip(one.positions, one.answers, strict=False))


def _bare(step: Json) -> Json:
    return {"chance": {key: step["chance"][key] for key in ("label", "outcome")}} if "chance" in step else step


def in_turn(games: Sequence[RecordedGame], most: int) -> Iterator[tuple[int, RecordedGame]]:
    """So many numbers, each with a game; all games get as many, one game after the other."""
    for first, game in enumerate(games):
        for number in range(first, most, len(games)):
            yield number, game


def configurations(game: Game) -> tuple[GameConfig, ...]:
    """All, or of very many a sample that shows every pair of choices; the usual one first."""
    found = list(configuration_space.configurations(game.checked))
    usual = [one for one in found if all(value == game.options[name][0] for name, value in one.options)]
    return tuple(dict.fromkeys((*usual, *found)))


def games(game: Game, seed: str, count: int, configs: Sequence[GameConfig] | None = None) -> Iterator[RecordedGame]:
    """So many games, one configuration after the other; the same for the same seed, on every machine."""
    chosen = configs or configurations(game)
    for number in range(count):
        config = chosen[number % len(chosen)]
        try:
            yield play_game(game, config, number, stream(seed, "vectors", number))
        except Fault:
            continue  # a game in which the rules run into a fault is for `rulekit fuzz`


def play_game(game: Game, config: GameConfig, number: int, bits: Bits) -> RecordedGame:
    """One game; every other one chooses a kind of move first, so that rare kinds are seen."""
    here = game.start(config.seats, dict(config.options))
    answers: list[Answer] = []
    made = 0
    while not here.is_over and made < LONGEST:
        pending = here.pending
        if pending.kind == "chance":
            answer: Answer = (point_of(here.engine, here.state).draw_one(bits),)
        else:
            answer = (pending.seats[0], _choice(here, pending.seats[0], number, bits))
            made += 1
        here = attrs.evolve(apply_answer(here, answer), before=None)
        answers.append(answer)
    return RecordedGame(game, config, number, tuple(answers))


def apply_answer(here: Position, answer: Answer) -> Position:
    """The position after one recorded answer, of a player or of chance."""
    return here.take(*answer) if len(answer) == 2 else here.drawn_so(answer[0])


def _choice(here: Position, seat: int, number: int, bits: Bits) -> int:
    moves = here.legal(seat)
    if number % 2 == 0:
        return bits.below(len(moves))
    kinds: dict[str, list[int]] = {}
    for n, move in enumerate(moves):
        kinds.setdefault(str(move["do"]), []).append(n)
    return bits.pick(kinds[bits.pick(list(kinds))])


__all__ = ["Answer", "RecordedGame", "apply_answer", "configurations", "games", "in_turn", "path_steps"]
