"""What written engines do to zones and states: pieces moved, sets and bags changed."""

from __future__ import annotations

from bisect import bisect
from typing import Any

from rulekit.play.codegen.collecting import added
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import within


def taken_out(z: Any, w: Any, piece: int) -> None:
    zone = w[piece]
    there = z[zone]
    if there[-1] == piece:
        z[zone] = there[:-1]
    else:
        n = there.index(piece)
        z[zone] = there[:n] + there[n + 1 :]


def to_top(z: Any, w: Any, piece: int, zone: int) -> None:
    there = z[w[piece]]
    if there[-1] == piece:
        z[w[piece]] = there[:-1]
    else:
        n = there.index(piece)
        z[w[piece]] = there[:n] + there[n + 1 :]
    z[zone] += (piece,)
    w[piece] = zone


def to_bottom(z: Any, w: Any, piece: int, zone: int) -> None:
    taken_out(z, w, piece)
    z[zone] = (piece, *z[zone])
    w[piece] = zone


def to_set(z: Any, w: Any, piece: int, zone: int) -> None:
    there = z[w[piece]]
    if there[-1] == piece:
        z[w[piece]] = there[:-1]
    else:
        n = there.index(piece)
        z[w[piece]] = there[:n] + there[n + 1 :]
    there = z[zone]
    if not there or there[-1] < piece:
        z[zone] = (*there, piece)
    else:
        n = bisect(there, piece)
        z[zone] = (*there[:n], piece, *there[n:])
    w[piece] = zone


class Movers:
    """Those that must know how the zones of a game are."""

    def __init__(self, shapes: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.shapes = shapes
        self.names = names

    def to_one(self, z: Any, w: Any, piece: int, zone: int, clause: str | None) -> None:
        if z[zone] and z[zone] != (piece,):
            raise Fault("full", clause, self.names[zone])
        to_top(z, w, piece, zone)

    def to_any(self, z: Any, w: Any, piece: int, zone: int, end: str, clause: str | None) -> None:
        shape = self.shapes[zone]
        if shape == "one":
            if any(p != piece for p in z[zone]):
                raise Fault("full", clause, self.names[zone])
            to_top(z, w, piece, zone)
        elif shape in ("set", "bag"):
            to_set(z, w, piece, zone)
        elif end == "top":
            to_top(z, w, piece, zone)
        else:
            to_bottom(z, w, piece, zone)


def lay_order(z: Any, w: Any, order: Any, zone: int, shapes: tuple[str, ...]) -> None:
    """Lay pieces in an order, the first of them on top."""
    moved = set(order)
    for source in {w[piece] for piece in order}:
        z[source] = tuple([p for p in z[source] if p not in moved])
    laid = (*z[zone], *reversed(order))
    z[zone] = tuple(sorted(laid)) if shapes[zone] in ("set", "bag") else laid
    for piece in order:
        w[piece] = zone


def boxed_copy(where: Any, copies: Any, boxes: Any, piece: int) -> int:
    """The first copy that lies in the box."""
    return next((c for c in copies if where[c] in boxes), piece)


# ------------------------------------------------------------------ amounts


def times(amount: Any, count: int, where: str | None) -> Any:
    found = {k: n * count for k, n in amount.items()} if isinstance(amount, dict) else amount * count
    return within(found, where)


def capped(amount: Any, cap: Any) -> Any:
    if cap is None:
        return amount
    return {k: min(n, cap) for k, n in amount.items()} if isinstance(amount, dict) else min(amount, cap)


def or_else(value: Any, otherwise: Any) -> Any:
    return otherwise if value is None else value


def difference(after: Any, before: Any) -> int:
    return abs(after - before) if isinstance(after, int) and isinstance(before, int) else 0


def shown(pieces: Any) -> int:
    return 0 if pieces is None else len(pieces) if isinstance(pieces, tuple) else 1


# ------------------------------------------------------------------ sets and bags


def bag_more(before: Any, amount: Any, far: bool, clause: str | None) -> dict[Any, int]:
    return _bag(before, amount, 1, far, clause)


def bag_less(before: Any, amount: Any, far: bool, clause: str | None) -> dict[Any, int]:
    return _bag(before, amount, -1, far, clause)


def _bag(before: Any, amount: Any, sign: int, far: bool, clause: str | None) -> dict[Any, int]:
    after: dict[Any, int] = within(added(before or {}, amount, sign), None, clause)
    if any(n < 0 for n in after.values()):
        if not far:
            raise Fault("outside", clause, "there are not so many")
        after = {k: n for k, n in after.items() if n > 0}
    return after


def set_more(before: Any, amount: Any, far: bool, clause: str | None) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*(before or ()), *_members(amount))))


def set_less(before: Any, amount: Any, far: bool, clause: str | None) -> tuple[Any, ...]:
    members, there = _members(amount), before or ()
    if not far and any(m not in there for m in members):
        raise Fault("outside", clause, "it is not there")
    return tuple([m for m in there if m not in members])


def _members(amount: Any) -> tuple[Any, ...]:
    return amount if isinstance(amount, tuple) else (amount,)


def size_difference(after: Any, before: Any) -> int:
    if isinstance(after, dict):
        before = before or {}
        return abs(int(sum(after.values()) - sum(before.values())))
    return abs(len(after) - len(before or ()))
