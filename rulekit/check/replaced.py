"""A checked value with another value put where a name stands."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check import typed as v
from rulekit.check.walking import fields


def put(node: Any, name: str, value: v.T) -> Any:
    """The value with `name` replaced; what does not hold the name is kept as it is."""
    if isinstance(node, v.Local):
        return value if node.name == name else node
    if isinstance(node, tuple):
        made = tuple(put(inner, name, value) for inner in node)
        return node if all(a is b for a, b in zip(made, node, strict=True)) else made
    if not isinstance(node, v.T) or isinstance(node, v.Const):
        return node
    changed = {}
    for field in fields(node):
        before = getattr(node, field)
        after = put(before, name, value)
        if after is not before:
            changed[field] = after
    return attrs.evolve(node, **changed) if changed else node
