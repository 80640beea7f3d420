"""Every variant of generated code beside the reference: given the same answers, it must say the same after each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import attrs

from rulekit.gamestate.game_state import GameState
from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.engine_variants import VARIANTS
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import Interpreter, legal_of
from rulekit.play.machine.frames import ChancePoint, Decision, Move, Over, Pending, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import Bits
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.pending import unanswered_seats
from rulekit.play.position.strict_json import dumps

Answer = tuple[Any, ...]  # seat and number of a move, or an outcome alone
Outcome = Machine | Fault  # what comes of an answer
Found = TypeVar("Found")
Engines = Mapping[str, Generated]  # variants by their names
FAULT, NONE = "fault", "none"


def variants(setting: PreparedGame, names: Iterable[str] = VARIANTS) -> Engines:
    """Some variants of generated code for one configuration, each written once; all, if none are named."""
    return {name: _variant(setting, name) for name in names}


@memoize
def _variant(setting: PreparedGame, name: str) -> Generated:
    return Generated(setting, VARIANTS[name])


@attrs.frozen
class VariantDifference:
    """What a variant says otherwise than the reference."""

    variant: str
    what: str
    reference: str
    generated: str
    answers: int = 0  # of players and of chance, before it showed
    line: str = ""  # that was answered last

    def __str__(self) -> str:
        return f"{self.what} differs in the {self.variant} variant\n  {self.reference}\n  {self.generated}"


class VariantRunner:
    """Variants of generated code that are given the answers of a game on the reference, whoever drives that."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self.states: dict[str, Any] = {}

    def begin(self, truth: Outcome) -> VariantDifference | None:
        """All begin; `truth` is what the reference has begun with."""
        return self._each(truth, lambda name, engine: engine.start())

    def answer(self, answer: Answer, truth: Outcome) -> VariantDifference | None:
        """All are given an answer; `truth` is what came of it on the reference."""
        return self._each(truth, lambda name, engine: apply_answer(engine, self.states[name], answer))

    def _each(self, truth: Outcome, act: Callable[[str, Generated], Any]) -> VariantDifference | None:
        expected = {FAULT: str(truth)} if isinstance(truth, Fault) else {FAULT: NONE, **said_by_reference(truth)}
        for name, engine in self.engines.items():
            found = self._describe_variant(name, engine, act)
            for what, value in expected.items():
                if found.get(what, value) != value:
                    return VariantDifference(name, what, str(value), str(found[what]))
        return None

    def _describe_variant(self, name: str, engine: Generated, act: Callable[[str, Generated], Any]) -> dict[str, Any]:
        """What a variant says after a step; code that breaks down says so, which no reference does."""
        try:
            state = self.states[name] = act(name, engine)
            return {FAULT: NONE, **variant_account(engine, state)}
        except Fault as fault:
            return {FAULT: str(fault)}
        except Exception as broken:
            return {FAULT: f"the generated code broke down: {type(broken).__name__}: {broken}"}


def fault_or_result(act: Callable[[], Found]) -> Found | Fault:
    """What comes of a step, which may be a fault of the rules."""
    try:
        return act()
    except Fault as fault:
        return fault


def apply_answer(engine: Any, state: Any, answer: Answer) -> Any:
    """One answer on; the state before is used up where the engine is not made for branches."""
    if len(answer) == 1:
        return engine.draw(state, answer[0])
    branches = not isinstance(engine, Generated) or engine.manner.shared
    return (engine.decide if branches else engine.advance)(state, *answer)


# ------------------------------------------------------------------ games


def first_difference(
    setting: PreparedGame, answers: Iterable[Answer], engines: Engines | None = None
) -> VariantDifference | None:
    """The first difference in a game that is told by its answers; those behind a fault or the end are not given."""
    given = iter(answers)
    return _first_parting(setting, lambda pending: next(given, None), engines)


def random_difference(
    setting: PreparedGame, bits: Bits, longest: int, engines: Engines | None = None
) -> VariantDifference | None:
    """The first difference in a random game of at most so many answers."""
    left = iter(range(longest))
    return _first_parting(
        setting, lambda pending: None if next(left, None) is None else random_answer(pending, bits), engines
    )


