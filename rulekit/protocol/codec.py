"""Encoding of requests and answers as lines: written canonically, read strictly, every fault a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.files.json_reading import SIMPLE, NotStrict, decode_json, parse_json
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.json_shapes import short_json
from rulekit.protocol.operations import OPERATIONS, Operation
from rulekit.protocol.session import UNREAD, EngineFailure, EngineRefused, Json

LONGEST_LINE = 1 << 20  # bytes, the end of the line not counted
SHOWN = 80  # letters of what is no answer
WORDS = 400  # letters of what an engine says in words
STDERR = "what is no answer belongs to standard error"


def request(number: int, op: str, arguments: Mapping[str, Json]) -> bytes:
    """One request as a line, its arguments in the order of the table."""
    given = "".join(f",{dumps(name)}:{dumps(arguments[name])}" for name in OPERATIONS[op].names)
    return f'{{"id":{number},"op":"{op}"{given}}}\n'.encode()


def answer(number: int, kind: str, value: Json) -> bytes:
    """One answer as a line; `kind` is ok, refused or error."""
    return f'{{"id":{number},"{kind}":{dumps(value)}}}\n'.encode()


# ------------------------------------------------------------------ read by who asks


def read_answer(line: bytes, number: int, op: str) -> Json:
    """The answer to a request: a value, or an `EngineRefused`; raises `EngineFailure` for all that is no answer."""
    data = _object(line, op)
    if "id" not in data or type(data["id"]) is not int or data["id"] != number:
        said = short_json(data["id"]) if "id" in data else "none"
        raise EngineFailure(f"{op} was request {number}, and it answered to {said}", "wrong-id")
    kinds = [kind for kind in ("ok", "refused", "error") if kind in data]
    if len(kinds) != 1:
        told = f"with {' and '.join(kinds)} in one" if kinds else "with none of ok, refused, error"
        raise EngineFailure(f"to {op} it answered {told}: {short_json(data)}", "bad-schema")
    return decode_checked(OPERATIONS[op], kinds[0], data[kinds[0]])


def decode_unchecked(line: bytes, number: int) -> Any:
    """The value or refusal of an answer, its shape unchecked; UNREAD if it must be read by `answered`.

    Doubled keys and fractions are found here already, since a value that was read does not show them any more.
    """
    try:
        data = decode_json(line.decode(), SIMPLE)
    except ValueError:
        return UNREAD
    if type(data) is not dict or len(data) != 2 or type(data.get("id")) is not int or data["id"] != number:
        return UNREAD
    if "ok" in data:
        return data["ok"]
    return EngineRefused(data["refused"]) if type(data.get("refused")) is str else UNREAD


def _object(line: bytes, op: str) -> dict[str, Json]:
    line = line.rstrip(b"\r\n")
    if len(line) > LONGEST_LINE:
        raise EngineFailure(f"the answer to {op} is longer than {LONGEST_LINE:,} bytes", "oversize")
    try:
        data = parse_json(line)
    except NotStrict as why:
        raise EngineFailure(
            f"to {op} it answered what cannot be read ({why}): {quote_bytes(line)}{_hint(line)}", "not-json"
        ) from None
    if not isinstance(data, dict):
        raise EngineFailure(f"to {op} it answered no object: {quote_bytes(line)}; {STDERR}", "bad-schema")
    return data


def _hint(line: bytes) -> str:
    """What begins like an answer is one that was written badly, and nothing that was printed."""
    return "" if line.lstrip(b"\xef\xbb\xbf \t").startswith(b'{"') else f"; {STDERR}"


def decode_checked(op: Operation, kind: str, value: Json) -> Json:
    """An answer whose shape is right; raises `EngineFailure` with what the operation must answer."""
    if kind == "ok":
        wrong = op.answer.problem_in(value)
        if wrong:
            where = "" if wrong.startswith("it must") else f": {wrong}"
            raise EngineFailure(f"{op.name} must answer {op.told}, not {short_json(value)}{where}", "bad-schema")
        return value
    if not isinstance(value, str):
        raise EngineFailure(f"to {op.name} it answered {kind} with {short_json(value)}, which is no text", "bad-schema")
    if kind == "error":
        raise EngineFailure(f"{op.name} failed: {value[:WORDS]}")
    if not op.refusable:
        raise EngineFailure(f"{op.name} cannot be refused, and it did: {value[:WORDS]}", "bad-schema")
    return EngineRefused(value)


def quote_bytes(line: bytes) -> str:
    """Bytes that are no answer, so that they can be shown."""
    return repr(line[:SHOWN].decode("utf-8", "replace")) + (".." if len(line) > SHOWN else "")


# ------------------------------------------------------------------ read by who answers


def read_request(line: bytes) -> tuple[int, Operation, list[Any]]:
    """The number, the operation and its arguments in their order; raises `ValueError` in words."""
    data = parse_json(line.rstrip(b"\r\n"))
    if not isinstance(data, dict) or type(data.get("id")) is not int:
        raise ValueError('a request is an object {"id": .., "op": .., ..}')
    op = OPERATIONS.get(data["op"]) if isinstance(data.get("op"), str) else None
    if op is None:
        raise ValueError(f"there is no operation {short_json(data.get('op'))}")
    missing = [name for name in op.names if name not in data]
    if missing:
        raise ValueError(f"{op.name} needs {', '.join(missing)}")
    return data["id"], op, [data[name] for name in op.names]


__all__ = [
    "LONGEST_LINE",
    "answer",
    "decode_checked",
    "decode_unchecked",
    "quote_bytes",
    "read_answer",
    "read_request",
    "request",
]
