"""A conversation with an engine that is a process: requests with numbers, answers in their order, each in time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rulekit.protocol import codec
from rulekit.protocol.session import Call, EngineFailure, EngineRefused, Json, ReceivedAnswer, failure_answer
from rulekit.runner import cleaned
from rulekit.runner.child import EngineProcess
from rulekit.runner.launch import Launch

WINDOW = 64  # requests that are sent before the first answer is read
GRACE = 1.0  # seconds in which an answer that is late is waited for, only to tell slow from stalled
IN_WORDS = ("hello", "explain")  # operations whose answers are texts for people


class PipeSession:
    """One engine; a `protocol.session.Session`. After a failure it answers nothing more: what it knows is unknown."""

    def __init__(self, launch: Launch) -> None:
        self.child = EngineProcess(launch)
        self.limits = launch.limits
        self.numbers = itertools.count(1)
        self.failure: EngineFailure | None = None
        self.greeted = False  # it has answered at least once

    # -------------------------------------------------------------- asking

    def ask(self, op: str, **arguments: Json) -> Json:
        """One answer; raises `EngineRefused` or `EngineFailure`."""
        (found,) = self.ask_all([(op, arguments)])
        if isinstance(found, EngineRefused):
            raise found
        return found

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Several answers, asked in one go; a refusal stands in its place."""
        if self.failure is not None:
            raise self.failure
        try:
            return list(self._answers(calls))
        except EngineFailure as wrong:
            self.failure = EngineFailure(cleaned.line(str(wrong)), wrong.kind)
            raise self.failure from None

    def received_answers(self, calls: Sequence[Call]) -> Iterator[ReceivedAnswer]:
        """Answers to be compared: read quickly, and strictly only where that is asked for; up to the first failure."""
        try:
            if self.failure is not None:
                raise self.failure
            self._nothing_unasked()
            waiting = [self._send(op, arguments) for op, arguments in calls]
            for number, op in waiting:
                line = self._line(op)
                self.greeted = True
                yield ReceivedAnswer(codec.decode_unchecked(line, number), partial(self._strictly, line, number, op))
        except EngineFailure as wrong:
            self.failure = EngineFailure(cleaned.line(str(wrong)), wrong.kind)
            yield failure_answer(self.failure)

    def _strictly(self, line: bytes, number: int, op: str) -> Json:
        try:
            return self._answer_in(line, number, op)
        except EngineFailure as wrong:
            self.failure = EngineFailure(cleaned.line(str(wrong)), wrong.kind)
            raise self.failure from None

    def ping(self) -> None:
        """Is it there, though nothing else is asked? A session that has `stalled` if not."""
        try:
            self.ask("ping")
        except EngineFailure as wrong:
            if wrong.kind == "timeout-step":
                self.failure = EngineFailure(str(wrong), "stalled")
                raise self.failure from None
            raise

    def _answers(self, calls: Sequence[Call]) -> Iterator[Json]:
        self._nothing_unasked()
        waiting: list[tuple[int, str]] = []
        asked = iter(calls)
        for op, arguments in itertools.islice(asked, WINDOW):
            waiting.append(self._send(op, arguments))
        for done in range(len(calls)):
            number, op = waiting[done]
            yield self._answer(number, op)
            for op, arguments in itertools.islice(asked, 1):
                waiting.append(self._send(op, arguments))

    def _send(self, op: str, arguments: Any) -> tuple[int, str]:
        number = next(self.numbers)
        self.child.send(codec.request(number, op, arguments))
        return number, op

    def _nothing_unasked(self) -> None:
        """Before the first request it is taken for the first answer, and told so."""
        said = self.child.read_unasked_output() if self.greeted else b""
        if said:
            raise EngineFailure(f"it wrote {codec.quote_bytes(said)} and was not asked; {codec.STDERR}", "unasked")

    def _answer(self, number: int, op: str) -> Json:
        line = self._line(op)
        self.greeted = True
        return self._answer_in(line, number, op)

    def _answer_in(self, line: bytes, number: int, op: str) -> Json:
        found = codec.read_answer(line, number, op)
        if isinstance(found, EngineRefused):
            return EngineRefused(cleaned.line(str(found)))
        return cleaned.value(found) if op in IN_WORDS else found

    def _line(self, op: str) -> bytes:
        if not self.greeted:
            left = self.child.born + self.limits.start - time.monotonic()
            return self.child.line(op, max(0.0, left), self.limits.start, "timeout-start")
        try:
            return self.child.line(op, self.limits.step, self.limits.step, "timeout-step")
        except EngineFailure as wrong:
            if wrong.kind == "timeout-step":
                raise EngineFailure(f"{wrong}; {self._late(op)}", wrong.kind) from None
            raise

    def _late(self, op: str) -> str:
        """Whether the answer comes after all. Nobody uses it: an engine that was late once is asked no more."""
        start, grace = time.monotonic(), GRACE
        try:
            self.child.line(op, grace, grace, "timeout-step")
        except EngineFailure:
            return f"nor in {grace:g} s after that: it is stalled, or very slow"
        more = self.limits.step + time.monotonic() - start
        return f"it came after {more:.1f} seconds: it is slow, not stalled, and a longer limit `step` would do"

    # -------------------------------------------------------------- the end of it

    def close(self) -> None:
        """It is told that this was all; what stays is ended. Never raises."""
        if self.failure is None and self.greeted and not self.child.hopeless:
            self.child.send(codec.request(next(self.numbers), "bye", {}))
        self.child.close()

    @property
    def isolation(self) -> str:
        """What stands between it and the machine: a `sandbox`, or `limits` alone."""
        return self.child.isolation


__all__ = ["PipeSession"]
