"""What written engines do with sets, bags, sequences and orders."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable
from typing import Any

from rulekit.check.evaluation.live_context import PastZone
from rulekit.play.machine.copies import distinct_subsets, mark, one_of_each
from rulekit.play.machine.run_limits import check_list_size

NO_BAG: dict[Any, int] = {}
repeat = itertools.repeat
FOREVER = -1  # steps nobody has ever made
FEW = 8  # members of which it is not worth making a set


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def kept(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple([x for x in values if x is not None])


def distinct_kept(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys([x for x in values if x is not None]))


def joined(left: Any, right: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def without(left: Any, right: Any) -> tuple[Any, ...]:
    gone = frozenset(right) if len(right) > FEW else right
    return tuple([m for m in left if m not in gone])


def added(left: dict[Any, int], right: dict[Any, int], sign: int) -> dict[Any, int]:
    """Two bags kind by kind; what is nought is left out."""
    keys = sorted({**left, **right})
    sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in keys}
    return {k: n for k, n in sums.items() if n}


def quotient(left: int, right: int) -> int:
    """By 0 only where no guard lets anybody through; there it is 0."""
    return left // right if right else 0


def left_over(left: int, right: int) -> int:
    """The same of what a division leaves over."""
    return left % right if right else 0


def scaled(times: Any, bag: Any) -> dict[Any, int]:
    return {} if not times or not bag else {k: n * times for k, n in bag.items()}


def at_map(pairs: Any, key: Any) -> Any:
    if pairs is None or key is None:
        return None
    return dict(pairs).get(key) if isinstance(pairs, tuple) else pairs.get(key, 0)


def any_in(copies: Any, there: Any) -> bool:
    return any(c in there for c in copies)


def chained(zones: Any) -> tuple[int, ...]:
    return tuple(itertools.chain.from_iterable(zones))


def held_all(s: Any, found: Any) -> tuple[int, ...]:
    """What lies in a zone, or in all zones of a map."""
    if found is None:
        return ()
    if isinstance(found, tuple):
        return tuple([p for _, zone in found for p in held_all(s, zone)])
    contents: tuple[int, ...] = s.contents(found)
    return contents


def past(s: Any, found: Any) -> Any:
    """Zones with what lies in them now."""
    if found is None:
        return None
    if isinstance(found, tuple):
        return tuple([(key, past(s, zone)) for key, zone in found])
    return PastZone(found, s.contents(found))


def mapped(values: Any, listed: bool) -> tuple[Any, ...]:
    found = [x for x in values if x is not None]
    if found and isinstance(found[0], tuple):
        return distinct([m for x in found for m in x])
    return tuple(found) if listed else distinct(found)


def filled(keys: Any, zones: Any) -> tuple[Any, ...]:
    return tuple(itertools.compress(keys, zones))


def tupled(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, tuple) else () if value is None else (value,)


@functools.lru_cache(65_536)
def turned(of: Any, turns: Any, size: int) -> Any:
    if turns is None or of is None:
        return of
    if isinstance(of, tuple):
        return tuple(sorted([(side + turns) % size for side in of]))
    return (of + turns) % size


def item(of: Any, n: int) -> Any:
    return of[n - 1] if 1 <= n <= len(of) else None


def reached(near: Any, of: Any, stopping: Any, within: Any, everything: Any) -> tuple[Any, ...]:
    """All that can be reached, in canonical order; where it is stopped it is entered, not left."""
    if within is not None and within < 0:
        return ()
    shut = set(stopping if isinstance(stopping, tuple) else (stopping,))
    edge = of if isinstance(of, tuple) else (of,)
    seen, steps = set(edge), 0
    while edge and (within is None or steps < within):
        fresh: list[Any] = []
        for one in edge:
            for other in near(one):
                if other not in seen:
                    seen.add(other)
                    fresh.append(other)
        edge = tuple([one for one in fresh if one not in shut] if shut else fresh)
        steps += 1
    return tuple(sorted(seen)) if everything is None else tuple([one for one in everything if one in seen])


def spread(kept: Any, led: Any, s: Any, far: Any, shut: Any, within: Any) -> tuple[Any, ...]:
    """The same where what each leads to is kept, in the order of numbers; in `far` stands how far each is."""
    if within is None:
        within = FOREVER
    elif within < 0:
        return ()
    met = [*far]
    if shut:
        return _spread(kept, led, s, met, far, shut, within)
    try:
        for one in met:
            steps = far[one]
            if steps == within:
                break
            steps += 1
            for other in kept[one]:
                if other not in far:
                    far[other] = steps
                    met.append(other)
    except KeyError:  # what this one leads to was thrown away
        return _spread(kept, led, s, met, far, shut, within)
    met.sort()
    return tuple(met)


def _spread(kept: Any, led: Any, s: Any, met: Any, far: Any, shut: Any, within: Any) -> tuple[Any, ...]:
    """The rest of the way, with what is not kept yet and where it stops."""
    for one in met:
        steps = far[one]
        if steps == within:
            break
        if steps and one in shut:
            continue
        near = kept.get(one)
        if near is None:
            near = kept[one] = led(s, one)
        steps += 1
        for other in near:
            if other not in far:
                far[other] = steps
                met.append(other)
    met.sort()
    return tuple(met)


# ------------------------------------------------------------------ orders


def by_rows(members: Any, column: Any) -> tuple[Any, ...]:
    return tuple(sorted(members, key=lambda r: (column[r] is None, column[r])))


def from_seat(members: Any, start: Any, seats: int) -> tuple[int, ...]:
    first = start or 0
    return tuple(sorted(members, key=lambda seat: (seat - first) % seats))


def classes(s: Any, members: Any, copies: Any, where: Any, kind: str) -> list[int]:
    """Copies that cannot be told apart are one choice."""
    return one_of_each(members, copies, where, noted(s, kind))


def noted(s: Any, kind: str) -> Callable[[int], str]:
    """What is noted of a piece; looked up only if somebody asks."""
    table = functools.cache(s.table)
    return lambda piece: mark(s.program.plan, table(), kind, piece)


def in_order(members: Any, keys: Any) -> Any:
    """The pieces of one zone by their public key."""
    return members if len(members) < 2 else sorted(members, key=keys.__getitem__)


def by_key(members: Any, where: Any, zones: Any, keys: Any) -> Any:
    """Pieces that cannot be named stand by their public key, zone by zone."""
    spots: dict[int, list[int]] = {}
    for spot, piece in enumerate(members):
        if where[piece] in zones:
            spots.setdefault(where[piece], []).append(spot)
    found = None
    for places in spots.values():
        if len(places) > 1:
            pieces = [members[p] for p in places]
            if all(keys[p] is not None for p in pieces):
                pieces.sort(key=lambda p: keys[p])
                found = list(members) if found is None else found
                for place, piece in zip(places, pieces, strict=True):
                    found[place] = piece
    return members if found is None else found


def permutations(clause: str | None, members: Any) -> Any:
    found = tuple(members)
    check_list_size(len(found), None, clause)
    return itertools.permutations(found)


def subsets(clause: str | None, low: int | None, count: int | None, members: Any) -> Any:
    """All of exactly so many, or from `low` up to so many; no count means all."""
    found = tuple(members)
    sizes = subset_sizes(found, low, count, clause)
    return itertools.chain.from_iterable(itertools.combinations(found, n) for n in sizes)


def subset_sizes(found: tuple[Any, ...], low: int | None, count: int | None, clause: str | None) -> range:
    if low is None:
        sizes = range(0) if count is None or count < 0 or count > len(found) else range(count, count + 1)
    else:
        sizes = range(low, min(len(found) if count is None else count, len(found)) + 1)
    check_list_size(len(found), sizes, clause)
    return sizes


def copied_orders(clause: str | None, s: Any, members: Any, copies: Any, where: Any, kind: str) -> Any:
    found = tuple(members)
    check_list_size(len(found), None, clause)
    return distinct_subsets(found, None, copies, where, noted(s, kind))


def copied_subsets(
    clause: str | None, low: int | None, count: int | None, s: Any, members: Any, copies: Any, where: Any, kind: str
) -> Any:
    """Of the subsets that look the same the first."""
    found = tuple(members)
    return distinct_subsets(found, subset_sizes(found, low, count, clause), copies, where, noted(s, kind))


def undoubled(moves: Any, written: Any) -> list[Any]:
    """Each move once: two ways to say the same are one."""
    found: dict[Any, Any] = {}
    for move in moves:
        found.setdefault(written[move], move)
    return list(found.values())


def brought(effect: Any, extra: tuple[Any, ...], names: Any) -> dict[str, Any]:
    return dict(zip([p.name for p in names(effect)], extra, strict=True))


class Said(dict[int, list[tuple[int, int]]]):
    """By what is done: the moves for all members there are, each made once."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def __missing__(self, code: int) -> list[tuple[int, int]]:
        found = self[code] = [(code, member) for member in range(self.size)]
        return found


def always(s: Any, here: Any, seat: Any) -> bool:
    return True


def unfilled(s: Any, player: Any, here: Any) -> tuple[tuple[()]]:
    return ((),)
