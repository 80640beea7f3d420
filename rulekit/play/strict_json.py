"""JSON as it is written here: sorted keys, integers, no doubled keys, nothing that readers could take in two ways."""

from __future__ import annotations

import json
from typing import Any

from rulekit.play.refusals import Refused

DEEPEST = 64
LARGEST = 2**53 - 1
LONGEST = 1 << 20  # bytes


def dumps(data: Any) -> str:
    """The one text of a value: two values are the same if and only if their texts are."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def loads(text: str | bytes) -> Any:
    """Read a text strictly; what is no JSON of this kind is refused, never anything worse."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("malformed", "the text is not UTF-8") from None
    if len(text) > LONGEST:
        raise Refused("malformed", "the text is longer than a megabyte")
    try:
        data = json.loads(text, object_pairs_hook=_pairs, parse_float=_no, parse_constant=_no, parse_int=_whole)
    except (ValueError, RecursionError):
        raise Refused("malformed", "the text is not JSON") from None
    checked(data)
    return data


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("malformed", "a key stands twice in one object")
    return found


def _no(text: str) -> Any:
    raise Refused("malformed", "a number that is not whole")


def _whole(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise Refused("malformed", "a number is too large")
    return int(text)


def checked(data: Any) -> None:
    """Only objects, lists, texts, whole numbers, yes, no and null, and not too deep."""
    todo = [(data, 0)]
    while todo:
        value, depth = todo.pop()
        if depth > DEEPEST:
            raise Refused("malformed", "nested too deeply")
        if isinstance(value, dict):
            for key in value:
                _text(key)
            todo += [(inner, depth + 1) for inner in value.values()]
        elif isinstance(value, list):
            todo += [(inner, depth + 1) for inner in value]
        elif isinstance(value, str):
            _text(value)
        elif isinstance(value, int):
            if abs(value) > LARGEST:
                raise Refused("malformed", "a number is too large")
        elif value is not None:
            raise Refused("malformed", "a value is none of JSON's whole ones")


def _text(value: Any) -> None:
    if not isinstance(value, str):
        raise Refused("malformed", "a key is no text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Refused("malformed", "a text holds half a letter")
