"""A value in one form of several that mean the same: sets in one order, places where nothing lies left out.

A tree lies beside the value. `"*"` is the tree of every member of a list or object, another key the tree of that member
alone; `"set": true` says that the order of the list means nothing, `"[]": true` that a member which is empty is as good
as none. Where there is no tree, values are compared as they stand.
"""

from __future__ import annotations

from typing import Any

from rulekit.play.position.strict_json import dumps

Json = Any
Tree = dict[str, Any]
EMPTY = "[]"


def normal_form(value: Json, tree: Tree | None) -> Json:
    """The value as it is compared."""
    if not tree:
        return value
    if isinstance(value, dict):
        members = {key: normal_form(one, tree.get(key, tree.get("*"))) for key, one in value.items()}
        return {key: one for key, one in members.items() if not is_empty(one)} if tree.get(EMPTY) else members
    if not isinstance(value, list):
        return value
    found = [normal_form(one, tree.get(str(n), tree.get("*"))) for n, one in enumerate(value)]
    if tree.get(EMPTY):  # pairs of a place and what lies there
        found = [one for one in found if not (isinstance(one, list) and len(one) == 2 and is_empty(one[1]))]
    return sorted(found, key=dumps) if tree.get("set") else found


def is_empty(value: Json) -> bool:
    """Nothing lies there: neither a piece, nor anything within; a view may count that."""
    if isinstance(value, dict):
        return all(is_empty(one) or (key == "count" and type(one) is int and one == 0) for key, one in value.items())
    return isinstance(value, list) and all(map(is_empty, value))


__all__ = ["EMPTY", "Tree", "is_empty", "normal_form"]
