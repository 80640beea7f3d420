"""Session with an engine: requests and answers, and the exceptions for refusals and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

import attrs

Json = Any
Call = tuple[str, Mapping[str, Json]]  # an operation and its arguments


class EngineRefused(ValueError):
    """The engine refuses a move, an outcome, a position: that is an answer, and nothing has changed there."""


class EngineFailure(Exception):
    """The engine did not answer, or not as agreed; what it knows is unknown.

    `kind` is one word for verdicts: `error` (it said so itself), `not-json`, `bad-schema`, `wrong-id`, `handshake`,
    or a word of whoever runs the process.
    """

    def __init__(self, said: str, kind: str = "error") -> None:
        super().__init__(said)
        self.kind = kind


class EngineSession(Protocol):
    """One engine. Answers come in the order of the requests and have the shape that belongs to their operation."""

    def ask(self, op: str, **arguments: Json) -> Json:
        """One answer; raises `EngineRefused` or `EngineFailure`."""

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Several answers, asked in one go; a refusal stands in its place as an `EngineRefused`."""

    def close(self) -> None:
        """No more questions; never raises."""


class UnparsedAnswer:
    """Stands for an answer that must be read strictly before anything is said of it."""


UNREAD = UnparsedAnswer()


@attrs.define  # not frozen: many are made, and freezing takes longer than making
class ReceivedAnswer:
    """One answer, to be compared with what must be said.

    `value` is read quickly and not checked: if it equals a value of the rules, sort by sort, then it has the right
    shape as well. Whatever does not equal it is read again by `strictly`, as `ask` would.
    """

    value: Any  # also an `EngineRefused`, or UNREAD
    strictly: Callable[[], Json]  # a refusal as an `EngineRefused`; raises `EngineFailure`


@runtime_checkable
class ComparableSession(EngineSession, Protocol):
    """A session that asks all in one go and gives answers to be compared before they are read strictly."""

    def received_answers(self, calls: Sequence[Call]) -> Iterator[ReceivedAnswer]:
        """Answers in order, up to the first call at which the engine fails."""
        ...


def received_answers(session: EngineSession, calls: Sequence[Call]) -> Iterator[ReceivedAnswer]:
    """Answers in order, up to the first call at which the engine fails; that one raises when it is read strictly.

    All of them must be taken, whatever they say: else the next question gets the answer to an earlier one.
    """
    return session.received_answers(calls) if isinstance(session, ComparableSession) else one_by_one(session, calls)


def one_by_one(session: EngineSession, calls: Sequence[Call]) -> Iterator[ReceivedAnswer]:
    """The same from a session that only answers."""
    for call in calls:
        try:
            (said,) = session.ask_all([call])
        except EngineFailure as wrong:
            yield failure_answer(wrong)
            return
        yield ReceivedAnswer(said, partial(_same, said))


def _same(said: Json) -> Json:
    return said


def failure_answer(wrong: EngineFailure) -> ReceivedAnswer:
    """In the place of an answer that did not come."""

    def raised() -> Json:
        raise wrong

    return ReceivedAnswer(UNREAD, raised)


__all__ = [
    "UNREAD",
    "Call",
    "ComparableSession",
    "EngineFailure",
    "EngineRefused",
    "EngineSession",
    "Json",
    "ReceivedAnswer",
    "failure_answer",
    "received_answers",
]
