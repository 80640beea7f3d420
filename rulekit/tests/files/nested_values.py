"""Hypothesis strategies: good tables and JSON with values nested in any way put where other values stand."""

from __future__ import annotations

import copy
import datetime
import json
import math
from typing import Any

from hypothesis import strategies as st

from rulekit.tests.files.hostile import at, ways

WORDS = (
    "", "id", "it", "nothing", "seat-one", "Player", "{it}", "{is", "{}", "{0.__class__}", "%s", "<b>&", "a b", "-",
    "../x", "\n", "\u202e", "e\u0301", "\U0001f451", "x" * 300, "K07", "[turn.put]", "turn.put", "0", "1e9", "yes",
    "#fff", "url(x)", "$a", "*",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 64, 10_000, 10**9, 2**53, 2**63 - 1, -(2**63))
names = st.one_of(st.sampled_from(WORDS), st.text(st.characters(exclude_categories=["Cs"]), max_size=6))
plain = st.one_of(
    st.none(), st.booleans(), st.sampled_from(NUMBERS), st.integers(-3, 12), st.floats(width=32), names
)  # fmt: skip
moments = st.sampled_from(
    (datetime.date(1979, 5, 27), datetime.time(7, 32), datetime.datetime(1979, 5, 27, 7, 32, tzinfo=datetime.UTC))
)


def nested(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists in tables in lists, a few leaves in all."""
    return st.recursive(
        leaves, lambda of: st.lists(of, max_size=4) | st.dictionaries(names, of, max_size=4), max_leaves=8
    )


def deep(value: Any, levels: int, in_lists: bool) -> Any:
    """A value so many levels down."""
    for _ in range(levels):
        value = [value] if in_lists else {"a": value}
    return value


@st.composite
def bent(draw: st.DrawFn, good: Any, leaves: st.SearchStrategy[Any]) -> Any:
    """A good value in which some others stand elsewhere, are gone, doubled, wrapped up or have another name."""
    data = copy.deepcopy(good)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 4)))):
        known = [way for way in ways(data) if way]
        if not known:
            return draw(nested(leaves))
        way = draw(st.sampled_from(known))
        parent, name = at(data, way[:-1]), way[-1]
        how = draw(st.integers(0, 8))
        if how < 3:
            parent[name] = draw(nested(leaves))
        elif how == 3:
            parent[name] = copy.deepcopy(at(data, draw(st.sampled_from(known))))
        elif how == 4:
            del parent[name]
        elif how == 5:
            parent[name] = deep(parent[name], draw(st.sampled_from((1, 2, 30, 90))), draw(st.booleans()))
        elif isinstance(parent, list):
            parent.insert(0, copy.deepcopy(draw(st.sampled_from(parent)) if how == 6 else draw(nested(leaves))))
        elif how == 6:
            parent[draw(names)] = parent.pop(name)
        else:
            parent[draw(names)] = draw(nested(leaves))
    return data


def as_toml(data: dict[str, Any]) -> str:
    """A table as text; what is nested stands in one line."""
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in data.items() if value is not None)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value if one is not None) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int | float):
        return repr(value)
    return _key(value) if isinstance(value, str) else value.isoformat()


def _key(name: str) -> str:
    return json.dumps(name).replace("\x7f", "\\u007f")


def toml_texts(good: dict[str, Any]) -> st.SearchStrategy[bytes]:
    """Tables as TOML."""
    return bent(good, plain | moments).map(
        lambda data: as_toml(data if isinstance(data, dict) else {"x": data}).encode("utf-8")
    )


def json_texts(good: Any) -> st.SearchStrategy[bytes]:
    """Values as JSON, infinite numbers included."""
    return bent(good, plain).map(lambda data: json.dumps(data).encode("utf-8"))
