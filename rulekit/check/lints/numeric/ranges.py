"""K20 and K21: numbers that may leave their range, and numbers that have none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import ProgramPoint
from rulekit.check.dataflow.range_inference import RangeInference, flow_of
from rulekit.check.dataflow.reached_ranges import infer_reached_ranges
from rulekit.check.dataflow.write_transfer import target, written_value
from rulekit.check.effects.call_graph import call_graph, price_only_procedures
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.source_sentence import sentence
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.typesystem import types as t

LOOPS = (
    typed_statements.Each,
    typed_statements.Repeat,
    typed_statements.Until,
    typed_statements.Ever,
    typed_statements.Together,
)


FEW = 3  # moves of one kind that anybody may make before he has thought of it


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K20 for each write that may leave the range of its state, and K21 for each number without a bound.

    A line::

        add 3 to coins of player
    """
    return Ranges(flow_of(checked)).problems()


class Ranges:
    """What may be written, as far as one inference knows, held against what is declared."""

    def __init__(self, flow: RangeInference) -> None:
        self.flow = flow

    def problems(self) -> Iterator[Problem]:
        """All of them: what has no bound, how states start, what bodies write."""
        checked = self.flow.intervals.checked
        yield from self._check_inferred()
        yield from self._starts()
        guards = price_only_procedures(checked)
        for key, body in checked.bodies.items():
            if not self._doubtful(body):
                continue
            certain = dict[Any, Problem]()
            for problem in self._in_some_pass(key, body):
                certain.setdefault(problem.span, problem)  # of the first pass that leaves it
            yield from certain.values()
            for seen in self.flow.body(key):
                if isinstance(seen.node, typed_statements.Call) and seen.node.span not in certain:
                    price = seen.price and not self._stale(seen)
                    yield from self._check_write(seen, price or key in guards)

    def _doubtful(self, body: typed_statements.Body) -> bool:
        """Could a number run over if nothing were known? Only then we have to know more."""
        nodes, facts = walk(body), f.NONE
        for name in sorted(locals_of(body)):
            facts = facts.with_bounds(name, *self.flow.params.get((body.name, name), (-t.LARGEST, t.LARGEST)))
        return any(
            self._outside(ProgramPoint(node, facts, body, None), nodes[:number])
            for number, node in enumerate(nodes)
            if isinstance(node, typed_statements.Call) and isinstance(target(node), v.Read)
        )

    def _in_some_pass(self, key: str, body: typed_statements.Body) -> Iterator[Problem]:
        """What leaves its range for certain once a loop has gone round often enough, unless the game ends before.

        What may leave it as far as ranges are declared is looked at again with those that games from the start come to.
        """
        if self._ends_within(body):
            return
        told, doubtful = set[str](), set[str]()
        for seen, place, bounds in self._in_loops(key):
            if _meet(bounds, self._declared_range(place)):
                doubtful.add(place.state)
                continue
            told.add(place.state)
            alone = self.flow.transfer.outcome(seen.node, f.NONE)
            if alone is None or _meet(alone, self._declared_range(place)):  # else it is wrong without any loop
                yield self._sure(seen, place, bounds)
        if doubtful - told:
            for seen, place, bounds in Ranges(infer_reached_ranges(self.flow, sorted(doubtful - told)))._in_loops(key):
                if place.state in doubtful - told and not _meet(bounds, self._declared_range(place)):
                    yield self._sure(seen, place, bounds)

    def _in_loops(self, key: str) -> Iterator[tuple[ProgramPoint, v.Read, f.Bounds]]:
        """What is written in those passes of loops that are sure to come, where it may be a fault."""
        for seen in self.flow.certain_passes(key):
            place = target(seen.node) if isinstance(seen.node, typed_statements.Call) else None
            if not isinstance(place, v.Read) or not place.type.bare.numeric or seen.price:
                continue
            decl = self.flow.intervals.symbols.states[place.state].decl
            bounds = self.flow.transfer.outcome(seen.node, seen.facts)
            if decl is not None and not decl.ghost and any(self._beyond(seen, decl, place, False, bounds)):
                assert bounds is not None  # nothing is not beyond anything
                yield seen, place, bounds

    def _sure(self, seen: ProgramPoint, place: v.Read, bounds: f.Bounds) -> Problem:
        low, high = self._declared_range(place)
        reach, said = bounds[1] if bounds[1] < low else bounds[0], sentence(self.flow.intervals.checked, seen.node.span)
        return problem_at(
            "K20", seen.node.span, "pass", sentence=said, reach=_range_text(reach), name=place.state, low=low, high=high
        )

    def _ends_within(self, body: typed_statements.Body) -> bool:
        """May an ending that is looked at after every line fire by what a body changes?"""
        changed = self.flow.effects.changes_in(body.lines)
        endings = (ending.condition for ending in self.flow.intervals.checked.endings if ending.moment is None)
        return not changed.isdisjoint(self.flow.effects.depends(*endings))

    def _soon(self, seen: ProgramPoint, place: v.Read, bounds: f.Bounds | None) -> int | None:
        """After how many moves in a row a number that nothing looks at leaves its range; None if not after a few."""
        call, line, guards = seen.node, seen.line or _line(seen), call_graph(self.flow.intervals.checked)
        if bounds is None or seen.price or not call.core.sign or line is None or line.openers:
            return None
        plain = all(isinstance(arg, v.Const) or arg == v.Local("player", type=arg.type) for arg in place.args)
        if seen.body.sort != "action" or line not in seen.body.lines or not plain or not guards.is_repeated(seen.body):
            return None
        starts = self.flow.intervals.checked.states[place.state].starts
        (low, high), value = self._declared_range(place), written_value(call)
        start = self.flow.intervals.bounds_of(starts, f.NONE) if starts is not None else (max(low, min(0, high)),) * 2
        step = (
            self.flow.transfer.scaled_bounds(call, self.flow.intervals.bounds_of(value, seen.facts), seen.facts)[1]
            if value is not None
            else 0
        )
        room = high - start[1] if call.core.sign > 0 else start[0] - low
        times = room // step + 1 if 0 < step < t.LARGEST else 0
        return times if 0 < times <= FEW and not guards.is_guarded(seen.body, place.state) else None

    def _stale(self, seen: ProgramPoint) -> bool:
        """Is a price tried when the move is put, and may what it takes from be another by the time it is paid?"""
        body, place = seen.body, target(seen.node)
        if body.sort != "action" or seen.line not in body.lines or not isinstance(place, v.Read):
            return False
        above = body.lines[: body.lines.index(seen.line)]
        return f"state {place.state}" in self.flow.effects.changes_before(body) | self.flow.effects.changes_in(above)

    def _outside(self, seen: ProgramPoint, before: tuple[Any, ...]) -> bool:
        place = target(seen.node)
        assert isinstance(place, v.Read)
        decl = self.flow.intervals.symbols.states[place.state].decl
        if decl is None or not place.type.bare.numeric:
            return decl is not None and bool(place.type.bare.counted or place.type.bare.indexes)
        bounds, (low, high) = self.flow.transfer.outcome(seen.node, seen.facts), self._declared_range(place)
        if not any(self._beyond(seen, decl, place, False, bounds)):
            return False
        if decl.overflow != "fit" or not isinstance(written_value(seen.node), v.Const) or seen.body.sort == "procedure":
            return True
        always = bounds is None or bounds[0] > high or bounds[1] < low
        told = any(isinstance(node, LOOPS) or self._reads(node, f"state {place.state}") for node in before)
        soon = self._soon(seen, place, bounds) is not None
        return always or told or soon  # otherwise nothing more can be known of what it holds

    def _reads(self, node: Any, state: str) -> bool:
        """Does it look at a state itself, or through a word?"""
        if isinstance(node, v.Read):
            return f"state {node.state}" == state
        if isinstance(node, v.Use):
            return state in self.flow.effects.names_behind(f"word {node.word}")
        return isinstance(node, v.Related) and state in self.flow.effects.names_behind(f"relation {node.relation}")

    def _check_write(self, seen: ProgramPoint, price: bool) -> Iterator[Problem]:
        call = seen.node
        place = target(call)
        if not isinstance(place, v.Read):
            return
        decl = self.flow.intervals.symbols.states[place.state].decl
        if decl is None or decl.ghost or written_value(call) is None or isinstance(written_value(call), v.Broken):
            return  # a ghost is only counted for laws; that it runs over is no fault of the game
        kind = place.type.bare
        if kind.numeric:
            yield from self._number(seen, decl, place, price)
        elif kind.counted or kind.indexes:
            yield from self._bag(seen, decl, place, price)

    def _number(self, seen: ProgramPoint, decl: d.State, place: v.Read, price: bool) -> Iterator[Problem]:
        intervals, call = self.flow.intervals, seen.node
        bounds = self.flow.transfer.outcome(call, seen.facts)
        low, high = self._declared_range(place)
        below, beyond = self._beyond(seen, decl, place, price, bounds)
        if bounds is None:
            return
        variant = "always" if (beyond and bounds[0] > high) or (below and bounds[1] < low) else "may"
        times = self._soon(seen, place, bounds) if decl.overflow == "fit" and variant == "may" else 0
        if (below or beyond) and times is not None:
            variant = "unguarded" if times else variant
            ends = (bounds[1], bounds[0]) if variant != "always" else bounds
            facts = {"sentence": sentence(intervals.checked, call.span), "name": place.state, "low": low, "high": high}
            facts |= {"times": times} if times else {}
            yield problem_at("K20", call.span, variant, reach=_range_text(ends[0] if beyond else ends[1]), **facts)

    def _beyond(
        self, seen: ProgramPoint, decl: d.State, place: v.Read, price: bool, bounds: f.Bounds | None
    ) -> tuple[bool, bool]:
        """Would what is written be below the range of the place, or beyond it?"""
        call, (low, high) = seen.node, self._declared_range(place)
        if bounds is None:
            return False, False
        below = bounds[0] < low and not (call.core.sign < 0 and (price or seen.far))
        return below, bounds[1] > high and not (call.core.way == "up" and decl.overflow == "lost")

    def _declared_range(self, place: v.Read) -> f.Bounds:
        """The range of the type; bounds for each index stand inside it."""
        return self.flow.intervals.state(place.state, f.NONE)

    def _bag(self, seen: ProgramPoint, decl: d.State, place: v.Read, price: bool) -> Iterator[Problem]:
        """Kind by kind: too much of one, or less than nothing."""
        intervals, call = self.flow.intervals, seen.node
        amount = written_value(call)
        if amount is None or not call.core.sign or decl.overflow == "fit":
            return
        if call.core.sign < 0 and (price or seen.far or _is_covered(place, amount, seen)):
            return
        if (call.core.sign > 0 and decl.overflow == "lost") or place.type.bare.counted:
            return
        low, high = _declared_map(place)
        for member in _members_of(amount):
            now = intervals.bag(place, member, seen.facts)
            given_ = self.flow.transfer.scaled_bounds(call, intervals.bag(amount, member, seen.facts), seen.facts)
            after = f.add_bounds(now, given_) if call.core.sign > 0 else f.minus(now, given_)
            if given_ == (0, 0) or (low <= after[0] and after[1] <= high):
                continue
            facts = {"sentence": sentence(intervals.checked, call.span), "name": place.state, "low": low, "high": high}
            if call.core.sign > 0:
                yield problem_at("K20", call.span, "bag", member=_member(place, member), **facts)
            else:
                yield problem_at("K20", call.span, "may", reach=_range_text(after[0]), **facts)
            return

    def _starts(self) -> Iterator[Problem]:
        """States that begin outside their range."""
        checked = self.flow.intervals.checked
        for name, state in checked.states.items():
            kind = checked.symbols.states[name].type.bare
            if state.starts is None or not kind.numeric:
                continue
            low, high = self.flow.intervals.bounds_of(state.starts, f.NONE)
            if low < kind.low or high > kind.high:
                value = str(low if low < kind.low else high)
                yield problem_at(
                    "K20", state.starts.span, "starts", name=name, value=value, low=kind.low, high=kind.high
                )

    def _check_inferred(self) -> Iterator[Problem]:
        for key, name in self.flow.numbers_without_range():
            proc = self.flow.procs[key]
            span = next(p.span for p in proc.params if p.name == name)
            bounds = self.flow.params.get((key, name))
            if bounds is None:
                yield problem_at("K21", span, "uncalled", name=name, verb=proc.verb)
            elif bounds[0] <= -t.LARGEST or bounds[1] >= t.LARGEST:
                caller = self.flow.largest.get((key, name), "")
                if self.flow.circular(f"proc {key}"):
                    yield problem_at("K21", span, "recursive", name=name, verb=proc.verb)
                else:
                    yield problem_at("K21", span, "plain", name=name, verb=proc.verb, caller=_caller(caller))


