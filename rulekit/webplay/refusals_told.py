"""Answers to "why not": refused moves, narrowed field by field, and every reason against the one that is left."""

from __future__ import annotations

from typing import Any

from rulekit.looks.game_looks import PictureModel
from rulekit.play.games.game import Position
from rulekit.play.moves.conceivable_moves import ConceivableMoves
from rulekit.play.position.seat_json import to_move
from rulekit.webplay.answers import answers
from rulekit.webplay.move_picker import PickStep, allows, question, said_of
from rulekit.webplay.table_state import reason_json


def try_picks(
    here: Position, looks: PictureModel, seat: int, picks: tuple[PickStep, ...], number: int | None
) -> dict[str, Any]:
    """What to ask next, or the reasons; `number` is that of one move, where it was shown whole."""
    moves = ConceivableMoves(here.machine, seat).all()
    found = answers(here.machine, looks, seat, moves)
    left = [one for one in found if allows(picks, one) and number in (None, one.number)]
    if not left:
        return {"question": None, "picked": [], "reasons": [], "of": "anything"}
    if len(left) > 1:
        picked = [said_of(pick, found) for pick in picks]
        return {"question": question(found, picks).to_json(), "picked": picked, "reasons": None}
    words = left[0].words()
    reasons = [reason_json(one) for one in here.why_not(seat, to_move(here.machine, seat, moves[left[0].number]))]
    return {"question": None, "picked": [words], "reasons": reasons, "of": words}
