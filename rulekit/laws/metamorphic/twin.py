"""A position and its twin: the same position renamed, on the same rules or on rules whose tables are renamed too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.gamestate.game_state import GameState
from rulekit.laws.metamorphic.renaming import Renaming, RenamingCodec
from rulekit.play.engines import Engine
from rulekit.play.games.game import Position
from rulekit.play.machine.copies import copy_labels
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.position.config_json import config_json
from rulekit.play.position.position_reader import from_json
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import Refused


@attrs.frozen(eq=False)
class Twin:
    """The position in the other world, how it is named there, and until when the two may be compared."""

    here: Position
    names: Renaming
    while_: Callable[[Machine], bool] = lambda m: True
    refused: str = ""  # why there can be no such position; then `here` is the one it would be the twin of


def rename_machine(m: Machine, names: Renaming, program: Program | None = None) -> Machine:
    """The machine of the other world; `Refused` where the rules would not ask there what they ask here."""
    program = program or m.program
    made = Machine(program, names.table(m.table, GameState(program.plan)))
    other = copy_labels(made)
    scribe, plain = RenamingCodec(m, names, other), ValueCodec(made, other)
    data = {
        "config": config_json(made),
        "states": PositionWriter(made, plain).states(),
        "zones": PositionWriter(made, plain).zones(),
        "frames": [_frame(frame, names) for frame in PositionWriter(m, scribe).frames()],
        "asks": _asks(PositionWriter(m, scribe).asks(), names),
    }
    return from_json(program, data, laws=False)


def _frame(frame: dict[str, Any], names: Renaming) -> dict[str, Any]:
    """Seats in open loops over sealed answers are written bare."""
    loops = [_loop(loop, names) for loop in frame.get("loops", ())]
    return {**frame, "loops": loops} if loops else frame


def _loop(loop: dict[str, Any], names: Renaming) -> dict[str, Any]:
    if "answers" not in loop:
        return loop
    answers = sorted([names.seat(seat), move] for seat, move in loop["answers"])
    return {**loop, "member": names.seat(loop["member"]), "answers": answers}


def _asks(data: dict[str, Any], names: Renaming) -> dict[str, Any]:
    found = dict(data)
    if "seat" in data:
        found["seat"] = names.seat(data["seat"])
    if "seats" in data:
        found["seats"] = sorted(names.seats.get(seat, seat) for seat in data["seats"])
        found["answers"] = sorted([names.seats.get(seat, seat), move] for seat, move in data["answers"])
    return found


def twin(
    here: Position, names: Renaming, engine: Engine | None = None, program: Program | None = None, **more: Any
) -> Twin | None:
    """The twin of a position, ready to go on; none when the game is over."""
    if here.is_over:
        return None
    try:
        m = rename_machine(here.machine, names, program)
    except Refused as refused:
        return Twin(here, names, refused=str(refused))
    runs = engine or here.engine
    other = attrs.evolve(
        here, engine=runs, state=runs.load_machine(m), before=None, step=None, answer=None, fresh=False
    )
    return Twin(other, names, **more)
