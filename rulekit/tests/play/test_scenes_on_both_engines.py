"""What scenes give goes on alike on both engines: positions to which random games hardly ever lead."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.data import bundled_games
from rulekit.play.engines import PYTHON, REFERENCE
from rulekit.play.games.engine_comparison import aspects
from rulekit.play.games.game import Game, Position
from rulekit.play.games.variant_agreement import fault_or_result
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import TOYS
from rulekit.tests.scale import examples
from rulekit.verify.lockstep.start_positions import of_scenes

GAMES = [*sorted(TOYS.glob("*.rules")), *bundled_games()]
ANSWERS = 3


@pytest.mark.long
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_what_a_scene_gives_goes_on_alike_on_both_engines(file: Path) -> None:
    """Legal lists, views, reasons and positions, at once and after some answers; of large games some scenes."""
    game = load(file) if file.is_file() else bundled(file)
    every = 1 if file.is_file() else max(1, len(game.checked.scenes) // examples(3, 10_000))
    for number, start in enumerate(of_scenes(game, every)):
        difference = parted(game, start.position, stream("scenes", number))
        assert difference is None, f"{start.source}: {difference}"


def parted(game: Game, data: Any, bits: Bits) -> str | None:
    """What the engines do not agree in, if there is anything."""
    one, other = (game.position(data, engine=name) for name in (REFERENCE, PYTHON))
    for _ in range(ANSWERS):
        told, said = (aspects(here, None) for here in (one, other))
        wrong = [what for what in told if what in said and told[what] != said[what]]
        if wrong:
            return f"{wrong[0]}: {told[wrong[0]]} is {said[wrong[0]]} in the generated engine"
        if one.is_over:
            return None
        answer = answered(one, bits)
        found, there = (fault_or_result(partial(moved, here, answer)) for here in (one, other))
        if isinstance(found, Fault) or isinstance(there, Fault):
            return None if str(found) == str(there) else f"{found} is {there} in the generated engine"
        one, other = found, there
    return None


def answered(here: Position, bits: Bits) -> tuple[Any, ...]:
    """Some answer: an outcome, or a seat and the number of a move."""
    point = here.engine.pending(here.state)
    if isinstance(point, ChancePoint):
        return (point.draw_one(bits),)
    seat = here.pending.seats[0]
    return seat, bits.below(len(here.legal(seat)))


def moved(here: Position, answer: tuple[Any, ...]) -> Position:
    return here.drawn_so(answer[0]) if len(answer) == 1 else here.take(*answer)
