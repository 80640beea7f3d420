"""Events tell what views show: the pieces that come and go in a zone are those by which its count changes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.machine import Machine
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps


def find_violation(look: LawContext) -> str | None:
    """A seat whose news do not fit what its views show before and after the step; None if all fit."""
    here = look.here
    if here.before is None:
        return None
    for seat in (None, *range(here.seats)):
        who = "a spectator" if seat is None else f"seat {seat}"
        news = here.news(seat)
        wrong = _count_leak(here.before.machine, look.m, seat, news)
        if wrong:
            return f"{who} is told that {wrong}"
        if here.is_over and (not news or news[-1] != {"over": GameResult(look.m).json_or_fault()}):
            return f"{who} is not told the result at the end"
    return None


def _count_leak(before: Machine, after: Machine, seat: int | None, news: list[Any]) -> str | None:
    """Zones whose count is seen before and after, and whose name is the same whoever says it.

    Of tens of thousands only those are looked at in which something lies, and those of which something else was told.
    """
    told: Counter[str] = Counter()
    sorts: dict[str, Any] = {}  # by what is written of a zone, the name that it is declared by
    for event in news:
        for group in event.get("moved", ()):
            for place, sign in ((group.get("to"), 1), (group.get("from"), -1)):
                told[dumps(place)] += sign * group["count"]
                sorts[dumps(place)] = place[0] if isinstance(place, list) else place
    views = SeatCodec(before, seat), SeatCodec(after, seat)
    held = before.table.zones.keys() | after.table.zones.keys()
    wrong = _unlike(views, sorted(held), told)
    others = {sorts[place] for place, count in told.items() if count}
    if wrong is None and others:
        zones = enumerate(after.plan.zones)
        return _unlike(views, [zone for zone, (name, _) in zones if name in others and zone not in held], told)
    return wrong


def _unlike(views: tuple[SeatCodec, SeatCodec], zones: list[int], told: Counter[str]) -> str | None:
    """The first of some zones that grew by another number than was told; what was told of the others is done with."""
    (one, other), plan = views, views[1].plan
    for zone in zones:
        name, args = plan.zones[zone]
        if any(index.bare.piece for index in plan.symbols.zones[name].indexes):
            continue
        if not (one.sees_zone(zone, "count") and other.sees_zone(zone, "count")):
            continue
        grown = len(other.m.table.contents(zone)) - len(one.m.table.contents(zone))
        found = told.pop(dumps(other.zone(zone)), 0)
        if grown != found:
            return f"{name} {list(args)} grew by {found}, but it grew by {grown}"
    return None
