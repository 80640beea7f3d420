"""`shuffling Z`: pieces of a zone that nobody sees change places, within equal visible sides."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin, twin
from rulekit.play.machine.machine import Machine
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.views.indistinguishable_worlds import look_alike

TRIES = 6


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin in which hidden pieces of the zone have changed places; none if there are no two to exchange."""
    m = look.m
    pieces = random_exchange(look, over)
    if not pieces:
        return

    whole = [(kind, one, other) for (kind, one), other in pieces.items() if m.plan.symbols.kinds[kind].is_piece]

    def hidden(now: Machine) -> bool:
        """Still seen by nobody, and nothing is seen in which they differ."""
        sights = readers(now)
        return not any(
            sight.can_name(kind, one) or not look_alike(now, sight, kind, one, other)
            for sight in sights
            for kind, one, other in whole
        )

    found = twin(look.here, Renaming(m.plan, pieces=pieces), while_=hidden)
    if found is not None:
        yield found


def readers(m: Machine) -> list[SeatCodec]:
    """The ways in which a value is written for each seat and for a spectator."""
    return [SeatCodec(m, seat) for seat in (None, *range(m.plan.seats))]


def random_exchange(look: LawContext, over: str) -> dict[tuple[str, int], int]:
    """Some pieces for each other."""
    m, sights = look.m, readers(look.m)
    families = list(m.plan.symbols.boxes.values()) if over == "box" else [over]
    lying = [
        (m.plan.symbols.zones[name].kind, piece)
        for name in families
        for zone in m.plan.zone_ids[name].values()
        for piece in m.table.contents(zone)
    ]
    hidden = [one for one in lying if not any(sight.can_name(*one) for sight in sights)]
    found: dict[tuple[str, int], int] = {}
    for _ in range(TRIES if len(hidden) > 1 else 0):
        one, other = look.rng.sample(hidden, 2)
        if one in found or other in found or one[0] != other[0]:
            continue
        if all(look_alike(m, sight, one[0], one[1], other[1]) for sight in sights):
            found |= {one: other[1], other: one[1]}
    return with_parts(m, found)


def with_parts(m: Machine, pieces: dict[tuple[str, int], int]) -> dict[tuple[str, int], int]:
    """Parts go with their pieces."""
    found = dict(pieces)
    for kind in m.plan.symbols.kinds.values():
        for (whole, piece), other in pieces.items():
            if kind.whole == whole:
                ours, theirs = m.plan.parts(kind.name).get(piece, ()), m.plan.parts(kind.name).get(other, ())
                found |= {(kind.name, a): b for a, b in zip(ours, theirs, strict=False)}
    return found
