"""A move handed in from outside: the one of the legal list that it means, or all reasons why it is none.

Outside a move is JSON, `{"do": "play", "card": "oak"}`, where a player says only what a player can say: one of two
copies that nobody can tell apart is as good as the other, a set has no order, the only effect of a card needs no name.
So values are read first, brought to a common form, and then compared with the legal moves. If none is the same, the
clauses are asked why, and the answer is the refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.copies import mark, of_copies
from rulekit.play.machine.decision_steps import Question, names_of
from rulekit.play.machine.frames import ChancePoint, Decision, Move, Over, Sealed
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.program import Params
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import check_strict_json as strict
from rulekit.play.reasons.move_explanation import MoveExplainer
from rulekit.play.refusals import BadValue, ExplanationLine, Refused, short_text, unexplained_line
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE


@attrs.frozen
class OfferedForm:
    """One move that is offered by name: what its parameters are and in which group of a menu it stands."""

    name: str
    how: str
    params: Params
    action: str | None = None
    group: typed_statements.Group | None = None
    step: typed_statements.Choose | None = None


def question_of(m: Machine, seat: int) -> tuple[str, Any, tuple[Move, ...]]:
    """The line, the sentence and the legal list of what a seat is asked now."""
    pending = m.pending
    if isinstance(pending, Over):
        raise Refused("over", "the game is over")
    if pending is None or isinstance(pending, ChancePoint):
        raise Refused("no-such-decision", "nobody is asked now")
    if isinstance(pending, Decision) and type(seat) is int and seat == pending.seat:
        return pending.line, pending.step, pending.moves
    if isinstance(pending, Sealed) and type(seat) is int and seat in pending.asked:
        if seat in pending.answers:
            raise Refused("sealed-already", f"[{pending.line}]")
        assert isinstance(pending.op, o.Seal)
        return pending.line, pending.op.step, pending.moves[seat]
    raise Refused("not-your-turn", f"seat {short_text(seat)} is not asked now")


# ------------------------------------------------------------------ what is offered


def forms(m: Machine, step: Question, line: str) -> Iterator[OfferedForm]:
    """All moves that a decision offers, whatever their values."""
    if isinstance(step, typed_statements.Choose):
        yield OfferedForm(step.name, "choose", step.params, step=step)
    elif isinstance(step, typed_statements.Menu):
        for group in step.groups:
            for action in group.offers:
                yield _action(m, action, "action", group)
        yield OfferedForm(step.close, "close", ())
    else:
        for action in step.offers:
            yield _action(m, action, "action", None)
    if isinstance(step, typed_statements.Ask | typed_statements.Choose) and step.mode == "may":
        yield OfferedForm(step.declining or "pass", "decline", ())
    if isinstance(m.pending, Decision) and m.pending.seat == m.table.states.get(ACTIVE, {}).get(()):
        names = names_of(step) | {line}
        for info in m.program.anytime:
            if not names & set(info.decl.excepted):
                yield _action(m, info.name, "anytime", None)


def _action(m: Machine, action: str, how: str, group: typed_statements.Group | None) -> OfferedForm:
    """The form of a move that is an action, under the name by which it is written."""
    return OfferedForm(m.written_name(action), how, m.program.action_params(action), action, group)


def _says(param: typed_statements.Param, kind: t.Type) -> bool:
    """Whether a parameter names the row whose effects a later parameter chooses from."""
    bare = param.type.bare
    return bare.table and bare.kind == kind.kind


class MoveReader:
    """Reads the moves of one seat, as that seat sees the position."""

    def __init__(self, m: Machine, seat: int) -> None:
        self.m = m
        self.seat = seat
        self.codec = SeatCodec(m, seat, in_move=True)

    def read_move(self, data: Any) -> Move:
        """The legal move that is meant; `Refused` otherwise. Nothing is changed."""
        strict(data)
        line, step, legal = question_of(self.m, self.seat)
        if not isinstance(data, dict) or not isinstance(data.get("do"), str):
            raise Refused("malformed", f"a move must be an object with `do`, not {short_text(data)}")
        offered = [form for form in forms(self.m, step, line) if form.name == data["do"]]
        if not offered:
            grounds = SceneMoves(self.m).lines_not_asking(line, data["do"])
            raise Refused("no-such-decision", "not-asked", f"[{line}]", grounds=grounds)
        tried: list[Refused] = []
        for form in offered:
            try:
                return self._legal_move(form, data, legal)
            except Refused as refused:
                tried.append(refused)
        best = [r for r in tried if r.code == "refused"] or [r for r in tried if r.code != "malformed"] or tried
        reasons = [reason for refused in best for reason in refused.reasons]
        raise Refused(
            best[0].code, *reasons, grounds=tuple(dict.fromkeys(one for each in best for one in each.grounds))
        )

    # ------------------------------------------------------------------ reading the values

    def _legal_move(self, form: OfferedForm, data: dict[str, Any], legal: tuple[Move, ...]) -> Move:
        """The legal move with these values; `Refused` with the clauses against it if there is none."""
        given = self._values(form, data)
        wanted = self._key(form.how, form.action, given)
        group = form.group.id if form.group is not None else None
        for move in legal:
            if move.name == form.name and move.group == group and self._key_of(move) == wanted:
                return move
        reasons, grounds = self._reasons(form, given)
        raise Refused("refused", *reasons, grounds=grounds)

    def _values(self, form: OfferedForm, data: dict[str, Any]) -> list[tuple[typed_statements.Param, Any]]:
        """The values in the order of the parameters, each in its normal form; effects bring parameters of their own."""
        self.codec = SeatCodec(self.m, self.seat, in_move=True)  # it remembers which pieces are taken
        env = self._start(form)
        found: list[tuple[typed_statements.Param, Any]] = []
        outside: list[str] = []
        code = "malformed"
        todo = list(form.params)
        front = self._front(form)
        while todo:
            param = todo.pop(0)
            self._lets(front, param, env)
            try:
                value = self._value(param, data, found, env)
            except BadValue as slip:
                outside += [f"[{param.id}]"] if param.id else []
                outside.append(f"{param.name}: {slip.words}")
                code = slip.code
                if param.type.bare.effects:
                    raise Refused(code, *outside) from None
                continue
            env[param.name] = value
            found.append((param, value))
            if param.type.bare.effects and value is not None:
                todo = [*self.m.program.effect_params(value), *todo]
        extra = [name for name in data if name != "do" and name not in {p.name for p, _ in found}]
        extra = [name for name in extra if name not in {p.name for p in form.params}]
        if extra:
            raise Refused("malformed", *(f"{short_text(name)} is no parameter of {form.name}" for name in extra))
        if outside:
            raise Refused(code, *outside)
        return found

    def _start(self, form: OfferedForm) -> Env:
        """The names that are known before the parameters are: for a choice all those of the line that asks, for an
        action who plays it.
        """
        if form.how != "choose":
            return {"player": self.seat}
        env: Env = dict(self.m.frames[-1].env)
        if self.m.frames[-1].old is not None:
            env["old"] = self.m.frames[-1].old
        pending = self.m.pending
        if isinstance(pending, Sealed) and isinstance(pending.op, o.Seal):
            env |= {pending.op.name: self.seat, "player": self.seat}
        return env

    def _front(self, form: OfferedForm) -> list[Any]:
        """Parameters, guards and names at the beginning of an action; of a choice there are none."""
        body = self.m.blocks[f"action {form.action}"].body if form.action is not None else None
        return list(body.front) if body is not None else []

    def _lets(self, front: list[Any], param: typed_statements.Param, env: Env) -> None:
        """Names that are bound before a parameter may stand in its normal form."""
        for step in front:
            if step is param:
                return
            if isinstance(step, typed_statements.Bound) and step.name not in env:
                env[step.name] = self.m.evaluator().value(step.value, env)

    def _value(
        self,
        param: typed_statements.Param,
        data: dict[str, Any],
        before: list[tuple[typed_statements.Param, Any]],
        env: Env,
    ) -> Any:
        """The value of one parameter as the position means it: the right copy, and normal if the rules have a normal
        form.
        """
        kind = param.type.bare
        if kind.effects:
            return self._effect(param, kind, data, before)
        if param.name not in data:
            raise BadValue("is missing")
        value = self.codec.read_parameter(
            data[param.name], kind, self.m.program.range_name(param), tuple(self._domain(param, env))
        )
        if param.normal is not None:
            value = self.m.evaluator().value(param.normal, {**env, param.name: value})
        return value

    def _domain(self, param: typed_statements.Param, env: Env) -> Iterator[Any]:
        """The members a parameter may have, for telling copies apart."""
        held = (param.source.type.member or t.UNKNOWN).bare
        if held.piece or of_copies(self.m.plan, held):
            if param.amount == "one":
                yield from LegalMoves(self.m.evaluator()).domain(param, env)
            else:
                yield from LegalMoves(self.m.evaluator()).members_of(param, env)

    def _effect(
        self,
        param: typed_statements.Param,
        kind: t.Type,
        data: dict[str, Any],
        before: list[tuple[typed_statements.Param, Any]],
    ) -> int:
        """A label of the row that another parameter says, left out if it is the only one; else `row.label`."""
        ids = self.m.plan.effect_ids[kind.kind, kind.column]
        rows = [self.m.plan.row(kind.kind, value).name for p, value in before if _says(p, kind) and value is not None]
        numbers = next((ids[row] for row in rows if row in ids), None)
        if param.name not in data:
            if numbers is not None and len(numbers) == 1:
                return numbers[0]
            raise BadValue("is missing")
        written = data[param.name]
        for n in numbers if numbers is not None else [n for row in ids.values() for n in row]:
            effect = self.m.plan.effects[n]
            if (written == effect.label and numbers is not None) or written == f"{effect.row}.{effect.label}":
                return n
        raise BadValue(
            f"{short_text(written)} is not {kind.phrase}", "unknown-id" if isinstance(written, str) else "malformed"
        )

    # ------------------------------------------------------------------ comparing

    def _key(self, how: str, action: str | None, given: list[tuple[typed_statements.Param, Any]]) -> tuple[Any, ...]:
        """What two moves are compared by: how they are made, which action, and the plain values by name."""
        return (how, action, tuple((p.name, self._plain(value, p.type)) for p, value in given))

    def _key_of(self, move: Move) -> tuple[Any, ...]:
        """The same of a legal move."""
        args = tuple(
            (name, self._plain(value, kind)) for (name, value), kind in zip(move.args, move.types, strict=True)
        )
        return (move.how, move.action, args)

    def _plain(self, value: Any, kind: t.Type) -> Any:
        """Sets without their order, copies that cannot be told apart as one."""
        kind = kind.bare
        if kind.piece and isinstance(value, int):
            copies = self.m.plan.copies(kind.kind)[value]
            noted = mark(self.m.plan, self.m.table, kind.kind, value) if len(copies) > 1 else ""
            return (copies[0], self.m.table.zone_of(kind.kind, value), noted)
        if kind.plural and value is not None:
            members = (self._plain(one, kind.of) for one in value)
            return tuple(members if kind.ordered else sorted(members, key=repr))
        if isinstance(value, dict):
            return tuple(sorted(value.items()))
        return value

    # ------------------------------------------------------------------ reasons

    def _reasons(
        self, form: OfferedForm, given: list[tuple[typed_statements.Param, Any]]
    ) -> tuple[list[str], tuple[ExplanationLine, ...]]:
        """The clauses that refuse the values, in the order written; a group that is used up; else `not-asked`."""
        if form.how in ("close", "decline"):
            return ["not-asked", f"[{self.m.pending.line}]"] if isinstance(self.m.pending, Decision | Sealed) else [
                "not-asked"
            ], ()
        body = self.m.blocks[f"action {form.action}"].body if form.action is not None else None
        front = body.front if body is not None else form.params
        values = {param.name: value for param, value in given}
        found = MoveExplainer(self.m.evaluator()).explain(front, body, self._start(form), values)
        reasons = [] if found.allowed else [f"[{clause}]" for clause in found.because]
        if form.group is None or not self._is_used_up(form, given):
            return reasons or ["not-asked"], found.grounds
        used = f"[{form.group.id}]"
        return [used, *reasons], (unexplained_line(used), *found.grounds)

    def _is_used_up(self, form: OfferedForm, given: list[tuple[typed_statements.Param, Any]]) -> bool:
        """Whether the group of the menu in which the move stands is used up, for good or for these values."""
        memory = self.m.frames[-1].menu
        if memory is None or form.group is None or form.group.mode == "freely":
            return False
        args = tuple((param.name, value) for param, value in given)
        move = Move(form.name, args, "action", form.action, form.group.id)
        return (form.group.id, self.m.menu_key(self.m.evaluator(), form.group, move, self.seat)) in memory[1]
