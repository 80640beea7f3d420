"""TOML as nearly every table writes it: one plain value to a line. What is written otherwise is left to a full reader.

A file that this reader understands means the same to every TOML reader; it is many times quicker.
"""

from __future__ import annotations

import functools
import re
from typing import Any, NamedTuple

from rulekit.limits import FILE_LIMIT, LINE_LIMIT

STRING = r'"[^"\\\x00-\x1f\x7f]*"'
LINE = re.compile(
    rf"(?P<key>[A-Za-z][A-Za-z0-9_-]*) = (?:(?P<text>{STRING})|(?P<list>\[(?:{STRING}(?:, {STRING})*)?\])"
    r"|(?P<number>0|-?[1-9][0-9]{0,8})|(?P<flag>true|false))"
    r"|\[\[(?P<table>[A-Za-z][A-Za-z0-9_-]*)\]\]"
    r"|(?P<rest>#[^\x00-\x08\x0a-\x1f\x7f]*|)"
)
TEXTS = re.compile(r'"([^"]*)"')


class Table(NamedTuple):
    """A table `[[name]]`: the line it begins on, and that of every key."""

    name: str
    line: int
    keys: dict[str, int]


class Plain(NamedTuple):
    """What a file says, and where."""

    data: dict[str, Any]
    tables: list[Table]
    lines: list[str]


@functools.lru_cache(maxsize=1)
def plain(text: str) -> Plain | None:
    """The file, if every line of it is plain; whoever asks must not change what it is given."""
    if len(text) > FILE_LIMIT // 4:
        return None
    lines = text.split("\n")
    data: dict[str, Any] = {}
    tables: list[Table] = []
    heads: set[str] = set()
    here, keys = data, dict[str, int]()
    for number, line in enumerate(lines, 1):
        found = LINE.fullmatch(line)
        if found is None or len(line) > LINE_LIMIT:
            return None
        kind = found.lastgroup
        if kind == "table":
            name = found["table"]
            if name in data and name not in heads:
                return None
            heads.add(name)
            keys, here = {}, {}
            tables.append(Table(name, number, keys))
            data.setdefault(name, []).append(here)
        elif kind != "rest":
            key = found["key"]
            if key in here:
                return None
            keys[key] = number
            here[key] = _value(found, kind)
    return Plain(data, tables, lines)


def _value(found: re.Match[str], kind: str | None) -> Any:
    if kind == "text":
        return found["text"][1:-1]
    if kind == "list":
        return TEXTS.findall(found["list"])
    return int(found["number"]) if kind == "number" else found["flag"] == "true"
