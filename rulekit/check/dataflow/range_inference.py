"""Bodies of a rulebook walked when a lint asks; `Number` parameters get the range their callers give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import DataflowWalker, Params, ProgramPoint
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.intervals import Intervals
from rulekit.check.dataflow.write_transfer import WriteTransfer
from rulekit.check.names.symbol_info import ParamInfo, ProcInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import steps_of
from rulekit.check.tree.substitution import NameCaptured, substitute
from rulekit.check.tree.typed_walk import locals_of
from rulekit.memo import memoize
from rulekit.typesystem import types as t

# Rounds over the callers. The last two widen: a range that still grows then has no bounds. The four before are what a
# number needs that is handed down through four procedures and grows in each; through more it is widened too early, and
# narrowed again if it can be (`_infer`). Six is a choice; with fewer K21 would be told more often, never less.
ROUNDS = 6


class RangeInference:
    """What is seen in every body, and the ranges of inferred parameters."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.intervals = Intervals(checked)
        self.transfer = WriteTransfer(self.intervals)
        self.effects = self.intervals.effects
        self.procs: dict[str, ProcInfo] = {p.key: p for known in checked.symbols.procs.values() for p in known}
        self.params: Params = {}
        self.largest: dict[tuple[str, str], str] = {}  # parameter -> the body that gives it the most
        self._given: Params = {}  # what the calls gave in the last round
        self._bodies = checked.bodies
        supposed = (what for sort, what, _ in checked.performs if sort == "supposing")
        # A supposition calls a procedure in states in which no caller ever does, so nothing is known when one begins.
        self._supposed_procs = {what.proc for what in supposed if what.proc is not None}
        self._seen: dict[str, list[ProgramPoint]] = {}
        self._certain: dict[str, list[ProgramPoint]] = {}
        self._callers = {key: _callees(body) for key, body in checked.bodies.items()}
        self._infer()
        self.intervals.settle(self.params)
        self._seen = {}
        self._order = self._settle()

    def _settle(self) -> dict[str, list[str]]:
        """Every body with those that call it and know something of its start, procedures after their callers."""
        callers: dict[str, list[str]] = {}
        for key in sorted(self._callers):
            for proc in self._callers[key]:
                callers.setdefault(f"proc {proc}", []).append(key)
        order: dict[str, list[str]] = {}
        waiting = list(self._bodies)
        while waiting:
            ready = [key for key in waiting if all(c in order for c in callers.get(key, ()))]
            order |= {key: callers.get(key, []) if ready and self._listens(key) else [] for key in ready or waiting}
            waiting = [key for key in waiting if key not in order]
        return order

    def _listens(self, key: str) -> bool:
        """Can it matter to a procedure what its callers know? That is about what they give it, and the player."""
        proc = self.procs.get(key.removeprefix("proc ")) if key.startswith("proc ") else None
        return proc is not None and (bool(proc.params) or "player" in locals_of(self._bodies[key]))

    def body(self, key: str) -> list[ProgramPoint]:
        """What is seen in a body; what all its callers know is known at its start."""
        wanted, todo = {key}, [key]
        while todo:
            fresh = [c for c in self._order[todo.pop()] if c not in wanted and c not in self._seen]
            wanted.update(fresh)
            todo += fresh
        if key not in self._seen:
            for one in [one for one in self._order if one in wanted]:
                self._seen[one], self._certain[one] = self._points_of(self._bodies[one], self._entry(one))
        return self._seen[key]

    def forget(self) -> None:
        """Follow every body anew when it is asked for."""
        self._seen, self._certain = {}, {}

    def certain_passes(self, key: str) -> list[ProgramPoint]:
        """What is seen in those passes of its loops that are sure to come, each pass with what is known in it alone."""
        self.body(key)
        return self._certain[key]

    def _entry(self, key: str) -> Facts:
        """What holds at every call of a procedure: of its parameters, and that something of the game is not empty."""
        callers = self._order[key]
        proc = self.procs[key.removeprefix("proc ")] if callers else None
        seen = [s for c in callers for s in self._seen[c] if isinstance(s.node, typed_statements.Call)]
        calls = [s for s in seen if proc is not None and s.node.proc == proc.key]
        if proc is None or not calls or proc.key in self._supposed_procs:
            return f.NONE  # `supposing` calls it on positions that its callers never had, with other values of states
        return f.join_facts(_handed_on(self.intervals, proc, call) for call in calls)

    def _points_of(
        self, body: typed_statements.Body, entry: Facts = f.NONE
    ) -> tuple[list[ProgramPoint], list[ProgramPoint]]:
        """What is seen in a body, and in its certain passes; a sentence too long to be followed is taken as it is."""
        walker = DataflowWalker(self.intervals, self.params, entry)
        try:
            return walker.walk(body), walker.certain_passes
        except RecursionError:
            return [], []

    def numbers_given(self) -> list[tuple[str, str]]:
        """Every number that is given to a procedure, by procedure and name."""
        return [(key, p.name) for key, proc in self.procs.items() for p in proc.params if _number(p)]

    def numbers_without_range(self) -> list[tuple[str, str]]:
        """Those of them that have no range of their own: `Number`."""
        return [(key, p.name) for key, proc in self.procs.items() for p in proc.params if p.inferred]

    def _infer(self) -> None:
        """Follow the callers until no range grows any more; then see whether that was too much."""
        keys = {key for key, _ in self.numbers_given()}
        every = [body for body, called in self._callers.items() if called & keys]
        bodies = every
        for count in range(ROUNDS if keys else 0):
            grown = self._round(bodies, count + 2 >= ROUNDS)
            if not grown:
                break
            bodies = [f"proc {key}" for key in sorted(grown)]
        # Narrowing: a range that was widened may be bounded after all, by a guard in the procedure. Two more rounds
        # start from what widening gave, which holds for every call, and can only take away from it.
        for _ in range(2 if any(t.LARGEST in map(abs, bounds) for bounds in self.params.values()) else 0):
            known, self._given = self.params, {}
            self._round(every, False)
            self.params = {param: self._given.get(param, bounds) for param, bounds in known.items()}

    def _round(self, bodies: list[str], widen: bool) -> set[str]:
        grown = set()
        self._add_suppositions()
        for body in filter(self._ready, bodies):
            self._seen[body] = self._follow(body)
            grown |= self._gather(body, widen)
        return grown

    def _ready(self, body: str) -> bool:
        """Is something known of all its own parameters?"""
        return all((key, name) in self.params for key, name in self.numbers_given() if body == f"proc {key}")

    def _follow(self, body: str) -> list[ProgramPoint]:
        """Circles of calls are judged by what is written about constants alone; see `Narrowing`."""
        self.intervals.plain = self.circular(body)
        found, _ = self._points_of(self._bodies[body])
        self.intervals.plain = False
        return found

    def circular(self, body: str) -> bool:
        """Does a procedure come back to itself?"""
        seen, todo = set[str](), [body]
        while todo:
            for key in self._callers.get(todo.pop(), ()):
                called = f"proc {key}"
                if called == body:
                    return True
                if called not in seen:
                    seen.add(called)
                    todo.append(called)
        return False

    def _gather(self, body: str, widen: bool) -> set[str]:
        """Note what the calls in one body give; the procedures for which that is news."""
        grown = set()
        for seen in self._seen[body]:
            for param, bounds in self._arguments(seen.node, seen.facts):
                if self._note(param, bounds, body, widen):
                    grown.add(param[0])
        return grown

    def _arguments(self, call: Any, facts: Facts) -> Iterator[tuple[tuple[str, str], Bounds]]:
        """The numbers that a call gives; `per n w` and `at most v` are about the first thing it gives."""
        proc = self.procs.get(call.proc or "") if isinstance(call, typed_statements.Call) else None
        wanted = {param.name for param in proc.params if _number(param)} if proc is not None else set()
        for number, (name, given) in enumerate(call.args if proc is not None else ()):
            if name in wanted:
                bounds = self.intervals.bounds_of(given, facts)
                yield (call.proc, name), bounds if number else self.transfer.scaled_bounds(call, bounds, facts)

    def _add_suppositions(self) -> None:
        """What suppositions give, of which nothing more is known."""
        for sort, call, _ in self.intervals.checked.performs:
            for param, bounds in self._arguments(call, f.NONE) if sort == "supposing" else ():
                self._note(param, bounds, "", False)

    def _note(self, param: tuple[str, str], bounds: Bounds, body: str, widen: bool) -> bool:
        self._given[param] = f.span(self._given.get(param, bounds), bounds)
        known = self.params.get(param)
        new = bounds if known is None else f.span(known, bounds)
        if new == known:
            return False
        if known is None or new[1] > known[1]:
            self.largest[param] = body
        if widen and known is not None:
            new = (-t.LARGEST if new[0] < known[0] else new[0], t.LARGEST if new[1] > known[1] else new[1])
        self.params[param] = new
        return True


