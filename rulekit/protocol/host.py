"""An object whose methods are the operations, behind input and output: one request a line, one answer a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Any

from rulekit.protocol import codec
from rulekit.protocol.in_process import as_plain_json, call_method, exception_text
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import Json


def serve(
    adapter: Any, lines: Iterable[bytes], write: Callable[[bytes], object], read: Callable[[Any], Json] = as_plain_json
) -> None:
    """Answer every request until there is none, or until `bye`; `read` makes JSON of what the adapter gives."""
    for line in lines:
        answer, op = reply(adapter, line, read)
        write(answer)
        if op == "bye":
            return


def reply(adapter: Any, line: bytes, read: Callable[[Any], Json] = as_plain_json) -> tuple[bytes, str]:
    """The answer to one line, and which operation it was; a line that is no request is told so with the id 0."""
    try:
        number, op, arguments = codec.read_request(line)
    except ValueError as wrong:
        return codec.answer(0, "error", exception_text(wrong)), ""
    with redirect_stdout(sys.stderr):  # what an engine prints is no answer
        kind, value = call_method(adapter, op, arguments, read)
    return codec.answer(number, kind, value), op.name


def serve_rules(adapter: RulesEngine) -> None:
    """The same on standard input and output, which the adapter's own prints do not reach.

    What the rules answer is JSON already, so it is not looked through a second time.
    """
    out = sys.stdout.buffer

    def write(line: bytes) -> None:
        out.write(line)
        out.flush()

    serve(adapter, sys.stdin.buffer, write, lambda answer: answer)


__all__ = ["reply", "serve", "serve_rules"]
