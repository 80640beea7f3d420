"""The verbs of the kit carried out: what each does to the state of a game, and how much it really did.

Verbs are declared in `rulekit.verbs`; here is what each sort of them does. A place or value that is nothing makes the
verb do nothing, and that is no fault; a number that would leave its range, a second piece on a place for one, goods
that are not there are faults, unless the line says `as far as possible` or the state says `excess lost`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator, add_bags
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import near, within
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction
from rulekit.words.vocabulary import FACING


def scale_amount(e: Evaluator, env: Env, call: typed_statements.Call, amount: Any) -> Any:
    """`per n w` multiplies, `at most v` caps; a bag kind by kind."""
    if amount is None:
        return None
    if call.per is not None:
        every, of = call.per
        times = (e.value(of, env) or 0) // every
        amount = {k: n * times for k, n in amount.items()} if isinstance(amount, dict) else amount * times
        amount = near(amount, call.span)
    if call.most is not None:
        cap = e.value(call.most, env)
        if cap is not None:
            amount = {k: min(n, cap) for k, n in amount.items()} if isinstance(amount, dict) else min(amount, cap)
    return amount


def _holds_nothing(place: v.T) -> bool:
    """Whether nothing can be written there: a name, or a state declared with `or nothing`."""
    return place.type.optional or isinstance(place, v.Local)


class VerbHandler:
    """One verb carried out; gives how much was moved or changed."""

    def __init__(self, e: Evaluator, env: Env, clause: str | None, far: bool) -> None:
        self.e = e
        self.env = env
        self.clause = clause
        self.far = far

    def do(self, call: typed_statements.Call) -> int:
        """Carries a verb of the kit out; gives how much it really did, which becomes `last`."""
        return CARRYING_OUT[call.core.does](self, call)

    def value(self, node: v.T | None) -> Any:
        """The value of an argument, None if it is not given."""
        return None if node is None else self.e.value(node, self.env)

    def fault(self, kind: str, detail: str = "") -> Fault:
        """A fault of the rules at this line, to be raised."""
        return Fault(kind, self.clause, detail)

    # ------------------------------------------------------------------ pieces

    def move(self, call: typed_statements.Call) -> int:
        """`move`: pieces go to a zone, one after the other. Nothing moves nothing; a zone that is full is a fault."""
        what, target = call.get(""), call.get("to")
        assert what is not None and target is not None
        pieces = self.value(what)
        if pieces is None:
            return 0
        kind = what.type.pieces
        if not isinstance(pieces, tuple):
            pieces = (self._copy(what, kind, pieces),)
        elif call.end == "bottom":
            pieces = tuple(reversed(pieces))
        moved = 0
        for piece in pieces:
            zone = self.e.value(target, {**self.env, "it": piece})
            if zone is None:
                continue
            self.lay(kind, piece, zone, call.end)
            moved += 1
        return moved

    def _copy(self, what: v.T, kind: str, piece: int) -> int:
        """A row with copies, named: the first copy that lies in the box."""
        copies = self.e.plan.copies(kind)[piece]
        if not isinstance(what, v.Const) or len(copies) == 1:
            return piece
        box = self.e.plan.symbols.boxes[kind]
        return next((c for c in copies if self.e.plan.zones[self.e.table.zone_of(kind, c)][0] == box), piece)

    def lay(self, kind: str, piece: int, zone: int, end: str = "top") -> None:
        """One piece to one place; a place for one that is taken is a fault."""
        info = self.e.plan.symbols.zones[self.e.plan.zones[zone][0]]
        if info.shape == "one" and any(p != piece for p in self.e.table.contents(zone)):
            raise self.fault("full", info.name)
        self.e.table.move(kind, piece, zone, end)
        if not info.at and kind in self.e.plan.tiles and self.e.table.find(FACING, (piece,)):
            self.e.table.write(FACING, (piece,), 0)

    def show(self, call: typed_statements.Call) -> int:
        """`show`: nothing changes but who has seen what. Gives the number of pieces."""
        pieces = self.value(call.get(""))
        return 0 if pieces is None else len(pieces) if isinstance(pieces, tuple) else 1

    # ------------------------------------------------------------------ numbers, sets, sequences

    def bounds(self, name: str, args: tuple[Any, ...], kind: t.Type) -> tuple[int, int]:
        """The range of a state at one index: its type, and what `at most` and `at least` say."""
        low, high = kind.low, kind.high
        checked = self.e.machine.state_bounds(name)
        for limit, node in checked:
            found = self.e.value(node, {**self.env, "it": args[-1] if args else None})
            if found is not None:
                low, high = (low, min(high, found)) if limit == "most" else (max(low, found), high)
        return low, high

    def _write(self, place: v.T, value: Any, lost: bool = False) -> int:
        """Write a value; gives by how much a number really changed."""
        if isinstance(place, v.Local):
            before = self.env.get(place.name)
            self.env[place.name] = value
            return abs(value - before) if isinstance(value, int) and isinstance(before, int) else 0
        assert isinstance(place, v.Read)
        args = tuple(self.value(a) for a in place.args)
        if None in args:
            return 0
        before = self.e.table.read(place.state, args)
        kind = place.type.bare
        if kind.numeric and value is not None:
            low, high = self.bounds(place.state, args, kind)
            if value > high and (lost or self.e.machine.excess(place.state) == "lost"):
                value = max(high, before) if before is not None else high
            if not low <= value <= high:
                raise self.fault("outside", f"{place.state} would be {value}, it is {low} to {high}")
        elif kind.distinct:
            value = tuple(sorted(value))
        elif value is None and not place.type.optional:
            return 0
        self.e.table.write(place.state, args, value)
        if isinstance(value, int) and isinstance(before, int):
            return abs(value - before)
        return 0

    def set(self, call: typed_statements.Call) -> int:
        """`set`: a state or a name gets a value. Nothing is written only where nothing can be held."""
        place = call.get("")
        if place is None:
            return 0
        value = self.value(call.get("to"))
        return 0 if value is None and not _holds_nothing(place) else self._write(place, value)

    def _number(self, place: v.T, before: int, amount: int, sign: int) -> int:
        """A number by so much more or less; with `as far as possible` no further down than its range allows. A name
        has no range, only the limit of all numbers.
        """
        if sign < 0 and self.far and isinstance(place, v.Read):
            args = tuple(self.value(a) for a in place.args)
            kind = place.type.bare
            assert kind.numeric
            amount = min(amount, before - self.bounds(place.state, args, kind)[0])
        after = before + sign * amount
        return self._write(place, within(after, None, self.clause) if isinstance(place, v.Local) else after)

    def _goods(self, place: v.T, amount: dict[int, int], sign: int) -> int:
        """A bag into a map of numbers, kind by kind."""
        assert isinstance(place, v.Read) and place.type.indexes
        moved = 0
        for key, count in amount.items():
            spot = v.Read(place.state, (*place.args, v.Const(key, type=place.type.indexes[0])), type=place.type.value)
            moved += self._number(spot, self.value(spot), count, sign)
        return moved

    def _collection(self, place: v.T, before: Any, amount: Any, sign: int, kind: t.Type) -> int:
        """A bag, sequence or set with something put in or taken out; gives how many members more or less
        it has then.
        """
        if kind.counted:
            after = within(add_bags(before or {}, amount, sign), None, self.clause)
            if any(n < 0 for n in after.values()):
                if not self.far:
                    raise self.fault("outside", "there are not so many")
                after = {k: n for k, n in after.items() if n > 0}
            self._write(place, after)
            return int(abs(sum(after.values()) - sum((before or {}).values())))
        if kind.ordered:
            self._write(place, (*(before or ()), amount))
            return 1
        members = amount if isinstance(amount, tuple) else (amount,)
        there = before or ()
        if sign > 0:
            after_set = tuple(dict.fromkeys((*there, *members)))
        else:
            if not self.far and any(m not in there for m in members):
                raise self.fault("outside", "it is not there")
            after_set = tuple(m for m in there if m not in members)
        self._write(place, after_set)
        return abs(len(after_set) - len(there))

    def change(self, call: typed_statements.Call) -> int:
        """`add v to w`: a number, the numbers of a map, or a collection."""
        place, sign = call.place, call.core.sign
        amount = scale_amount(self.e, self.env, call, self.value(call.get("")))
        if place is None or amount is None:
            return 0
        kind = place.type.bare
        if kind.indexes:
            return self._goods(place, amount, sign)
        before = self.value(place)
        if kind.numeric:
            return 0 if before is None else self._number(place, before, amount, sign)
        return self._collection(place, before, amount, sign, kind)

    def compute(self, call: typed_statements.Call) -> int:
        """`raise w to v`: a number worked out of the one that is there; the same number again changes nothing."""
        verb, place = call.core, call.place
        given = () if verb.value is None else (self.value(call.get(verb.value)),)
        if place is None or None in given:
            return 0
        before = self.value(place)
        if before is None:
            return 0
        assert verb.meaning is not None
        after = within(verb.meaning(before, *given), None, self.clause)
        return 0 if after == before else self._write(place, after)


CARRYING_OUT: dict[VerbAction, Callable[[VerbHandler, typed_statements.Call], int]] = {
    VerbAction.MOVE: VerbHandler.move,
    VerbAction.SHOW: VerbHandler.show,
    VerbAction.SET: VerbHandler.set,
    VerbAction.CHANGE: VerbHandler.change,
    VerbAction.COMPUTE: VerbHandler.compute,
}
