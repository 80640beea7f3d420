"""`swapping Card`: two rows with equal fields, text fields apart, stand for each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.relations.shuffling import with_parts
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin, twin
from rulekit.memo import memoize
from rulekit.typesystem import types as t


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin in which two equal rows, drawn by chance, stand for each other; none if no two are equal."""
    groups = [group for group in equal_rows(look.m.plan, over) if len(group) > 1]
    if not groups:
        return
    one, other = look.rng.sample(look.rng.choice(groups), 2)
    pieces = {(over, one): other, (over, other): one}
    found = twin(look.here, Renaming(look.m.plan, pieces=with_parts(look.m, pieces)))
    if found is not None:
        yield found


@memoize
def equal_rows(plan: ConfigIndex, kind: str) -> tuple[tuple[int, ...], ...]:
    """Members of different rows that agree in every field that is no text; rows with effects of their own never do."""
    info = plan.symbols.kinds[kind]
    groups: dict[Any, list[int]] = {}
    for member in range(len(info.members)):
        if plan.copies(kind)[member][0] == member and not _acts(plan, kind, member):
            groups.setdefault(_fields(plan, kind, member), []).append(member)
    return tuple(map(tuple, groups.values()))


def _acts(plan: ConfigIndex, kind: str, member: int) -> bool:
    return any(plan.column(kind, column)[member] for column in plan.symbols.kinds[kind].columns)


def _fields(plan: ConfigIndex, kind: str, member: int) -> Any:
    """All it says, and what its parts say; how many copies there are."""
    info = plan.symbols.kinds[kind]
    own = tuple(
        repr(plan.column(kind, field.name)[member])
        for field in info.fields.values()
        if field.type.bare != t.TEXT and field.name not in info.columns
    )
    parts = tuple(
        tuple(_fields(plan, other.name, part) for part in plan.parts(other.name).get(member, ()))
        for other in plan.symbols.kinds.values()
        if other.whole == kind
    )
    return own, parts, len(plan.copies(kind)[member])
