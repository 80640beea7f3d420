"""Events tell what views show: the pieces that come and go in a zone are those by which its count changes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.machine import Machine
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps


def broken(look: LawContext) -> str | None:
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
        if here.over and (not news or news[-1] != {"over": GameResult(look.m).shown()}):
            return f"{who} is not told the result at the end"
    return None


def _count_leak(before: Machine, after: Machine, seat: int | None, news: list[Any]) -> str | None:
    """Zones whose count is seen before and after, and whose name is the same whoever says it.

    Of tens of thousands only those are looked at in which something lies, or of whose sort something was told.
    """
    told: Counter[str] = Counter()
    sorts: set[Any] = set()
    for event in news:
        for group in event.get("moved", ()):
            for place, sign in ((group.get("to"), 1), (group.get("from"), -1)):
                told[dumps(place)] += sign * group["count"]
                sorts.add(place[0] if isinstance(place, list) else place)
    one, other = SeatCodec(before, seat), SeatCodec(after, seat)
    held = before.table.zones.keys() | after.table.zones.keys()
    for zone, (name, args) in enumerate(after.plan.zones):
        if zone not in held and name not in sorts:
            continue
        info = after.plan.symbols.zones[name]
        if any(index.bare.piece for index in info.indexes):
            continue
        if not (one.sees_zone(zone, "count") and other.sees_zone(zone, "count")):
            continue
        grown = len(after.table.contents(zone)) - len(before.table.contents(zone))
        found = told[dumps(other.zone(zone))]
        if grown != found:
            return f"{name} {list(args)} grew by {found}, but it grew by {grown}"
    return None
