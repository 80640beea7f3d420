"""JSON as it is written here: sorted keys, integers, no doubled keys, nothing that readers could take in two ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulekit.files import json_reading, reading
from rulekit.files.json_reading import DEEPEST, LARGEST, LONGEST
from rulekit.play.refusals import Refused

LONGEST_FILE = 8 << 20  # letters; a recorded game may be longer than what is sent back and forth


WRITTEN: dict[str, Any] = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False, "allow_nan": False}
ENCODER = json.JSONEncoder(**WRITTEN)


def dumps(data: Any) -> str:
    """The one text of a value: two values are the same if and only if their texts are."""
    return ENCODER.encode(data)


def loads(text: str | bytes, longest: int = LONGEST) -> Any:
    """Read a text strictly; what is no JSON of this kind is refused, never anything worse."""
    try:
        return json_reading.parse_json(text, longest)
    except json_reading.NotStrict as why:
        raise Refused("malformed", str(why)) from None


def from_file(path: Path) -> Any:
    """What a file holds, read as strictly; the mark that some editors put in front is no part of it."""
    try:
        return from_bytes(reading.read(path, 4 * LONGEST_FILE))
    except Refused as wrong:
        raise Refused(wrong.code, f"{path}: {'; '.join(wrong.reasons)}") from None


def from_bytes(data: bytes) -> Any:
    """The same of bytes that came from a file or from standard input."""
    return loads(reading.strip_bom(data), LONGEST_FILE)


def copy_json(value: Any) -> Any:
    """A value of one's own, to do with as one likes."""
    if isinstance(value, dict):
        return {key: inner if type(inner) is str else copy_json(inner) for key, inner in value.items()}
    return [copy_json(inner) for inner in value] if isinstance(value, list) else value


def check_strict_json(data: Any) -> None:
    """Only objects, lists, texts, whole numbers, yes, no and null, and not too deep."""
    try:
        json_reading.check_json(data)
    except json_reading.NotStrict as why:
        raise Refused("malformed", str(why)) from None


__all__ = [
    "DEEPEST",
    "LARGEST",
    "LONGEST",
    "check_strict_json",
    "copy_json",
    "dumps",
    "from_bytes",
    "from_file",
    "loads",
]
