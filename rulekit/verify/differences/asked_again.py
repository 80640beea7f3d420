"""An engine asked once more at the same place, after the same moves and outcomes alone: does it say the same?"""

from __future__ import annotations

from rulekit.play import json_api
from rulekit.play.games.game import Position
from rulekit.play.position.strict_json import dumps
from rulekit.vectors.normal import normal_form
from rulekit.verify import model
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import Divergence, trees_of
from rulekit.verify.differences.found_difference import reader_name
from rulekit.verify.model import DifferenceKind


def comes_of_moves(here: Position, parting: Divergence, side: model.Side, unsaid: frozenset[str]) -> bool:
    """Whether it is the moves that lead to the difference: brought here by them alone, the engine says the same."""
    return not _agrees(here, parting, side, unsaid) and not _says_otherwise(here, parting, side)


def _says_otherwise(here: Position, parting: Divergence, side: model.Side) -> bool:
    """Of a view: whether it shows something else now, be it right or wrong."""
    if parting.what != DifferenceKind.VIEW or len(parting.where) < 2:
        return False
    part, name = parting.where[:2]
    first = parting.heard[part].get(name) if isinstance(parting.heard, dict) else parting.engine
    now = side.views.get(reader_name(parting.seat))
    tree = trees_of(here.game.checked).get("view", {}).get(part, {}).get(name)
    return isinstance(now, dict) and dumps(normal_form(now[part].get(name), tree)) != dumps(normal_form(first, tree))


def _agrees(here: Position, parting: Divergence, side: model.Side, unsaid: frozenset[str]) -> bool:
    """Whether the account of the engine has nothing wrong any more in the kind of answer in which the two parted."""
    comparison, m = Comparison(trees_of(here.game.checked), unsaid), here.machine
    if parting.what == DifferenceKind.POSITION and side.states is not None and side.zones is not None:
        said = {"states": side.states, "zones": side.zones}
        return comparison.tables("position", json_api.tables(m), said) is None
    listed, seen = side.legal.get(str(parting.seat)), side.views.get(reader_name(parting.seat))
    if parting.what == DifferenceKind.LEGAL and parting.seat is not None and isinstance(listed, list):
        return comparison.legal(parting.seat, json_api.legal(m, parting.seat), listed) is None
    if parting.what == DifferenceKind.VIEW and isinstance(seen, dict):
        return comparison.tables("view", json_api.view(m, parting.seat), seen, parting.seat) is None
    if parting.what == DifferenceKind.ASKED and isinstance(side.pending, dict):
        ours = {"kind": "end"} if here.is_over else {"kind": "decision", "seats": list(here.pending.seats)}
        return comparison.compare_pending(ours, side.pending) is None
    if parting.what == DifferenceKind.RESULT and here.is_over and side.result is not None:
        return comparison.result(json_api.result(m), side.result) is None
    return False


__all__ = ["comes_of_moves"]
