"""Files of JSON as nobody should write them: good ones with anything put in their place, and texts that are none."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Json = Any
VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 99, 10**6, 2**31, 2**53 - 1, 2**53, -(2**63), 10**30, "", "x", "0",
    "a" * 5000, "\0", "\u202e", "\u00e9",
    [], {}, [[]], [None], [0, 0], [-1, 5], {"a": 1}, {"do": "x"}, "../../etc/passwd", "sha256:0", "laws", 0.5,
)  # fmt: skip
RAW = (
    "1e400",
    "-0",
    "NaN",
    "Infinity",
    "1.0",
    '"\\ud800"',
    "[" * 3000,
    "[" * 70 + "]" * 70,
    '{"a":1,"a":2}',
    "9" * 4000,
    "tru",
    "",
)


def ways(data: Json, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands, from the outside in."""
    yield here
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield from ways(value, (*here, name))


def at(data: Json, way: tuple[Any, ...]) -> Json:
    for step in way:
        data = data[step]
    return data


def changed(data: Json, source: Random) -> Json:
    """One thing is replaced, taken away, doubled, renamed, or moved to another place."""
    data = copy.deepcopy(data)
    known = [way for way in ways(data) if way]
    if not known:
        return source.choice(VALUES)
    way = source.choice(known)
    parent, name = at(data, way[:-1]), way[-1]
    how = source.randrange(8)
    if how < 3:
        parent[name] = copy.deepcopy(source.choice(VALUES))
    elif how == 3:
        del parent[name]
    elif how == 4:
        other = source.choice(known)
        parent[name] = copy.deepcopy(at(data, other))
    elif how == 5 and isinstance(parent, list):
        parent += [copy.deepcopy(parent[name])] * source.choice((1, 2, 50))
    elif how == 6 and isinstance(parent, dict):
        parent[str(source.choice(VALUES))] = parent.pop(name)
    elif isinstance(parent[name], int):
        parent[name] += source.choice((-1, 1, 1000))
    elif isinstance(parent, list):
        source.shuffle(parent)
    else:
        parent[name] = [parent[name]]
    return data


def spoilt(data: Json, source: Random) -> bytes:
    """The bytes of a file: mostly JSON that says something wrong, sometimes none at all."""
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        data = changed(data, source)
    text = json.dumps(data, ensure_ascii=source.random() < 0.5)
    how = source.randrange(10)
    if how == 0:
        cut = source.randrange(len(text) + 1)
        text = text[:cut] + source.choice(RAW) + text[cut + source.randrange(4) :]
    elif how == 1:
        digits = [place for place, one in enumerate(text) if one.isdigit()]
        place = source.choice(digits) if digits else 0
        text = text[:place] + source.choice(RAW) + text[place + 1 :]
    made = text.encode("utf-8", "surrogatepass")
    if source.randrange(20) == 0:
        place = source.randrange(len(made) + 1)
        made = made[:place] + source.choice((b"\xff", b"\0", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"")) + made[place + 1 :]
    return source.choice((b"", b"", b"", b"\xef\xbb\xbf")) + made


def lines(data: list[Json], source: Random, framed: Callable[[str], bytes] | None = None) -> bytes:
    """A file of lines, some of them spoilt; `framed` gives each its right checksum."""
    found = []
    for one in data:
        raw = spoilt(one, source).replace(b"\n", b" ") if source.random() < 0.5 else json.dumps(one).encode()
        found.append(raw + b"\n" if framed is None else framed(raw.decode("utf-8", "replace")))
    return b"".join(found)


def table(text: str, source: Random) -> bytes:
    """A table in which values, names and lines are others."""
    rows = text.split("\n")
    for _ in range(source.choice((1, 1, 2, 5))):
        place = source.randrange(len(rows))
        name, mark, _ = rows[place].partition(" = ")
        value = source.choice(
            (*map(json.dumps, VALUES), *RAW, "{a = 1}", "1979-05-27", "'''", "[[row]]", "nan", "0x10")
        )
        rows[place] = source.choice(
            (f"{name} = {value}", f"{name}{mark}{value}", value, f"{rows[place]}\n{rows[place]}", "")
        )
    return "\n".join(rows).encode("utf-8", "surrogatepass")
