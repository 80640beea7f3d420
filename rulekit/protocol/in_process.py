"""An engine in this process: its methods are called directly. For tests and measurements; nothing hostile runs so."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rulekit.data import PACKAGE
from rulekit.files.json_reading import NotStrict, check_json
from rulekit.play.position.strict_json import copy_json
from rulekit.protocol.codec import WORDS, decode_checked
from rulekit.protocol.operations import OPERATIONS, VERSION, Operation
from rulekit.protocol.session import UNREAD, Call, EngineFailure, EngineRefused, Json, ReceivedAnswer, failure_answer

BY_THE_HOST = ("ping", "bye")  # a class need not have them


class InProcess:
    """A session with an object whose methods are the operations, their arguments in order.

    What is given and what is answered is copied, so that neither side can change what the other holds.
    """

    def __init__(self, adapter: Any) -> None:
        self.adapter = adapter

    def ask(self, op: str, **arguments: Json) -> Json:
        """One answer; raises `EngineRefused` or `EngineFailure`."""
        (found,) = self.ask_all([(op, arguments)])
        if isinstance(found, EngineRefused):
            raise found
        return found

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Several answers; a refusal stands in its place."""
        with redirect_stdout(sys.stderr):  # what an engine prints is no part of a report
            return [self._one(OPERATIONS[name], arguments) for name, arguments in calls]

    def received_answers(self, calls: Sequence[Call]) -> Iterator[ReceivedAnswer]:
        """Answers to be compared, as the methods gave them, up to the first failure; the next call may change them."""
        for name, arguments in calls:
            ours, sys.stdout = sys.stdout, sys.stderr  # what an engine prints is no part of a report
            try:
                found = self._receive(
                    name, [copy_json(arguments[one]) for one in OPERATIONS[name].names] if arguments else ()
                )
            finally:
                sys.stdout = ours
            yield found
            if found.value is UNREAD:
                return

    def _receive(self, name: str, arguments: Sequence[Json]) -> ReceivedAnswer:
        if name in BY_THE_HOST:
            return ReceivedAnswer(None, partial(_strictly, name, None))
        try:
            given = getattr(self.adapter, name)(*arguments)
        except KeyboardInterrupt:
            raise
        except ValueError as refusal:
            if not OPERATIONS[name].refusable:
                return failure_answer(EngineFailure(f"{name} failed: {in_short(refusal)}"))
            given = EngineRefused(exception_text(refusal))
        except BaseException as wrong:
            return failure_answer(EngineFailure(f"{name} failed: {in_short(wrong)}"))
        return ReceivedAnswer(given, partial(_strictly, name, given))

    def _one(self, op: Operation, arguments: Any) -> Json:
        kind, value = call_method(self.adapter, op, [copy_json(arguments[name]) for name in op.names])
        return decode_checked(op, kind, value)

    def close(self) -> None:
        """Nothing is left to end."""


def as_plain_json(value: Any) -> Json:
    """What a program of its own would have sent: lists for tuples, and nothing but JSON."""
    found = _as_lists(value)
    check_json(found)
    return found


def _as_lists(value: Any) -> Json:
    if isinstance(value, dict):
        return {key: _as_lists(inner) for key, inner in value.items()}
    return [_as_lists(inner) for inner in value] if isinstance(value, list | tuple) else value


def call_method(
    adapter: Any, op: Operation, arguments: list[Json], read: Callable[[Any], Json] = as_plain_json
) -> tuple[str, Json]:
    """One method of an object: `ok` and the value, `refused` or `error` and words; `read` makes JSON of the value."""
    if op.name in BY_THE_HOST:
        return "ok", None
    try:
        method = getattr(adapter, op.name)
        found = method() if op.name == "hello" else method(*arguments)
    except KeyboardInterrupt:
        raise
    except ValueError as refusal:
        return ("refused", exception_text(refusal)) if op.refusable else ("error", in_short(refusal))
    except BaseException as wrong:
        return "error", in_short(wrong)
    try:
        return "ok", read(_welcome(found) if op.name == "hello" else found)
    except (NotStrict, RecursionError) as wrong:
        return "error", f"it answered what cannot be written as JSON ({exception_text(wrong)})"


def _strictly(name: str, given: Any) -> Json:
    """What was given, once it is known to be plain data of the right shape."""
    op = OPERATIONS[name]
    if isinstance(given, EngineRefused):
        return given
    try:
        return decode_checked(op, "ok", as_plain_json(given))
    except (NotStrict, RecursionError) as wrong:
        told = f"{op.name} failed: it answered what cannot be written as JSON ({exception_text(wrong)})"
        raise EngineFailure(told) from None


def _welcome(found: Any) -> Any:
    """The handshake of a class in Python says everything but the version, which is that of the host."""
    return {"rcp": VERSION, **found} if isinstance(found, dict) else found


def exception_text(wrong: BaseException) -> str:
    """The words of an exception, on one line; also of one that cannot tell them."""
    try:
        return " ".join(str(wrong).split())[:WORDS]
    except Exception:
        return ""


def in_short(wrong: BaseException) -> str:
    """What an engine raised, on one line, and where."""
    spots = [frame for frame in extract_tb(wrong.__traceback__) if not _ours(frame.filename)]
    where = f" ({Path(spots[-1].filename).name}:{spots[-1].lineno})" if spots else ""
    words = exception_text(wrong)
    return f"{type(wrong).__name__}{f': {words}' if words else ''}{where}"


def _ours(file: str) -> bool:
    return file.startswith(("<frozen", str(PACKAGE)))


__all__ = ["InProcess", "as_plain_json", "call_method", "in_short"]
