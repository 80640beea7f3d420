"""Judge of answers in lockstep: equal to the rules, or else the divergence; the interpreter has the last word."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.games.game import Game
from rulekit.play.games.variant_agreement import apply_answer
from rulekit.protocol.session import EngineRefused, Json, ReceivedAnswer
from rulekit.verify.differences.answer_divergences import explanation_divergence, refused_chance, refused_move
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import Divergence, place
from rulekit.verify.lockstep.illegal_moves import AFTER_THE_END
from rulekit.verify.lockstep.played_game import NOTHING, REFUSAL, SHAPE, ExpectedAnswer, LockstepResult
from rulekit.verify.model import DifferenceKind


class AnswerJudge:
    """One game, to whose positions it can go back."""

    def __init__(self, game: Game, engine: WritingEngine, comparison: Comparison, found: LockstepResult) -> None:
        self.game, self.engine, self.comparison, self.found = game, engine, comparison, found
        self.astray = False  # it has taken a move that was thought to be wrong and is not, so the two are apart now

    def __call__(self, one: ExpectedAnswer, said: ReceivedAnswer) -> Divergence | None:
        """What is equal needs no second look; anything else is read strictly, and told by the rules' own walk."""
        value, rules = said.value, one.rules
        if rules is NOTHING:
            if value is None:
                return None
            refused = said.strictly()
            return None if refused is None else self._refusal_divergence(one, refused)
        if rules is REFUSAL:
            if isinstance(value, EngineRefused) or isinstance(said.strictly(), EngineRefused):
                return None
            self.astray = self._may(one)
            return None if self.astray else Divergence("refusal", (), "not legal", "taken", one.seat, one.move)
        if rules is SHAPE:
            said.strictly()
            return None
        if one.what == DifferenceKind.EXPLANATION:
            return explanation_divergence(one.seat, one.move, rules, said.strictly())
        if rules == value or (isinstance(rules, list) and self.comparison.same_moves(rules, value)):
            return None
        return self._differs(one, said.strictly())

    def asked_position(self, one: ExpectedAnswer) -> Any:
        """The position by the rules at which it was asked, as the engine of the rules holds it."""
        engine, start = self.engine, self.found.start
        if start is None:
            here = engine.start()
        else:
            here = engine.load_machine(json_api.load_position(self.game.setting(self.found.chosen).program, start))
        for answer in self.found.answers[: one.answers]:
            here = apply_answer(engine, here, answer)
        return here

    # -------------------------------------------------------------- what differs

    def _refusal_divergence(self, one: ExpectedAnswer, why: EngineRefused) -> Divergence:
        """Something that the rules allow was refused."""
        if one.what == "chance":
            return refused_chance(one.told, why)
        if one.what == "copy":
            return Divergence(one.what, (), "taken", f"refused: {why}")
        return refused_move(one.seat if one.seat is not None else -1, one.move, why)

    def _differs(self, one: ExpectedAnswer, theirs: Json) -> Divergence | None:
        """Where, if it is more than an order that means nothing and more than a slip of our own."""
        if self._gap(one, one.rules, theirs) is None:
            self.found.counts["in another order"] += 1
            return None
        self.found.counts["walks"] += 1
        gap = self._named_by_cause(one, self._gap(one, self._by_the_walk(one), theirs))
        return None if gap is None else attrs.evolve(gap, heard=theirs)

    def _gap(self, one: ExpectedAnswer, ours: Any, theirs: Json) -> Divergence | None:
        if isinstance(ours, list):
            return self.comparison.legal(one.seat if one.seat is not None else -1, ours, theirs)
        if one.asks_who:
            return self.comparison.compare_pending(plainly(ours), theirs)
        if one.what == "result":
            return self.comparison.result(ours, theirs)
        return self.comparison.tables("view" if one.what == "view" else "position", ours, theirs, one.seat)

    def _named_by_cause(self, one: ExpectedAnswer, gap: Divergence | None) -> Divergence | None:
        """A difference after something that must change nothing is called after that."""
        if gap is None or not one.told:
            return gap
        if one.what == "refusal":
            changed = f"refused, and yet it changes {place(gap.where) if gap.where else 'who must answer'}"
            return Divergence("refusal", (), "not legal", changed, one.seat, one.move)
        return attrs.evolve(gap, what=one.what)

    def _by_the_walk(self, one: ExpectedAnswer) -> Any:
        """What the interpreter says there, which the generated functions must have said as well."""
        if one.asks_who:
            return one.rules
        m = self.engine.machine(self.asked_position(one))
        if isinstance(one.rules, list):
            return json_api.legal(m, one.seat if one.seat is not None else -1)
        if one.what == "result":
            return json_api.result(m)
        return json_api.view(m, one.seat) if one.what == "view" else json_api.tables(m)

    def _may(self, one: ExpectedAnswer) -> bool:
        """A move that was thought not to be legal, and is, written in another way."""
        if one.seat is None or one.seat >= self.found.chosen.seats or one.told == AFTER_THE_END:
            return False
        return not json_api.why_not(self.engine.machine(self.asked_position(one)), one.seat, one.move)


__all__ = ["AnswerJudge"]