def _meet(one: f.Bounds, other: f.Bounds) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _line(seen: ProgramPoint) -> typed_statements.Line | None:
    return next((line for line in seen.body.lines if seen.node in line.does), None)


def _range_text(reach: int) -> str:
    if abs(reach) >= t.LARGEST:
        return "any number" if reach > 0 else "any number below 0"
    return str(reach)


def _declared_map(place: v.Read) -> f.Bounds:
    kind = place.type.bare
    inner = kind.value.bare if kind.indexes else kind
    return (inner.low, inner.high) if inner.numeric else (0, t.LARGEST)


def _is_covered(place: v.Read, amount: v.T, seen: ProgramPoint) -> bool:
    """`require every g in Good has goods at g >= cost at g`"""
    return seen.facts.gaps.get(((place.state, place.args), f.key(amount)), -1) >= 0


def _members_of(amount: v.T) -> list[v.T | None]:
    """The members an amount written out names; of any other each may be in it."""
    if isinstance(amount, v.AmountOf):
        return [amount.member]
    if isinstance(amount, v.Combine):
        parts = [*_members_of(amount.left), *_members_of(amount.right)]
        return parts if None not in parts else [None]
    return [None]


def _member(place: v.Read, member: v.T | None) -> str:
    kind = place.type.bare
    index = kind.indexes[0] if kind.indexes else t.UNKNOWN
    if isinstance(member, v.Const) and index.members:
        return str(index.members[member.value])
    return str(index)


def _caller(body: str) -> str:
    """`action dig` is known to the editor as `dig`."""
    return body.split(" ", 1)[-1].split("/")[0]
