"""The result of a game: scores, leaders, winners, outcome, grade."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedResult
from rulekit.play.machine.frames import Over
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.state import MachineState
from rulekit.play.position.value_json import ValueCodec

DRAW = "drawn"


NO_LEADER_WINS = ("undecided", "drawn")


class GameResult:
    """The result of one position in which the game is over."""

    def __init__(self, m: MachineState) -> None:
        self.m = m
        self.plan = m.plan
        self.e = m.evaluator()

    def to_json(self) -> dict[str, Any]:
        """The result of a game that is over; `won by` gives winners and outcome alone."""
        pending = self.m.pending
        assert isinstance(pending, Over), "the game is not over"
        if pending.won_by is not None:
            winners = sorted(pending.won_by)
            return {"winners": winners, "outcome": _outcome(winners, "shared")}
        lines = [
            line
            for line in self.m.program.checked.results
            if line.condition is None or self.e.holds(line.condition, {})
        ]
        ranking = [line for line in lines if line.sort != "grade"]
        grades = [line for line in lines if line.sort == "grade"]
        if not lines:
            raise Fault("no-result", None, "no line of the result applies")
        if len(ranking) > 1:
            raise Fault("no-result", ranking[1].id, "two lines of the result apply")
        found: dict[str, Any] = {}
        if ranking:
            found = self._most(ranking[0]) if ranking[0].sort == "most" else self._winner(ranking[0])
        if grades:
            node = grades[0].values[0]
            found["grade"] = ValueCodec(self.m).write(self.e.value(node, {}), node.type)
            found["outcome"] = found["grade"]
            if self.plan.seats == 1:
                found["winners"] = []
        return found

    def json_or_fault(self) -> dict[str, Any]:
        """The result as a position, a view or a record holds it: of rules that forgot this end, the fault."""
        try:
            return self.to_json()
        except Fault as fault:
            return {"fault": str(fault)}

    def _most(self, line: CheckedResult) -> dict[str, Any]:
        """Each player's values, the larger first, then the next; equal in all: as the line says."""
        seats = range(self.plan.seats)
        ranks = [tuple(self._for(node, seat) for node in line.values) for seat in seats]
        best = max(ranks)
        leaders = [seat for seat in seats if ranks[seat] == best]
        tie = self._tie(line)
        winners = [] if len(leaders) > 1 and tie in NO_LEADER_WINS else leaders
        outcome = "win" if len(leaders) == 1 else tie
        return {"scores": [rank[0] for rank in ranks], "leaders": leaders, "winners": winners, "outcome": outcome}

    def _for(self, node: v.T, seat: int) -> int:
        value = self.e.value(node, {"player": seat, "p": seat})
        return 0 if value is None else int(value)

    def _tie(self, line: CheckedResult) -> str:
        """`shared`, `undecided` or `drawn`, as written or as an option says."""
        ties = line.ties
        if ties is None:
            return "shared"
        if isinstance(ties, str):
            return ties
        value = self.e.value(ties, {})
        members: tuple[str, ...] = getattr(ties.type, "members", ())
        return members[value] if isinstance(value, int) and members else str(value)

    def _winner(self, line: CheckedResult) -> dict[str, Any]:
        """Decided by the position; nobody is a draw."""
        value = self.e.value(line.values[0], {})
        winners = sorted(value) if isinstance(value, tuple) else [] if value is None else [value]
        return {"leaders": winners, "winners": winners, "outcome": _outcome(winners, "shared")}


def _outcome(winners: list[int], several: str) -> str:
    return DRAW if not winners else "win" if len(winners) == 1 else several