def _first_parting(
    setting: PreparedGame, choose: Callable[[Pending], Answer | None], engines: Engines | None
) -> VariantDifference | None:
    """A game on the reference, with variants beside it, until they part, it is over, or there is no answer."""
    reference, alongside = Interpreter(setting), VariantRunner(variants(setting) if engines is None else engines)
    here, line, made = fault_or_result(reference.start), "", 0
    found = alongside.begin(here)
    while found is None and not isinstance(here, Fault) and not isinstance(here.pending, Over):
        assert here.pending is not None
        answer = choose(here.pending)
        if answer is None:
            return None
        line, made = getattr(here.pending, "line", ""), made + 1
        here = fault_or_result(partial(apply_answer, reference, here, answer))
        found = alongside.answer(answer, here)
    return None if found is None else attrs.evolve(found, answers=made, line=line)


def random_answer(pending: Pending, bits: Bits) -> Answer:
    """The number of a move of the first seat that is asked, or an outcome."""
    if isinstance(pending, ChancePoint):
        return (pending.draw_one(bits),)
    assert isinstance(pending, Decision | Sealed)
    seat = pending.seat if isinstance(pending, Decision) else unanswered_seats(pending)[0]
    return seat, bits.below(len(legal_of(pending, seat)))


# ------------------------------------------------------------------ what is said


def said_by_reference(m: Machine) -> dict[str, Any]:
    """What every variant must say as well."""
    assert m.pending is not None
    lines = {"lines that ran": m.lines, "line that ended it": m.lines[-1:]}
    return {**_describe_state(m.pending, m.table, m), **lines, "what is under way": running_bodies(m.frames)}


def variant_account(engine: Generated, state: Any) -> dict[str, Any]:
    """The same of a variant, as far as it keeps it."""
    pending = engine.pending(state)
    over = isinstance(pending, Over)
    found = _describe_state(pending, state.table(), engine.machine(state) if over else None)
    if isinstance(engine.driver, Driver):  # in a generator nobody can see it
        found["what is under way"] = running_bodies(state.frames)
    if engine.manner.traced:
        found["lines that ran"] = list(state.lines)
        state.lines.clear()
    elif over:
        found["line that ended it"] = state.lines[-1:]
    return found


def _describe_state(pending: Pending, table: GameState, m: Machine | None) -> dict[str, Any]:
    found = {"what is asked": question_of(pending), **table_contents(table)}
    return {**found, "result": _result(m)} if isinstance(pending, Over) and m is not None else found


def running_bodies(frames: Iterable[Any]) -> list[Any]:
    """Where each body that has begun stands."""
    return [(frame.key, frame.pc, frame.menu, frame.phase) for frame in frames]


def question_of(pending: Pending) -> Any:
    """What is asked, with every move in order."""
    if isinstance(pending, Decision):
        return "decision", pending.line, pending.seat, moves(pending.moves)
    if isinstance(pending, Sealed):
        legal = {seat: moves(found) for seat, found in pending.moves.items()}
        return "sealed", pending.line, pending.asked, legal, pending.answers
    if isinstance(pending, ChancePoint):
        return "chance", pending.line, pending.kind, pending.domain, pending.count, pending.type
    return "end", pending.won_by


def moves(found: Iterable[Move]) -> list[Any]:
    """Moves with all that two of them can differ in."""
    return [(move.name, move.args, move.how, move.action, move.group, move.types) for move in found]


def table_contents(table: GameState) -> dict[str, Any]:
    """States and zones; yes and 1 are not the same."""
    states = {name: sorted(held.items(), key=repr) for name, held in table.states.items()}
    zones = sorted((zone, pieces) for zone, pieces in table.zones.items() if pieces)
    return {"the states": repr(states), "the zones": zones, "places of pieces": table.where}


def _result(m: Machine) -> str:
    """A game that ends without a result does so in every variant."""
    try:
        return dumps(json_api.result(m))
    except Fault as fault:
        return str(fault)
