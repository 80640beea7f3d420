"""`turning Cell`: the board turns with all that lies on it; a tile takes the facing that looks as it now lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming, first_equal_facing
from rulekit.laws.metamorphic.symmetries import directions, symmetries
from rulekit.laws.metamorphic.twin import Twin, twin
from rulekit.play.machine.machine import Machine
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import FACING


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin turned by one step, drawn by chance; none if the board cannot be turned."""
    plan = look.m.plan
    layout = plan.layout(over)
    found = symmetries(layout, False)
    if not found:
        return
    one = look.rng.choice(found)
    turns = one.sides[0]
    names = Renaming(
        plan,
        names=directions(plan, layout, one),
        places={over: one.places},
        pieces=_parts(look.m, over, turns),
        facings=_facings(look.m, over, turns),
        turns=turns,
    )
    pair = twin(look.here, names)
    if pair is not None:
        yield pair


def _lying(m: Machine, over: str) -> Iterator[tuple[str, int, int]]:
    """The tiles that lie in places of the board, with their facings."""
    for kind in m.plan.tiles if FACING in m.table.states else ():
        for tile, zone in m.table.where[kind].items():
            info = m.plan.symbols.zones[m.plan.zones[zone][0]]
            if any(kind.bare == t.Place(over) for kind in info.indexes):
                yield kind, tile, m.table.states[FACING][tile,]


def _facings(m: Machine, over: str, turns: int) -> Mapping[int, int]:
    return {tile: first_equal_facing(m.plan, kind, tile, now + turns) for kind, tile, now in _lying(m, over)}


def _parts(m: Machine, over: str, turns: int) -> dict[tuple[str, int], int]:
    """Of a tile that looks the same after fewer turns, each part becomes the one that now lies where it did."""
    found: dict[tuple[str, int], int] = {}
    for kind, tile, now in _lying(m, over):
        then = first_equal_facing(m.plan, kind, tile, now + turns)
        for part in m.plan.symbols.kinds.values():
            if part.whole == kind and then != (now + turns) % m.plan.ring(kind):
                found |= _images(m.plan, part.name, m.plan.parts(part.name).get(tile, ()), now + turns, then)
    return found


def _images(plan: ConfigIndex, kind: str, parts: tuple[int, ...], now: int, then: int) -> dict[tuple[str, int], int]:
    ring = plan.ring(kind)
    looks = {part: plan.appearance(kind, part, then % ring) for part in parts}
    found: dict[tuple[str, int], int] = {}
    free = list(parts)
    for part in parts:
        wanted = plan.appearance(kind, part, now % ring)
        other = next((one for one in free if looks[one] == wanted), part)
        if other in free:
            free.remove(other)
        found[kind, part] = other
    return found
