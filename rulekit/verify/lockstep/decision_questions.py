"""Questions to an engine at one decision with the expected answers, queued until the answers are read."""

from __future__ import annotations

from typing import Any

from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.codegen.writers import proof
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.codegen.writers.json_equality import exact, plainly
from rulekit.play.engines import END
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import Bits
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import Call, Json
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.lockstep.decision_sampling import Sampling
from rulekit.verify.lockstep.equivalent_moves import MoveReadings
from rulekit.verify.lockstep.illegal_moves import WrongMoves
from rulekit.verify.lockstep.played_game import NOTHING, REFUSAL, SHAPE, ExpectedAnswer, LockstepResult, LookPlan

POSITION: Call = ("position", {})
PENDING: Call = ("pending", {})
THE_END = {"kind": "end"}


@memoize
def _readings(setting: PreparedGame) -> MoveReadings:
    return MoveReadings(setting.program.checked)


class PendingQuestions:
    """The questions of one game that are on their way or will be."""

    def __init__(
        self,
        engine: WritingEngine,
        agreed: Agreement,
        comparison: Comparison,
        manner: LookPlan,
        found: LockstepResult,
        bits: Bits,
    ) -> None:
        self.engine, self.agreed, self.comparison, self.manner = engine, agreed, comparison, manner
        self.readings = _readings(engine.setting)
        self.found = found
        seats = found.chosen.seats
        self.sampling = Sampling(bits, found.number, seats)
        self.wrong = WrongMoves(bits, seats, "strict" in agreed.features)
        self.tracker: Any = None
        self.legal: dict[int, list[Any]] = {}
        self.course: list[tuple[int, Call]] = []  # what was told to the engine, after how many answers
        self.calls: list[Call] = []
        self.expected: list[ExpectedAnswer] = []

    def take_all(self) -> tuple[list[Call], list[ExpectedAnswer]]:
        """All that is in the queue, which is empty then."""
        found = self.calls, self.expected
        self.calls, self.expected = [], []
        return found

    def ask(self, op: str, arguments: dict[str, Json], what: str, rules: Any, **more: Any) -> None:
        """One question, and what must be answered."""
        self.calls.append((op, arguments))
        self.expected.append(
            ExpectedAnswer(what, rules, len(self.found.answers), self.found.counts["decisions"], **more)
        )

    def tell(self, op: str, arguments: dict[str, Json], **more: Any) -> None:
        """Something that changes the game there."""
        self.course.append((len(self.found.answers), (op, arguments)))
        self.ask(op, arguments, op, NOTHING, **more)

    # -------------------------------------------------------------- one look

    def look(self, s: Any, kind: str) -> None:
        """Everything that can be seen now: the position first, for what differs there explains all the rest."""
        engine = self.engine
        self.sampling.look()
        engine.looked_at()
        self.position = self.comparison.common_parts(self.tracker.write(s)) if self.agreed.can("position") else None
        seats = engine.seats(s)
        self.legal = {seat: engine.legal(s, seat) for seat in seats}
        self.pending = THE_END if kind == END else {"kind": "decision", "seats": exact(seats)}
        if self.manner.proved:
            wrong = proof.difference(engine, self.tracker, s, self.sampling.everybody)
            assert wrong is None, f"generated functions write {wrong}"
        self.ask_again()
        self._views(s, kind)
        self._offer(s, kind)
        if kind == END:
            result = exact({key: one for key, one in engine.result(s).items() if key not in self.agreed.unsaid})
            self.ask("result", {}, "result", result)
            self.ask("result", {}, "result", result, told="it was asked once more")

    def ask_again(self, what: str = "", told: str = "") -> None:
        """The position, who is asked, what is legal; `told`: what was done meanwhile, after which all is as before."""
        at, decisions = len(self.found.answers), self.found.counts["decisions"]
        calls, expected = self.calls, self.expected
        if self.position is not None:
            calls.append(POSITION)
            expected.append(ExpectedAnswer(what or "position", self.position, at, decisions, None, None, told))
        calls.append(PENDING)
        expected.append(ExpectedAnswer(what or "asked", self.pending, at, decisions, None, None, told))
        for seat, moves in self.legal.items():
            calls.append(("legal", {"seat": seat}))
            expected.append(ExpectedAnswer(what or "legal", moves, at, decisions, seat, None, told))

    def _views(self, s: Any, kind: str) -> None:
        """All readers at the end; before that one of them now and then."""
        if not self.agreed.can("view"):
            return
        readers = self.sampling.everybody if kind == END else ()
        if kind != END and self.sampling.is_due(self.manner.views):
            readers = (self.sampling.reader(),)
        for reader in readers:
            self.ask(
                "view", {"seat": reader}, "view", self.comparison.common_parts(self.engine.view(s, reader)), seat=reader
            )

    # -------------------------------------------------------------- what must be refused

    def _offer(self, s: Any, kind: str) -> None:
        """A move that is not legal now: the engine must refuse it, and stand as before."""
        offer = None
        if kind == END:
            offer = self.wrong.after_the_end() if self.manner.refusals else None
        elif self.sampling.is_due(self.manner.refusals):
            offer = self.wrong.offer(self.legal, self._is_legal)
        if offer is None:
            return
        sort, seat, move = offer
        about: dict[str, Any] = {"seat": seat, "move": move, "told": sort}
        if kind != END and seat not in self.legal and seat < self.found.chosen.seats:
            self.ask("legal", {"seat": seat}, "legal", [], seat=seat)
        if seat in self.legal and self.agreed.can("explain"):
            self._explain(s, seat, move)
        self.ask("move", {"seat": seat, "move": move}, "refusal", REFUSAL, **about)
        if self.position is not None:
            self.ask("position", {}, "refusal", self.position, **about)
        else:
            self.ask("pending", {}, "refusal", self.pending, **about)

    def _explain(self, s: Any, seat: int, move: Json) -> None:
        """Which lines refuse it; only the shape is looked at where the rules have words for it and no line."""
        reasons = json_api.why_not(self.engine.machine(s), seat, move)
        lines = [one.strip("[]") for one in reasons if one.startswith("[")]
        self.ask("explain", {"seat": seat, "move": move}, "explanation", lines or SHAPE, seat=seat, move=move)

    def _is_legal(self, seat: int, move: Json) -> bool:
        """Is it in the list, or could it be, with a set in another order or a value written in another way?"""
        if any(self.readings.may_be(move, one) for one in self.legal[seat]):
            return True
        if str(move.get("do")) not in self.comparison.sets.get("moves", {}):
            return False
        text = self.comparison.text(move)
        return any(self.comparison.text(one) == text for one in self.legal[seat])

    # -------------------------------------------------------------- copies

    def try_move(self, seat: int) -> Json:
        """A move that is played only for a while."""
        move = plainly(self.sampling.bits.pick(self.legal[seat]))
        self.ask("move", {"seat": seat, "move": move}, "move", NOTHING, seat=seat, move=move)
        return move

    def fork(self, seat: int) -> Json:
        """A copy is played on, and the game that was kept is as before; what was done, as a step of a vector."""
        self.ask("fork", {}, "copy", NOTHING)
        move = self.try_move(seat)
        self.ask("back", {}, "copy", NOTHING)
        self.ask_again("copy", "a copy was played on")
        return {"fork": [{"move": [seat, move]}]}

    def restore(self, seat: int, saved: Json) -> Json:
        """What was saved comes back after something else was played; what was done, as a step of a vector."""
        self.try_move(seat)
        self.ask("restore", {"saved": saved}, "copy", NOTHING)
        self.ask_again("copy", "it was saved, played on and restored")
        return {"save": True}


__all__ = ["PendingQuestions"]
