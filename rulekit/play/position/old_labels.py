"""The names of `old` values: the word and its arguments, as a position writes them."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import fields
from rulekit.records import is_record


def label(node: Any) -> str:
    """Two values with one label mean the same."""
    if isinstance(node, v.Local):
        return node.name
    if isinstance(node, v.Const):
        return str(node.value)
    if isinstance(node, v.Read | v.ZoneAt):
        return _applied(node.state if isinstance(node, v.Read) else node.zone, node.args)
    if isinstance(node, v.Use):
        return _applied(node.word, (*node.args, *(value for _, value in node.hidden)))
    if isinstance(node, v.FieldOf):
        return _applied(node.field, (node.of,))
    if isinstance(node, v.Held | v.MapValues | v.AsSet | v.AsBag):
        return label(next(getattr(node, name) for name in fields(node)))
    if isinstance(node, v.CoreUse):
        return _applied(node.word, tuple(arg for _, arg in node.args))
    return _any(node)


def _applied(name: str, args: tuple[Any, ...]) -> str:
    return f"{name}({', '.join(label(arg) for arg in args)})" if args else name


def _any(node: Any) -> str:
    """Whatever else: its form and all its parts."""
    if isinstance(node, tuple | list):
        return f"({', '.join(label(one) for one in node)})"
    if not is_record(type(node)):
        return str(node)
    return f"{type(node).__name__.lower()}({', '.join(label(getattr(node, name)) for name in fields(node))})"
