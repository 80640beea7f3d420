"""Records of a lockstep game: how closely to look, what was compared, the expected answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.playouts import LONGEST
from rulekit.play.games.variant_agreement import Answer
from rulekit.protocol.session import EngineFailure, Json
from rulekit.verify.differences.divergence import Divergence

WINDOW = 16  # decisions whose questions are asked in one go
NOTHING = object()  # expected of a call that answers nothing
REFUSAL = object()  # expected of a call that must be refused
SHAPE = object()  # expected of a call whose answer need only have its shape
COUNTED = {
    "asked": "looks",
    "position": "positions",
    "view": "views",
    "legal": "moves",
    "result": "results",
    "chance": "chance points",
    "explanation": "explanations",
}
COPIED = {"copy": "copies", "loaded": "loaded"}


@attrs.frozen
class LookPlan:
    """How closely to look; who must answer, positions and legal lists are compared at every decision.

    The rates are chosen, not measured: a view costs about as much as the decision itself, a copy makes the engine build
    a whole position, and each is rare enough that what is compared at every decision takes most of the time.
    """

    views: int = 20  # one view in so many decisions, more in the beginning; all of them at the end
    refusals: int = 8  # a move that is not legal is offered once in so many decisions
    copies: int = 40  # a copy, a save or a load once in so many decisions, where the engine has them
    longest: int = LONGEST
    enough: int | None = None  # decisions after which a game is broken off
    curious: bool = False  # every other game looks ahead for what was rare, instead of having a taste
    window: int = WINDOW
    final_only: bool = False  # look only once, at the end: what differs by then is seen, not where it began to
    proved: bool = False  # hold what generated functions write against the walk of the interpreter at every look

    @property
    def most_decisions(self) -> int:
        """Decisions after which it ends in any case."""
        return min(self.longest, self.enough or self.longest)


USUAL = LookPlan()


@attrs.define
class LockstepResult:
    """One game: how far it went, what was compared, how often, and where the two part."""

    number: int
    chosen: GameConfig
    counts: Counter[str] = attrs.field(factory=Counter)
    over: bool = False
    parting: Divergence | None = None
    answers: list[Answer] = attrs.field(factory=list)
    start: Json = None  # the position it began with, if it was not the beginning
    failure: EngineFailure | None = None

    def note_engine_failure(self, wrong: EngineFailure) -> Divergence:
        """The engine did not answer."""
        self.failure = wrong
        self.parting = Divergence("failure", (), "an answer", str(wrong))
        return self.parting

    def cut_off(self, one: ExpectedAnswer) -> None:
        """It went no further than to where this was asked."""
        self.answers = self.answers[: one.answers]
        self.counts["decisions"] = one.decisions
        self.counts["chance"] = sum(len(answer) == 1 for answer in self.answers)

    def count(self, one: ExpectedAnswer) -> None:
        """One thing more was compared, and agreed."""
        counts, what, rules = self.counts, one.what, one.rules
        counts["compared"] += 1
        if rules is NOTHING or rules is SHAPE:
            return
        if rules is REFUSAL:
            counts["refusals"] += 1
            counts[f"wrong moves {one.told}"] += 1
            return
        counted = COUNTED.get(what)
        if counted is not None:
            if not one.told:
                counts[counted] += len(rules) if what == "legal" else 1
            if what == "view":
                counts[f"views of {'the spectator' if one.seat is None else f'seat {one.seat}'}"] += 1
        elif what in COPIED and one.asks_who:
            counts[COPIED[what]] += 1


@attrs.define(eq=False)  # not frozen: many are made, and freezing takes longer than making
class ExpectedAnswer:
    """What must be said to one call, and when it was asked: after so many answers and decisions."""

    what: str  # a kind of comparison, as in `Divergence`
    rules: Any
    answers: int
    decisions: int
    seat: int | None = None
    move: Json = None
    told: str = ""  # of what is compared once more: after what; of a wrong move: its sort; of chance: its label

    @property
    def asks_who(self) -> bool:
        """Is this the question who must answer, which is asked once at each look?"""
        return isinstance(self.rules, dict) and "kind" in self.rules


__all__ = ["NOTHING", "REFUSAL", "USUAL", "ExpectedAnswer", "LockstepResult", "LookPlan"]
