"""The engines by name: the reference, which is the meaning, and generated Python, which is the default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rulekit.play import answer
from rulekit.play.frames import Move, Pending
from rulekit.play.machine import Machine
from rulekit.play.setting import Setting
from rulekit.play.verdict import legal

PYTHON, REFERENCE = "python", "reference"
ENGINES = (PYTHON, REFERENCE)


class Engine(Protocol):
    """One configuration made ready to run. States never change; an answer gives a new one."""

    name: str

    def start(self) -> Any: ...

    def pending(self, state: Any) -> Pending: ...

    def moves(self, state: Any, seat: int) -> Sequence[Any]:
        """What a seat may answer, in canonical order, as this engine holds it."""
        ...

    def decide(self, state: Any, seat: int, index: int) -> Any:
        """The state after the legal move of that number."""
        ...

    def draw(self, state: Any, outcome: Any) -> Any: ...

    def machine(self, state: Any) -> Machine:
        """The same position as the reference engine holds it."""
        ...

    def loaded(self, m: Machine) -> Any:
        """The state of a position that the reference engine holds."""
        ...


class Reference:
    """The interpreter: its states are its machines."""

    name = REFERENCE

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def start(self) -> Machine:
        return answer.begin(self.setting.machine())

    def pending(self, state: Machine) -> Pending:
        assert state.pending is not None
        return state.pending

    def moves(self, state: Machine, seat: int) -> tuple[Move, ...]:
        return legal(state, seat)

    def decide(self, state: Machine, seat: int, index: int) -> Machine:
        return answer.decide(state, seat, legal(state, seat)[index])

    def draw(self, state: Machine, outcome: Any) -> Machine:
        return answer.draw(state, outcome)

    def machine(self, state: Machine) -> Machine:
        return state

    def loaded(self, m: Machine) -> Machine:
        return m


def engine_for(name: str, setting: Setting) -> Engine:
    """The engine of that name for one configuration."""
    return Reference(setting)