def _number(param: ParamInfo) -> bool:
    return param.type.bare.numeric


def _callees(body: typed_statements.Body) -> set[str]:
    return {step.proc for step in steps_of(body) if isinstance(step, typed_statements.Call) and step.proc is not None}


# ------------------------------------------------------------------ from a caller to what it calls


def _handed_on(intervals: Intervals, proc: ProcInfo, seen: ProgramPoint) -> Facts:
    """One caller's facts, said of the parameters; with them what is sure of the game, as that a set is not empty."""
    names = {"player"}
    given: dict[str, v.T] = {}
    changed = seen.node.args[0][0] if seen.node.per is not None or seen.node.most is not None else None
    for param in proc.params:
        arg = seen.node.get(param.name)
        names.add(param.name)
        if arg is not None and arg.local and param.name != changed:
            given[arg.local] = v.Local(param.name, type=param.type)
    if "player" in given or any(name != "player" or not _player(value) for name, value in seen.node.hidden):
        names.discard("player")

    def renamed(key: f.Key) -> f.Key | None:
        if isinstance(key, str):
            return given[key].name if key in given else None  # type: ignore[attr-defined]
        if isinstance(key, tuple):
            return None
        locals_ = {mark.removeprefix("local ") for mark in intervals.subjects_of(key) if mark.startswith("local ")}
        if not locals_ or not locals_ <= set(given) | {"player"} or ("player" in locals_ and "player" not in names):
            return None
        try:
            made: v.T = substitute(key, given)
        except NameCaptured:
            return None
        return made

    bounds = {renamed(key): value for key, value in seen.facts.bounds.items()}
    held = frozenset(key for key in seen.facts.sure if not isinstance(key, str | tuple) and _of_all(intervals, key))
    sure = held | {key for key in map(renamed, seen.facts.sure) if key is not None}
    return Facts({k: b for k, b in bounds.items() if k is not None and k not in names}, {}, sure)


def _of_all(intervals: Intervals, key: v.T) -> bool:
    """Is it the same wherever it is said: a zone, a state or a word without anything of the caller in it?"""
    return not any(mark.startswith("local ") for mark in intervals.subjects_of(key))


def _player(value: v.T) -> bool:
    return value.local == "player"


@memoize
def flow_of(checked: CheckedRulebook) -> RangeInference:
    """Followed when first asked for."""
    return RangeInference(checked)
