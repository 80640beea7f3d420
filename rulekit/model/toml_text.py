"""Reading a TOML file nobody has looked at: bounded in size, depth and time; what is wrong becomes a problem."""

from __future__ import annotations

import re
from typing import Any

from rulekit.diagnostics import Problem, problem
from rulekit.limits import DEPTH_LIMIT, DOTS_LIMIT, FILE_LIMIT, LINE_LIMIT
from rulekit.model.toml_plain import plain
from rulekit.source import Span

LETTERS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}.=,\n]', re.DOTALL
)
PLACE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")
NO_VALUE = "it holds a number or a date that is none"
LAST = " (at end of document)"
KEY = re.compile(r"\('(?P<key>[^']*)',\)")


def read_toml(text: str, file: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What the file says, or why it cannot be read; nothing is raised."""
    known = plain(text)
    if known is not None:
        return known.data, []
    found = [p for p in (_size(text, file), _long_line(text, file), _depth(text, file)) if p is not None]
    if found:
        return None, found
    import tomllib

    try:
        return tomllib.loads(text), []
    except tomllib.TOMLDecodeError as slip:
        return None, [_slip(str(slip), text, file)]
    except RecursionError:
        return None, [problem("K88", Span.point(file, 1, 1), depth=DEPTH_LIMIT + 1, limit=DEPTH_LIMIT)]
    except (ValueError, OverflowError):
        return None, [
            problem("K89", Span.point(file, 1, 1), file=file, reason="it holds a number or a date that is none")
        ]


def _size(text: str, file: str) -> Problem | None:
    size = len(text) if len(text) > FILE_LIMIT else len(text.encode("utf-8", "replace"))
    return problem("K87", Span.point(file, 1, 1), "file", size=size, limit=FILE_LIMIT) if size > FILE_LIMIT else None


def _long_line(text: str, file: str) -> Problem | None:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_LIMIT:
            return problem("K87", Span.point(file, number, LINE_LIMIT), "line", length=len(line), limit=LINE_LIMIT)
    return None


def _depth(text: str, file: str) -> Problem | None:
    """Brackets in brackets and keys of many parts, counted before anybody walks into them."""
    if len(text) > FILE_LIMIT:
        return None
    depth = dots = line = begins = 0
    for found in LETTERS.finditer(text):
        sign = found[0]
        if sign == ".":
            dots += 1
        elif sign in ("=", ",", "\n"):
            dots = 0
        elif sign in ("[", "{"):
            depth, dots = depth + 1, 0
        elif sign in ("]", "}"):
            depth = max(0, depth - 1)
        if depth > DEPTH_LIMIT or dots > DOTS_LIMIT:
            line = text.count("\n", 0, found.start()) + 1
            begins = text.rfind("\n", 0, found.start()) + 1
            limit = DEPTH_LIMIT if depth > DEPTH_LIMIT else DOTS_LIMIT
            return problem("K88", Span.point(file, line, found.start() - begins + 1), depth=limit + 1, limit=limit)
    return None


def _slip(message: str, text: str, file: str) -> Problem:
    """What the TOML reader says, in our form and at its place."""
    place = PLACE.search(message)
    line, column = (int(place["line"]), int(place["column"])) if place else (text.rstrip("\n").count("\n") + 1, 1)
    reason = KEY.sub(lambda key: f"`{key['key']}`", PLACE.sub("", message).removesuffix(LAST))
    if len(reason) > 120:
        reason = reason[:120] + ".."
    return problem("K89", Span.point(file, line, column), file=file, reason=reason[:1].lower() + reason[1:])
