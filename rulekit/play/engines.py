"""The engines by name: generated Python, which is the default, and the reference, which is the meaning.

Answers are told by their number in the legal list, which is the same on both.
"""

from __future__ import annotations

from typing import Any, Protocol

from rulekit.play.machine.frames import ChancePoint, Decision, Pending, Sealed, legal_of
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.position.pending import unanswered_seats

PYTHON, REFERENCE = "python", "reference"
ENGINES = (PYTHON, REFERENCE)
DECISION, CHANCE, END = "decision", "chance", "end"
Asked = tuple[
    str, str, int, int
]  # decision, chance or end; the line; the first seat that must answer; how many moves it has

Near = tuple[Any, Machine] | None  # another state of the same game, and its machine


class Engine(Protocol):
    """One configuration made ready to run. States never change, but for `advance`."""

    name: str

    def start(self) -> Any:
        """The state in which a game begins: set up, and stopped at the first question."""

    def short_question(self, state: Any) -> Asked:
        """What must be answered, in short."""
        ...

    def pending(self, state: Any) -> Pending:
        """What the state waits for: a decision, chance, or nothing because the game is over."""

    def decide(self, state: Any, seat: int, number: int) -> Any:
        """The state after a seat has made the move of this number in its legal list."""

    def advance(self, state: Any, seat: int, number: int) -> Any:
        """Like `decide`, but the old state may be used up."""
        ...

    def draw(self, state: Any, outcome: Any) -> Any:
        """The state after chance has come out so. Raises `Refusal` if it could not."""

    def machine(self, state: Any, near: Near = None) -> Machine:
        """The same position as the reference engine holds it; what it has in common with a near one is taken from it.

        Of `near` no state may be used up: neither that one nor this.
        """
        ...

    def load_machine(self, m: Machine) -> Any:
        """The state of a position that the reference engine holds."""
        ...

    def for_playouts(self) -> Engine:
        """One that plays whole games alone, and may be faster at it."""
        ...

    def for_games(self) -> Engine:
        """One that plays from the beginning to the end, and may be faster still: what is under way cannot be seen."""
        ...


class Interpreter:
    """The engine that is the meaning: slow and plain; it remembers only what nothing it read has made untrue.

    Its states are its machines.
    """

    name = REFERENCE

    def __init__(self, setting: PreparedGame) -> None:
        self.setting = setting

    def start(self) -> Machine:
        """A machine that has run to the first question."""
        return self.setting.machine().begin()

    def short_question(self, state: Machine) -> Asked:
        """The question without its moves: sort, line, seat, and how many moves there are."""
        return asked_of(self.pending(state))

    def pending(self, state: Machine) -> Pending:
        """What the machine waits for."""
        assert state.pending is not None
        return state.pending

    def decide(self, state: Machine, seat: int, number: int) -> Machine:
        """A new machine; the old one stays as it is."""
        return state.decide(seat, legal_of(self.pending(state), seat)[number])

    advance = decide

    def draw(self, state: Machine, outcome: Any) -> Machine:
        """A new machine; the old one stays as it is."""
        return state.draw(outcome)

    def machine(self, state: Machine, near: Near = None) -> Machine:
        """The machine itself, for readers; it does not record."""
        return state.reader()

    def load_machine(self, m: Machine) -> Machine:
        """A state of this engine from a machine that was read from JSON: it is one already."""
        return m

    def for_playouts(self) -> Engine:
        """The engine to play quick games on; here no quicker one exists."""
        return self

    def for_games(self) -> Engine:
        """The engine to play whole games on; here no quicker one exists."""
        return self


def asked_of(pending: Pending) -> Asked:
    """The same in short."""
    if isinstance(pending, Decision):
        return DECISION, pending.line, pending.seat, len(pending.moves)
    if isinstance(pending, Sealed):
        seat = unanswered_seats(pending)[0]
        return DECISION, pending.line, seat, len(pending.moves[seat])
    return (CHANCE, pending.line, -1, 0) if isinstance(pending, ChancePoint) else (END, "", -1, 0)


__all__ = ["ENGINES", "PYTHON", "REFERENCE", "Engine", "legal_of"]
