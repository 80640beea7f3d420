"""Session with an engine: requests and answers, and the exceptions for refusals and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import attrs

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


class Unread:
    """Stands for an answer that must be read strictly before anything is said of it."""


UNREAD = Unread()


@attrs.define  # not frozen: many are made, and freezing takes longer than making
class Heard:
    """One answer, to be compared with what must be said.

    `value` is read quickly and not checked: if it equals a value of the rules, sort by sort, then it has the right
    shape as well. Whatever does not equal it is read again by `strictly`, as `ask` would.
    """

    value: Any  # also a `Refused`, or UNREAD
    strictly: Callable[[], Json]  # a refusal as a `Refused`; raises `EngineFailure`


def heard(session: Session, calls: Sequence[Call]) -> Iterator[Heard]:
    """Answers in order, up to the first call at which the engine fails; that one raises when it is read strictly.

    All of them must be taken, whatever they say: else the next question gets the answer to an earlier one.
    """
    own: Callable[[Sequence[Call]], Iterator[Heard]] | None = getattr(session, "heard", None)
    return one_by_one(session, calls) if own is None else own(calls)


def one_by_one(session: Session, calls: Sequence[Call]) -> Iterator[Heard]:
    """The same from a session that only answers."""
    for call in calls:
        try:
            (said,) = session.ask_all([call])
        except EngineFailure as wrong:
            yield failure_answer(wrong)
            return
        yield Heard(said, partial(_same, said))


def _same(said: Json) -> Json:
    return said


def failure_answer(wrong: EngineFailure) -> Heard:
    """In the place of an answer that did not come."""

    def raised() -> Json:
        raise wrong

    return Heard(UNREAD, raised)


__all__ = ["UNREAD", "Call", "EngineFailure", "Heard", "Json", "Refused", "Session", "failure_answer", "heard"]
