"""A conversation with an engine: what whoever asks it may rely on, and how it is told that it refused or failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Json = Any
Call = tuple[str, Mapping[str, Json]]  # an operation and its arguments


class Refused(ValueError):
    """The engine refuses a move, an outcome, a position: that is an answer, and nothing has changed there."""


class EngineFailure(Exception):
    """The engine did not answer, or not as agreed; what it knows is unknown.

    `kind` is one word for verdicts: `error` (it said so itself), `not-json`, `bad-schema`, `wrong-id`, `handshake`,
    or a word of whoever runs the process.
    """

    def __init__(self, said: str, kind: str = "error") -> None:
        super().__init__(said)
        self.kind = kind


class Session(Protocol):
    """One engine. Answers come in the order of the requests and have the shape that belongs to their operation."""

    def ask(self, op: str, **arguments: Json) -> Json:
        """One answer; raises `Refused` or `EngineFailure`."""

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Several answers, asked in one go; a refusal stands in its place as a `Refused`."""

    def close(self) -> None:
        """No more questions; never raises."""


__all__ = ["Call", "EngineFailure", "Json", "Refused", "Session"]
