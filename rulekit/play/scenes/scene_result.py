"""Comparing results with scenes: who has won, what becomes of ties, which grade it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.check.tree.checked_rulebook import CheckedLine
from rulekit.model import scenes as sc
from rulekit.play.machine.frames import Over
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.scenes.scene_layout import SEATED


def compare_result(m: Machine, line: CheckedLine, asked: str) -> Iterator[tuple[str, str]]:
    """What was expected and what it was instead, if that differs; while the game goes on, who is asked."""
    wanted = _wanted_value(m, line)
    expected = _wanted_text(line, wanted)
    if not isinstance(m.pending, Over):
        yield expected, asked
        return
    try:
        found = _actual_value(line, GameResult(m).to_json())
    except Fault as fault:
        yield expected, str(fault)
        return
    if found != wanted:
        yield expected, _was(line, found)


def _wanted_value(m: Machine, line: CheckedLine) -> Any:
    if isinstance(line.node, sc.Tied):
        return line.node.ties
    values = [m.evaluator().value(one, SEATED) for one in line.values]
    return set(values) if isinstance(line.node, sc.Wins) else ValueCodec(m).write(values[0], line.values[0].type)


def _actual_value(line: CheckedLine, came_out: dict[str, Any]) -> Any:
    if isinstance(line.node, sc.Wins):
        return set(came_out.get("winners", ()))  # a table that is graded together has none
    return came_out.get("grade") if isinstance(line.node, sc.Graded) else came_out["outcome"]


def _wanted_text(line: CheckedLine, wanted: Any) -> str:
    if isinstance(line.node, sc.Wins):
        return f"{_winners(wanted)} to have won"
    return f"the grade {wanted}" if isinstance(line.node, sc.Graded) else f"a tie that is {wanted}"


def _was(line: CheckedLine, found: Any) -> str:
    if isinstance(line.node, sc.Wins):
        return _winners(found)
    if isinstance(line.node, sc.Graded):
        return "no grade" if found is None else str(found)
    return "no tie" if found == "win" else str(found)


def _winners(seats: set[int]) -> str:
    return " and ".join(SEATS[seat] for seat in sorted(seats)) or "nobody"
