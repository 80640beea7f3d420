"""Two engines step by step: what is asked, legal lists, hashes, views, events, reasons and results must be the same."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.engines import PYTHON
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import LONGEST, bits_of
from rulekit.play.games.variant_agreement import Answer, VariantDifference, VariantRunner, fault_or_result, variants
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import DrawLimit
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused


@attrs.frozen
class EngineDifference:
    """Where two engines part: after how many steps, in what, and what each of them says."""

    game: int
    step: int
    what: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"game {self.game}, step {self.step}: {self.what} differs\n  {self.one}\n  {self.other}"


def compare(
    game: Game,
    chosen: GameConfig,
    names: Sequence[str],
    seed: int | str,
    number: int,
    limit: int = LONGEST,
    until: float = math.inf,
) -> tuple[int, EngineDifference | None]:
    """Play one game on two engines; how many steps agreed, and the first difference.

    With the generated engine all its variants are played: what one command runs is not what the other does. No step is
    made when the clock has come to `until`.
    """
    alongside = VariantRunner(variants(game.setting(chosen)) if PYTHON in names else {})
    bits = bits_of(seed, number)
    refused: dict[str, Any] | None = None
    draw_limit, asked = DrawLimit(), 0
    pair = [fault_or_result(partial(_start_position, game, chosen, name)) for name in names]
    parting = alongside.begin(_truth(pair[0]))
    for step in range(limit):
        found = _parting(parting, number, step) or _apart(pair, refused, number, step)
        here = pair[0]
        if found is not None or isinstance(here, Fault) or here.is_over or time.monotonic() > until:
            return step, found
        point = here.engine.pending(here.state)
        if isinstance(point, ChancePoint):
            if draw_limit.is_exceeded(asked):
                return step, None
            answer: Answer = (point.draw_one(bits),)
        else:
            asked += 1
            seat = here.pending.seats[0]
            moves = here.legal(seat)
            answer = (seat, bits.below(len(moves)))
            refused = moves[bits.below(len(moves))]
        pair = [fault_or_result(partial(_apply_answer, one, answer)) for one in pair]
        parting = alongside.answer(answer, _truth(pair[0]))
    return limit, None


def _start_position(game: Game, chosen: GameConfig, name: str) -> Position:
    return game.start(chosen.seats, dict(chosen.options), engine=name)


def _apply_answer(position: Any, answer: Answer) -> Position:
    found: Position = position.drawn_so(answer[0]) if len(answer) == 1 else position.take(*answer)
    return found


def _truth(position: Position | Fault) -> Machine | Fault:
    return position if isinstance(position, Fault) else position.machine


def _parting(parting: VariantDifference | None, number: int, step: int) -> EngineDifference | None:
    """What a variant of generated code says otherwise."""
    if parting is None:
        return None
    what = f"{parting.what} ({parting.variant} variant)"
    return EngineDifference(number, step, what, parting.reference, parting.generated)


def _apart(pair: list[Any], refused: dict[str, Any] | None, number: int, step: int) -> EngineDifference | None:
    """The first thing in which the two differ; a fault must be the same at the same clause."""
    one, other = pair
    if isinstance(one, Fault) or isinstance(other, Fault):
        texts = [str(each) if isinstance(each, Fault) else "none" for each in pair]
        return None if texts[0] == texts[1] else EngineDifference(number, step, "fault", *texts)
    second = aspects(other, refused)
    for what, text in aspects(one, refused).items():
        if text != second.get(what):
            return EngineDifference(number, step, what, text, second.get(what, ""))
    return None


def aspects(position: Position, refused: dict[str, Any] | None) -> dict[str, str]:
    """Everything the two must agree in, as texts. `refused` is a move of the step before, perhaps not legal now."""
    found = {"pending": dumps(position.pending.to_json()), "hash": position.hash()}
    found |= {"lines that ran": dumps(position.lines_run), "guards that held": dumps(position.clauses_held)}
    readers = [*range(position.seats), None]
    for seat in range(position.seats):
        found[f"legal list of seat {seat}"] = dumps(position.legal(seat))
        if refused is not None:
            found[f"reasons for seat {seat}"] = _reasons(position, seat, refused)
    for reader in readers:
        name = "the spectator" if reader is None else f"seat {reader}"
        found[f"view of {name}"] = dumps(position.view(reader))
        found[f"events of {name}"] = dumps(position.news(reader))
    if position.is_over:
        found["result"] = _result(position)
    return found


def _result(position: Position) -> str:
    """A game that ends without a result does so on both engines."""
    try:
        return dumps(position.result())
    except Fault as fault:
        return str(fault)


def _reasons(position: Position, seat: int, move: dict[str, Any]) -> str:
    try:
        return " ".join(reason.clause for reason in position.why_not(seat, move))
    except Refused as refusal:
        return str(refusal)
