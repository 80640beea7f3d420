"""K71: tables of states, ranges and spaces that are too large to be listed, and spaces without a place."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.emit import problem_at
from rulekit.check.names import symbol_info as i
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem
from rulekit.limits import ENTRIES_LIMIT, MEMBERS_LIMIT, PIECES_LIMIT, RANGE_LIMIT
from rulekit.model import declarations as d
from rulekit.typesystem import types as t


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K71 for each state, space, type or range with more members than can be listed.

    A declaration::

        type Slot is 0 to 299
        state seen at Slot at Slot is yes or no

    These are 90,000 answers to be kept.
    """
    sizing = Sizing(checked.symbols)
    yield from _types(checked, sizing)
    yield from _spaces(checked, sizing)
    yield from _pieces(checked)
    yield from _ranges(checked)
    yield from _states(checked, sizing)


def _types(checked: CheckedRulebook, sizing: Sizing) -> Iterator[Problem]:
    for decl in checked.rulebook.declarations_of(d.TypeDecl):
        kind = checked.symbols.types.get(decl.name, t.UNKNOWN)
        if kind.numeric and sizing.members(kind) > MEMBERS_LIMIT:
            yield problem_at("K71", decl.span, "type", name=decl.name, count=sizing.members(kind), limit=MEMBERS_LIMIT)


def _spaces(checked: CheckedRulebook, sizing: Sizing) -> Iterator[Problem]:
    for space in checked.symbols.spaces.values():
        if not sizing.places(space.name):
            yield problem_at("K71", space.span, "no-places", name=space.name)
        if sizing.places(space.name) > MEMBERS_LIMIT:
            yield problem_at(
                "K71", space.span, "type", name=space.name, count=sizing.places(space.name), limit=MEMBERS_LIMIT
            )


def _pieces(checked: CheckedRulebook) -> Iterator[Problem]:
    """All pieces of the game together; the kind with the most is named."""
    kinds = [info for info in checked.symbols.kinds.values() if info.is_piece]
    count = sum(len(info.members) for info in kinds)
    if count > PIECES_LIMIT:
        largest = max(kinds, key=lambda info: len(info.members))
        yield problem_at("K71", largest.decl.span, "pieces", name=largest.name, count=count, limit=PIECES_LIMIT)


def _ranges(checked: CheckedRulebook) -> Iterator[Problem]:
    for name, info in checked.symbols.states.items():
        kind = info.type.bare
        if info.decl is not None and kind.numeric and kind.high - kind.low >= RANGE_LIMIT:
            yield problem_at(
                "K71", info.decl.span, "range", name=name, count=kind.high - kind.low + 1, limit=RANGE_LIMIT
            )


def _states(checked: CheckedRulebook, sizing: Sizing) -> Iterator[Problem]:
    """One state alone, or all of them together; then the largest is named."""
    counts = {name: _entries(info, checked, sizing) for name, info in checked.symbols.states.items()}
    large = [name for name, count in counts.items() if count > ENTRIES_LIMIT]
    if not large and sum(counts.values()) > ENTRIES_LIMIT:
        large = [max(counts, key=lambda name: counts[name])]
    for name in large:
        decl = checked.symbols.states[name].decl
        yield problem_at(
            "K71", decl.span if decl is not None else None, name=name, count=counts[name], limit=ENTRIES_LIMIT
        )


def _entries(info: i.StateInfo, checked: CheckedRulebook, sizing: Sizing) -> int:
    """How often a state exists. Of an open map only places that pieces can reach count, as many as there are pieces."""
    found = 1
    for kind in info.indexes:
        members = sizing.members(kind)
        if kind.place and _open(checked.symbols.spaces[kind.space]):
            members = min(
                members, max([len(k.members) for k in checked.symbols.kinds.values() if k.is_piece], default=members)
            )
        found *= max(members, 1)
    return found


def _open(space: d.Space) -> bool:
    return any(name == "reaching" for name, _ in space.attributes)
