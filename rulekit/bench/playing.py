"""Random playouts on every engine there is: reference, generated and its instrumented variant, handwritten ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import attrs

from rulekit.data import bundled_games, conformance_root
from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.engine_variants import WHOLE_GAME
from rulekit.play.codegen.runner import driver as driver_of
from rulekit.play.codegen.runtime import CHANCE, DECIDE, OVER
from rulekit.play.games.game import Game
from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import stream


def shortest() -> str:
    """Its name."""
    return min(bundled_games(), key=size).name


def size(game: Path) -> int:
    """How much text its rules are."""
    return sum(file.stat().st_size for file in game.rglob("*.rules"))


HANDS = ("idiomatic", "tuned", "independent")  # the last is a second opinion, written without a thought of speed
MANY = 20_000  # decisions that tell how long games are
DEALS = 40  # set-ups are drawn before the clock runs
Steps = Iterator[None]  # one for each decision


@attrs.frozen
class PlayoutEngine:
    """A way to play whole games: `play` takes what chance has said at set-up and yields at every decision."""

    name: str
    deals: tuple[Any, ...]
    play: Callable[[Any, Random], Steps]


def setting_of(game: Game) -> PreparedGame:
    """A game in its usual configuration, with as few players as may be."""
    return game.settings.prepare({}, game.players[0])


def speed(engine: PlayoutEngine, seconds: float, seed: int) -> float:
    """Decisions in a second; a playout under way when the time is up counts as far as it came."""
    source, made, number = Random(seed), 0, 0
    start = time.process_time()
    end = start + seconds
    while True:
        for _ in engine.play(engine.deals[number % len(engine.deals)], source):
            made += 1
            if not made & 15 and time.process_time() > end:
                return made / (time.process_time() - start)
        number += 1


def length(engine: PlayoutEngine, games: int = DEALS) -> float:
    """The mean number of decisions of a playout; of long games fewer are played."""
    source, made = Random(0), 0
    for number in range(games):
        made += sum(1 for _ in engine.play(engine.deals[number % len(engine.deals)], source))
        if made > MANY:
            return made / (number + 1)
    return made / games


# ------------------------------------------------------------------ reference


def reference(setting: PreparedGame) -> PlayoutEngine:
    """The interpreter."""

    def begin() -> Any:
        return setting.machine().begin()

    def deal(number: int) -> tuple[Any, ...]:
        m, bits, told = begin(), stream("bench", number), []
        while isinstance(m.pending, ChancePoint):
            told.append(m.pending.draw_one(bits))
            m = m.draw(told[-1])
        return tuple(told)

    def play(dealt: tuple[Any, ...], source: Random) -> Steps:
        m, bits = begin(), stream("bench", "play")
        for outcome in dealt:
            m = m.draw(outcome)
        while not isinstance(m.pending, Over):
            if isinstance(m.pending, ChancePoint):
                m = m.draw(m.pending.draw_one(bits))
                continue
            seat, moves = first_question(m.pending)
            m = m.decide(seat, moves[int(source.random() * len(moves))])
            yield

    return PlayoutEngine("reference", tuple(deal(n) for n in range(DEALS)), play)


def first_question(pending: Any) -> tuple[int, Any]:
    """The first seat that must answer, and what it may."""
    if isinstance(pending, Decision):
        return pending.seat, pending.moves
    assert isinstance(pending, Sealed)
    seat = next(one for one in pending.asked if one not in pending.answers)
    return seat, pending.moves[seat]


# ------------------------------------------------------------------ generated


def generated_engine(
    setting: PreparedGame, deals: tuple[Any, ...], manner: Manner = WHOLE_GAME, name: str = "python"
) -> PlayoutEngine:
    """The engine that is written for one game; it gets the deals of the reference."""
    driver = driver_of(setting.program, setting.table, manner)

    def play(dealt: tuple[Any, ...], source: Random) -> Steps:
        s, bits, random, say = driver.begin(), stream("bench", "play"), source.random, driver.answer
        for outcome in dealt:
            driver.draw(s, outcome)
        while True:
            while s.stage == DECIDE:
                moves = s.moves
                say(s, moves[int(random() * len(moves))])
                yield
            if s.stage == OVER:
                return
            if s.stage == CHANCE:
                driver.draw(s, s.chance.draw_one(bits))
                continue
            who, legal, answers = s.sealed
            seat = next(one for one in who if one not in answers)
            driver.give(s, seat, legal[seat][int(random() * len(legal[seat]))])
            yield

    return PlayoutEngine(name, deals, play)


# ------------------------------------------------------------------ handwritten


def handwritten(game: str) -> dict[str, Any]:
    """The modules of conformance/engines for one game, by kind. They are ours and come with the kit."""
    folder = conformance_root() / "engines" / game
    return {kind: module(folder / f"{kind}.py") for kind in HANDS if (folder / f"{kind}.py").is_file()}


def module(file: Path) -> Any:
    """A file of Python as a module."""
    import sys

    name = f"rulekit_engine_{file.parent.name.replace('-', '_')}_{file.stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def by_hand(kind: str, made: Any) -> PlayoutEngine:
    """A handwritten engine behind the same door."""

    def play(dealt: Any, source: Random) -> Steps:
        state, random, legal, say, over = made.new(dealt), source.random, made.legal, made.apply, made.over
        while not over(state):
            moves = legal(state)
            say(state, moves[int(random() * len(moves))])
            yield

    return PlayoutEngine(kind, tuple(made.prepare(Random(n)) for n in range(DEALS)), play)


def plays_whole_games(made: Any) -> bool:
    """Does it play games from the beginning to the end?"""
    return hasattr(made, "over")


def games_with_engines() -> list[str]:
    """The bundled games somebody has also written by hand for this bench."""
    return [game.name for game in bundled_games() if any(map(plays_whole_games, handwritten(game.name).values()))]
