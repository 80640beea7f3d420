"""JSON from a file, read strictly: no doubled keys, no fractions, nothing endless, bounded in size and depth."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

DEEPEST = 64
SHOWN = 20  # letters of a number that cannot be read
LARGEST = 2**53 - 1
LONGEST = 1 << 20  # letters
MARK = "\ufeff"  # of byte order; files may have it, and who reads them takes it off


class NotStrict(ValueError):
    """A text that is no JSON of this kind; its words say why."""


def parse_json(text: str | bytes, longest: int = LONGEST, fractions: bool = False) -> Any:
    """What a text says; `NotStrict` for all that is no such text, and never anything worse.

    Games know whole numbers only; a report about them may hold `fractions`.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise NotStrict("the text is not UTF-8") from None
    if text.startswith(MARK):
        raise NotStrict("a byte order mark stands before it")
    if len(text) > longest:
        raise NotStrict(f"the text is longer than {_size(longest)}")
    if fractions:
        data = decode_json(text, FRACTIONS)
        check_json(data, fractions)
        return data
    simple = "\\u" not in text and LONG.search(text) is None and _encodable(text)
    data = decode_json(text, SIMPLE if simple else CAREFUL)
    if not simple:
        check_json(data)
    elif deep(data):
        raise NotStrict("nested too deeply")
    return data


def decode_json(text: str, decoder: json.JSONDecoder) -> Any:
    """What a decoder makes of a text; `NotStrict` if that is nothing."""
    try:
        return decoder.decode(text)
    except NotStrict:
        raise
    except (ValueError, RecursionError):
        raise NotStrict("the text is not JSON") from None


def _encodable(text: str) -> bool:
    """Without halves of letters; what was read from bytes has none."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def deep(data: Any) -> bool:
    """Is it nested more deeply than anything that is written here?"""
    level = [data] if type(data) in DEEP else []
    for _ in range(DEEPEST):
        if not level:
            return False
        level = [inner for one in level for inner in _parts(one) if type(inner) in DEEP]
    return any(level)  # at this depth there may be empty ones


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if type(value) is dict else value


def _size(letters: int) -> str:
    return "a megabyte" if letters == LONGEST else f"{letters >> 20} megabytes"


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotStrict("a key stands twice in one object")
    return found


def _no(text: str) -> Any:
    raise NotStrict(f"{text[:SHOWN]} is a number that is not whole")


def _fraction(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise NotStrict("a number is too large")
    return found


def _whole(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise NotStrict("a number is too large")
    return int(text)


# A text without escapes by number and without long numbers needs no second look at every text and number in it.
LONG = re.compile(r"[1-9][0-9]{15}")
DEEP = (dict, list)
SIMPLE = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_no, parse_constant=_no)
CAREFUL = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_no, parse_constant=_no, parse_int=_whole)
FRACTIONS = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_fraction, parse_constant=_no, parse_int=_whole)


def check_json(data: Any, fractions: bool = False) -> None:
    """Only objects, lists, texts, whole numbers, yes, no and null, and not too deep."""
    todo = [(data, 0)]
    while todo:
        value, depth = todo.pop()
        if depth > DEEPEST:
            raise NotStrict("nested too deeply")
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
                raise NotStrict("a number is too large")
        elif value is not None and not (fractions and isinstance(value, float)):
            raise NotStrict("a value is none of JSON's whole ones")


def _text(value: Any) -> None:
    if not isinstance(value, str):
        raise NotStrict("a key is no text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise NotStrict("a text holds half a letter")
    if "\0" in value:
        raise NotStrict("a text holds the letter of number 0")
