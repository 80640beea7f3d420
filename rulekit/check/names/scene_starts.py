"""Starts of scenes by their names: which of them each goes on from, and none from itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulekit.diagnostics import nearest
from rulekit.model import scenes as sc

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def by_name(e: Elaborator, nodes: list[sc.Start]) -> dict[str, sc.Start]:
    """Every start by its name, which no two share."""
    found: dict[str, sc.Start] = {}
    for node in nodes:
        if node.name in found:
            there = ((found[node.name].span, "first declared here"),)
            e.wrong("K11", node.span, "declared", name=node.name, what="a start", also=there)
        found.setdefault(node.name, node)
    return found


def chain(e: Elaborator, node: sc.Start | sc.Scene, known: Mapping[str, sc.Start]) -> tuple[str, ...]:
    """The names of all starts that one goes on from, the first of them first; none if one is not there."""
    passed = [node.name] if isinstance(node, sc.Start) else []
    found: tuple[str, ...] = ()
    origin = _origin(node)
    while origin is not None:
        if origin.name not in known:
            e.wrong("K07", origin.span, "start", name=origin.name, near=nearest(origin.name, list(known)))
            return ()
        if origin.name in passed:
            e.wrong("K34", origin.span, "start", name=origin.name, chain=[*passed, origin.name])
            return ()
        passed.append(origin.name)
        found = (origin.name, *found)
        origin = _origin(known[origin.name])
    return found


def _origin(node: sc.Start | sc.Scene) -> sc.From | None:
    return next((line for line in node.lines if isinstance(line, sc.From)), None)
