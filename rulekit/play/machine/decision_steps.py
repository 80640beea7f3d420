"""Decisions: what is offered, when nobody need be asked, and what becomes of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import BodyEndSteps
from rulekit.play.machine.frames import Decision, Frame, Move, Sealed, env_of
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.rule_faults import Fault, overfull
from rulekit.words.vocabulary import ACTIVE

ENOUGH = 2  # with one move nobody may have to be asked, with two somebody must
Question = typed_statements.Ask | typed_statements.Choose | typed_statements.Menu


def line_of(op: o.Op) -> str:
    """The id of the line an op belongs to, "" if it has none."""
    return op.id or ""


def distinct_moves(moves: Iterable[Move], most: int | None = None) -> tuple[Move, ...]:
    """Moves without repetition, in their order, or so many of them: several copies of a card can make the same move."""
    found: dict[Move, None] = {}
    for move in moves:
        found[move] = None
        if len(found) == most:
            break
    return tuple(found)


def names_of(step: Question) -> set[str]:
    """The names by which a decision can be excepted."""
    if isinstance(step, typed_statements.Choose):
        return {step.name}
    if isinstance(step, typed_statements.Ask):
        return set(step.offers)
    return {step.close} | {name for group in step.groups for name in group.offers}


def declining_moves(step: typed_statements.Ask | typed_statements.Choose) -> tuple[Move, ...]:
    """The move by which a decision with `may` is passed; none for `must`."""
    return (Move(step.declining or "pass", (), "decline"),) if step.mode == "may" else ()


def _skip(f: Frame, step: typed_statements.Ask | typed_statements.Choose) -> None:
    """Nobody is asked; what would have been bound is nothing."""
    if isinstance(step, typed_statements.Choose):
        for param in step.params:
            f.env[param.name] = _nothing(param)
    f.pc += 1


def _nothing(param: typed_statements.Param) -> Any:
    """What a parameter is if nobody was asked: nothing, or no members."""
    return () if param.amount != "one" else None


def _close(f: Frame) -> None:
    """A menu is over: its memory goes, and so does the number of picks, which lies at slot -1, where no loop has its
    own.
    """
    f.menu = None
    f.loops.pop(-1, None)
    f.pc += 1


class DecisionSteps(BodyEndSteps):
    """The part of the machine that asks seats: single decisions, menus, sealed answers."""

    # ------------------------------------------------------------------ what is offered

    @property
    def _most(self) -> int | None:
        """How many moves of a list are worked out."""
        return ENOUGH if self.brief else None

    def offered_moves(
        self, f: Frame, step: typed_statements.Ask | typed_statements.Choose, seat: int, env: Env
    ) -> tuple[Move, ...]:
        """The offered actions' moves in canonical order, without declining and without anytime actions."""
        e = self.evaluator()
        if isinstance(step, typed_statements.Choose):
            return distinct_moves(LegalMoves(e).choose_moves(step, env), self._most)
        return distinct_moves(
            (move for name in step.offers for move in LegalMoves(e).action_moves(name, seat)), self._most
        )

    def anytime_moves(self, seat: int, step: Question, line: str) -> tuple[Move, ...]:
        """Anytime moves of the active player, save where they are excepted."""
        found: list[Move] = []
        if self.program.anytime and not self.brief and self.table.read(ACTIVE, ()) == seat:
            names = names_of(step) | {line}
            for action in self.program.anytime:
                if not names & set(action.decl.excepted):
                    found += LegalMoves(self.evaluator()).action_moves(action.name, seat)
        return distinct_moves(Move(x.name, x.args, "anytime", x.action, types=x.types) for x in found)

    def do_ask(self, f: Frame, op: o.Ask) -> None:
        """must: stuck if there is nothing; if able, may: skipped; forced moves are taken if the game says so."""
        env = env_of(f)
        if op.sealed is not None:
            answer = f.loops[op.sealed]["answer"]
            f.loops[op.sealed] = {**f.loops[op.sealed], "answer": None}
            self.take_answer(f, op, answer)
            return
        seat = self.evaluator().value(op.step.who, env)
        if seat is None:
            _skip(f, op.step)
            return
        moves = self.offered_moves(f, op.step, seat, env)
        if not moves:
            if op.step.mode == "must" and not op.step.able:
                raise Fault("stuck", op.id, "there is nothing to choose")
            _skip(f, op.step)
            return
        if len(moves) == 1 and self.program.forced_taken and op.step.mode == "must":
            self.take_answer(f, op, moves[0])
            return
        line = line_of(op)
        if self.at_once():
            return
        self._check_room(line)
        self.pending = Decision(
            line,
            seat,
            op,
            op.step,
            moves + declining_moves(op.step) + self.anytime_moves(seat, op.step, line),
            self.brief,
        )

    def _check_room(self, line: str) -> None:
        """Whenever somebody is asked, no zone holds more than `up to` allows; while lines run it may."""
        for zone, name, most in self.program.capacities:
            count = len(self.table.contents(zone))
            if count > most:
                raise overfull(line, name, count, most)

    def take_answer(self, f: Frame, op: o.Ask, move: Move) -> None:
        """An answer is taken up."""
        if move.how == "anytime":
            self.begin_action(move, None)
            return
        if move.how == "decline":
            _skip(f, op.step)
            return
        f.pc += 1
        if move.how == "choose":
            f.env.update(move.args)
            return
        self.begin_action(move, self.evaluator().value(op.step.who, env_of(f)))

    def begin_action(self, move: Move, seat: int | None) -> None:
        """The body of an action begins with the values of the move."""
        assert move.action is not None
        self.tallies[move.action] = self.tallies.get(move.action, 0) + 1
        player = self.pending.seat if seat is None and isinstance(self.pending, Decision) else seat
        env: Env = {"player": player, **dict(move.args)}
        body = self.blocks[f"action {move.action}"].body
        e = self.evaluator()
        for step in body.front if body else ():
            if isinstance(step, typed_statements.Bound):
                env[step.name] = e.value(step.value, env)
        self.pending = None
        self.push(Frame(f"action {move.action}", env))

    # ------------------------------------------------------------------ menus

    def do_menu(self, f: Frame, op: o.Menu) -> None:
        """One decision, again and again, until it is closed."""
        env = env_of(f)
        e = self.evaluator()
        step = op.step
        seat = e.value(step.who, env)
        if f.menu is None:
            f.menu = (0, ())
            if step.count is not None:
                count = e.value(step.count, env) or 0
                f.loops[-1] = count  # the limit of the open menu; loops of the body itself have numbers from 1
                if count < 1:
                    _close(f)
                    return
        if seat is None:
            _close(f)
            return
        count, _ = f.menu
        limit = f.loops.get(-1)
        if limit is not None and count >= limit:
            _close(f)
            return
        moves = self.menu_moves(f, step, seat)
        close = Move(step.close, (), "close")
        closing = (close,) if step.amount != "exactly" or not moves else ()
        if not moves and self.program.forced_taken:
            _close(f)
            return
        line = line_of(op)
        if self.at_once():
            return
        self._check_room(line)
        told = moves + closing + self.anytime_moves(seat, step, line)
        self.pending = Decision(line, seat, op, step, told, self.brief)

    def menu_moves(self, f: Frame, step: typed_statements.Menu, seat: int) -> tuple[Move, ...]:
        """What the groups still offer."""
        e = self.evaluator()
        used = f.menu[1] if f.menu is not None else ()
        return distinct_moves((move for group in step.groups for move in self._picks(e, group, used, seat)), self._most)

    def _picks(self, e: Evaluator, group: typed_statements.Group, used: tuple[Any, ...], seat: int) -> Iterator[Move]:
        """What one group still offers."""
        if group.mode == "once" and (group.id, None) in used:
            return
        for name in group.offers:
            for move in LegalMoves(e).action_moves(name, seat):
                key = self.menu_key(e, group, move, seat)
                if group.mode != "once each" or (group.id, key) not in used:
                    yield Move(move.name, move.args, "action", move.action, group.id, move.types)

    def menu_key(self, e: Evaluator, group: typed_statements.Group, move: Move, seat: int) -> Any:
        """The key that is used up: the action itself, or a word over its parameters."""
        if group.mode != "once each":
            return None
        if group.keyed_by_action:
            return move.action
        node = self.program.checked.menu_keys[(group.id or "", move.action or "")]
        return e.value(node, {"player": seat, **dict(move.args)})

    def pick(self, f: Frame, op: o.Menu, move: Move, seat: int) -> None:
        """A pick is marked before its body begins."""
        if move.how == "close":
            self.pending = None
            _close(f)
            return
        if move.how == "anytime":
            self.begin_action(move, seat)
            return
        group = next(g for g in op.step.groups if g.id == move.group)
        count, used = f.menu or (0, ())
        if group.mode != "freely":
            used = (*used, (group.id or "", self.menu_key(self.evaluator(), group, move, seat)))
        f.menu = (count + 1, used)
        self.begin_action(move, seat)

    # ------------------------------------------------------------------ sealed answers

    def do_seal(self, f: Frame, op: o.Seal) -> None:
        """All seats for whom the condition holds are asked on the same position."""
        e = self.evaluator()
        asked: list[int] = []
        legal: dict[int, tuple[Move, ...]] = {}
        for seat in range(self.plan.seats):
            env = {**env_of(f), op.name: seat}
            if op.condition is not None and not e.holds(op.condition, env):
                continue
            moves = self.offered_moves(f, op.step, seat, {**env, "player": seat})
            if not moves:
                if op.step.mode == "must" and not op.step.able:
                    raise Fault("stuck", op.id, "there is nothing to choose")
                continue
            asked.append(seat)
            legal[seat] = moves + declining_moves(op.step)
        if not asked:
            f.pc = op.exit
            return
        taken = {s: legal[s][0] for s in asked if len(legal[s]) == 1 and self.program.forced_taken}
        if len(taken) == len(asked):
            self.open_sealed(f, op, taken)
            return
        if not self.at_once():
            self._check_room(line_of(op))
            self.pending = Sealed(line_of(op), op, tuple(asked), legal, taken, self.brief)

    def open_sealed(self, f: Frame, op: o.Seal, answers: dict[int, Move]) -> None:
        """All answers are in; they are done one after the other in seat order."""
        f.loops[op.slot] = {
            "left": tuple(sorted(answers, reverse=self.program.last_first)),
            "answers": dict(answers),
            "answer": None,
        }
        f.pc += 1

    def do_seal_next(self, f: Frame, op: o.SealNext) -> None:
        """The next of those who answered together; behind the last one play goes on."""
        loop = f.loops[op.slot]
        if not loop["left"]:
            del f.loops[op.slot]
            f.pc = op.exit
            return
        seat = loop["left"][0]
        f.env[op.name] = seat
        f.loops[op.slot] = {**loop, "left": loop["left"][1:], "answer": loop["answers"][seat]}
        f.pc += 1
