"""One game on the rules and on an engine in lockstep: at every decision all that the engine says must agree.

Our side chooses every move, so nothing has to be waited for: the questions of several decisions are on their way
before the first answer is read. What must be said is kept in a queue, so the first difference is still the first.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.engines import CHANCE, END
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import bits_of, point_of
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.rules_engine import draw_json
from rulekit.protocol.session import EngineFailure, EngineRefused, EngineSession, Json, received_answers
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import OVER, Divergence, trees_of
from rulekit.verify.lockstep.answer_judge import AnswerJudge
from rulekit.verify.lockstep.biased_player import MoveWeights
from rulekit.verify.lockstep.decision_questions import PendingQuestions
from rulekit.verify.lockstep.played_game import NOTHING, USUAL, ExpectedAnswer, LockstepResult, LookPlan
from rulekit.verify.lockstep.rarity_player import RarityPlayer
from rulekit.verify.own_engines import own_fault

OWN = 16  # in one game of so many our own engines are held against each other, though no difference was found


def play(
    game: Game,
    chosen: GameConfig,
    session: EngineSession,
    agreed: Agreement,
    seed: int | str,
    number: int,
    manner: LookPlan = USUAL,
    start: Json = None,
) -> LockstepResult:
    """One game, chance and all players at random, perhaps from a written position; it ends at the first difference.

    Then the engine stands where the two part, and can be asked there. To go on after it, play from the position of
    the rules there, if the engine can load.
    """
    setting = game.setting(chosen)
    lockstep = Lockstep(game, LockstepResult(number, chosen), session, agreed, manner, offers(seed, number))
    found = lockstep.play(bits_of(seed, number), start)
    if start is None and (found.parting is not None or number % OWN == 0):
        own_fault(setting, number, found.answers, lockstep if found.parting is None else None)
    return found


def offers(seed: int | str, number: int) -> Bits:
    """The stream of one game for all but its course: what is looked at besides, and what is offered."""
    return stream(seed, "offers", number)


@memoize
def writing_engine(setting: PreparedGame) -> WritingEngine:
    """The engine of the rules in one configuration, with what writes its looks."""
    return WritingEngine(setting)


def uses_weights(number: int) -> bool:
    """Every other game, whatever the number of configurations that are played in turn.

    Even and odd numbers would not do: with two configurations one of them would never be played so.
    """
    return number.bit_count() % 2 == 1


class Lockstep:
    """The same game on both sides."""

    def __init__(
        self, game: Game, found: LockstepResult, session: EngineSession, agreed: Agreement, manner: LookPlan, bits: Bits
    ) -> None:
        setting = game.setting(found.chosen)
        self.game, self.found, self.session, self.agreed, self.manner = game, found, session, agreed, manner
        self.engine = engine = writing_engine(setting)
        self.sorts = [sort for sort in ("fork", "save", "load") if agreed.can(sort)] if manner.copies else []
        self.taste = MoveWeights(bits.below(1 << 30))
        self.curious = RarityPlayer(engine)
        comparison = Comparison(trees_of(game.checked), agreed.unsaid)
        self.questions = PendingQuestions(engine, agreed, comparison, manner, found, bits)
        self.judge = AnswerJudge(game, engine, comparison, found)
        self.state: Any = None
        self.drawn: Counter[str] = Counter()

    # -------------------------------------------------------------- the course

    def play(self, bits: Bits, start: Json = None) -> LockstepResult:
        """To the end, to the first difference, or as long as is wanted."""
        found = self.found
        found.start = start
        try:
            if self._begin(start):
                found.parting = self._run(bits)
            else:
                found.counts["not loaded"] += 1
        except Fault:
            if start is None:
                raise
            found.counts["stuck"] += 1  # a position that was only written may lead where no game does
        except EngineFailure as wrong:
            found.note_engine_failure(wrong)
        return found

    def _begin(self, start: Json) -> bool:
        """Both at the beginning, or at the position that was written; false if the engine does not take it."""
        if start is None:
            self.state = self.engine.start()
            self.questions.tell("start", {"config": {"game": self.game.name, **self.found.chosen.to_json()}})
        else:
            self.state = self.engine.load_machine(
                json_api.load_position(self.game.setting(self.found.chosen).program, start)
            )
            if not self.agreed.can("load") or not self._loads(start):
                return False
        self.questions.tracker = self.engine.tracker(self.state)
        return True

    def _loads(self, position: Json) -> bool:
        call = ("load", {"position": position})
        (said,) = self.session.ask_all([call])
        if not isinstance(said, EngineRefused):
            self.questions.course.append((len(self.found.answers), call))
        return not isinstance(said, EngineRefused)

    def _run(self, bits: Bits) -> Divergence | None:
        found, questions, most = self.found, self.questions, self.manner.most_decisions
        while True:
            kind, _, seat, count = self.engine.short_question(self.state)
            if kind == CHANCE:
                self._draw(bits)
                continue
            at_last = kind == END or found.counts["decisions"] >= most
            if at_last or not self.manner.final_only:
                questions.look(self.state, kind)
            else:
                questions.legal = {seat: self.engine.legal(self.state, seat)}
            parting = self._compare_answers() if at_last or questions.sampling.looks % self.manner.window == 0 else None
            if parting is not None or at_last or self.judge.astray:
                found.over = kind == END and parting is None and not self.judge.astray
                return parting
            parting = self._check_copies(seat)
            if parting is not None or self.judge.astray:
                return parting
            self._answer(seat, self._choice(seat, count, bits))

    def _draw(self, bits: Bits) -> None:
        point = point_of(self.engine, self.state)
        outcome = point.draw_one(bits)
        self.drawn[point.line] += 1
        label, still = f"{point.line}#{self.drawn[point.line]}", self.engine.writers.forms.still
        if "chance.asked" in self.agreed.features:
            wanted = {"kind": "chance", "label": label, **draw_json(still, point)}
            self.questions.ask("pending", {}, "chance", wanted)
        said = ChanceOutcomes(still, point).outcome_json(outcome)
        self.questions.tell("chance", {"label": label, "outcome": said}, told=label)
        self.state = self.engine.draw(self.state, outcome)
        self.found.answers.append((outcome,))
        self.found.counts["chance"] += 1

    def _choice(self, seat: int, count: int, bits: Bits) -> int:
        """One move of all alike; every other game is played by taste and goes where chance alone never would."""
        if count == 1 or not uses_weights(self.found.number):
            return bits.below(count)
        if self.manner.curious:
            return self.curious.pick(self.state, seat, self.questions.legal[seat], bits)
        return self.taste.pick(self.questions.legal[seat], self.engine.tokens(self.state, seat), bits)

    def _answer(self, seat: int, number: int) -> None:
        move = plainly(self.questions.legal[seat][number])
        self.questions.wrong.note_move(seat, move)
        self.questions.tell("move", {"seat": seat, "move": move}, seat=seat, move=move)
        self.state = self.engine.advance(self.state, seat, number)
        self.found.answers.append((seat, number))
        self.found.counts["decisions"] += 1

    # -------------------------------------------------------------- copies

    def _check_copies(self, seat: int) -> Divergence | None:
        """Now and then a copy, a save or a load, after which all must be as it was."""
        if not self.sorts or self.manner.final_only or not self.questions.sampling.is_due(self.manner.copies):
            return None
        parting = self._compare_answers()
        if parting is not None:
            return parting
        sort = self.questions.sampling.pick_one(self.sorts)
        if sort == "fork":
            after = self.questions.fork(seat)
        elif sort == "save":
            after = self.questions.restore(seat, self.session.ask("save"))
        else:
            after = self._reload()
        parting = self._compare_answers()
        return None if parting is None else attrs.evolve(parting, after=after)

    def _reload(self) -> Json:
        """An engine need not take every position; then it must stand as it stood."""
        position = json_api.to_json(self.engine.machine(self.state))
        if self._loads(position):
            self.drawn.clear()  # who goes on from a position does not know how often was drawn before
        else:
            self.found.counts["not loaded"] += 1
        self.questions.ask_again("loaded", "this position was loaded")
        return {"load": {"frames": position["frames"], "asks": position["asks"]}}

    # -------------------------------------------------------------- answers

    def _compare_answers(self) -> Divergence | None:
        """Read all that was asked; the first difference is the one that counts."""
        calls, expected = self.questions.take_all()
        answers = received_answers(self.session, calls)
        for one, said in zip(expected, answers, strict=False):
            rules = one.rules
            if said.value is None if rules is NOTHING else rules == said.value:
                self.found.count(one)
                continue
            try:
                parting = self.judge(one, said)
            except EngineFailure as wrong:
                self.found.cut_off(one)
                return self.found.note_engine_failure(wrong)
            if parting is not None or self.judge.astray:
                for _ in answers:  # what was asked beyond it
                    pass
                self.found.cut_off(one)
            if parting is not None:
                return attrs.evolve(parting, asks=self._words(parting, one))
            if self.judge.astray:
                return None
            self.found.count(one)
        return None

    # -------------------------------------------------------------- where they part

    def _words(self, parting: Divergence, one: ExpectedAnswer) -> tuple[str, ...]:
        """What kinds of moves the engine asks for and the rules do not; it is brought where the two part to say so."""
        try:
            if not self._brought(one) or parting.what not in ("asked", "position", "legal"):
                return ()
            theirs = self.session.ask("pending")
            known = [seat for seat in theirs.get("seats", ()) if seat < self.found.chosen.seats]
            lists = [self.session.ask("legal", seat=seat) for seat in known]
        except (EngineFailure, EngineRefused):
            return ()
        there = self.judge.asked_position(one)
        seats, m = self.engine.seats(there), self.engine.machine(there)
        if theirs["kind"] == "end":
            return (OVER,) if seats else ()
        ours = {move["do"] for seat in seats for move in json_api.legal(m, seat)}
        found = dict.fromkeys(str(move.get("do")) for moves in lists for move in moves)
        return tuple(word for word in found if word not in ours)

    def _brought(self, one: ExpectedAnswer) -> bool:
        """The engine plays the same game again, up to where the two part."""
        begun = ("start", "load")
        calls = [call for at, call in self.questions.course if at < one.answers or (at == 0 and call[0] in begun)]
        return not any(isinstance(self.session.ask_all([call])[0], EngineRefused) for call in calls)


__all__ = ["Lockstep", "bits_of", "offers", "play", "uses_weights", "writing_engine"]
