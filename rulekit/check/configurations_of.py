"""Every way a game can be set up: choices of options and numbers of players that its demands allow, or a sample."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.examined import Checked
from rulekit.check.folding import Folder

MOST = 500  # more than that many are sampled
SEATS = ""  # the factor that is no option
Pair = tuple[str, Any, str, Any]


@attrs.frozen
class Configuration:
    """A choice for each option, as it is written, and how many play."""

    options: tuple[tuple[str, Any], ...]
    seats: int

    @property
    def chosen(self) -> dict[str, Any]:
        return dict(self.options)


def configurations(checked: Checked, most: int = MOST) -> tuple[Configuration, ...]:
    """All allowed configurations, or some that show every allowed pair of choices; always the same ones."""
    factors = factors_of(checked)
    size = 1
    for values in factors.values():
        size *= len(values)
    rows = _all(checked, factors) if size <= most else _pairwise(checked, factors)
    return tuple(_made(row) for row in rows)


def factors_of(checked: Checked) -> dict[str, tuple[Any, ...]]:
    """Options with their choices, the usual one first, and then the numbers of players."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, info in checked.symbols.options.items():
        found[name] = (info.default, *(value for value in info.values if value != info.default))
    low, high = checked.symbols.seats
    found[SEATS] = tuple(range(low, high + 1))
    return found


def refused(checked: Checked, options: Mapping[str, Any], seats: int | None) -> list[str]:
    """The ids of the demands that this breaks; what is left out may be anything."""
    folder = Folder(checked, options, seats)
    return [case.id or "" for case in checked.demands if case.value is not None and folder.ask(case.value) is False]


def _made(row: Mapping[str, Any]) -> Configuration:
    return Configuration(tuple((name, value) for name, value in row.items() if name != SEATS), row[SEATS])


def _allowed(checked: Checked, row: Mapping[str, Any]) -> bool:
    """Does a configuration, whole or in part, break no demand?"""
    if not checked.demands:
        return True
    return not refused(checked, {n: value for n, value in row.items() if n != SEATS}, row.get(SEATS))


def _all(checked: Checked, factors: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for values in itertools.product(*factors.values()):
        row = dict(zip(factors, values, strict=True))
        if _allowed(checked, row):
            yield row


# ------------------------------------------------------------------ a sample


def _pairwise(checked: Checked, factors: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """The usual game first; then for each pair of choices not yet seen a game that shows it and many others."""
    todo = dict.fromkeys(_pairs(factors))
    first = _filled(checked, factors, {}, {})
    if first is None:
        return
    yield first
    _strike(todo, first)
    while todo:
        one, a, other, b = next(iter(todo))
        row = _filled(checked, factors, {one: a, other: b}, todo)
        if row is None:
            del todo[(one, a, other, b)]
            continue
        yield row
        _strike(todo, row)


def _pairs(factors: Mapping[str, tuple[Any, ...]]) -> Iterator[Pair]:
    for one, other in itertools.combinations(factors, 2):
        for a, b in itertools.product(factors[one], factors[other]):
            yield one, a, other, b


def _strike(todo: dict[Pair, None], row: Mapping[str, Any]) -> None:
    for one, other in itertools.combinations(row, 2):
        todo.pop((one, row[one], other, row[other]), None)


def _filled(
    checked: Checked, factors: Mapping[str, tuple[Any, ...]], given: dict[str, Any], todo: Mapping[Pair, None]
) -> dict[str, Any] | None:
    """A whole allowed configuration around the given choices, each further choice showing as many new pairs as it can."""
    if not _allowed(checked, given):
        return None
    name = next((n for n in factors if n not in given), None)
    if name is None:
        return {n: given[n] for n in factors}
    order = list(factors)

    def fresh(value: Any) -> int:
        return sum(_key(order, name, value, n, chosen) in todo for n, chosen in given.items())

    for value in sorted(factors[name], key=lambda value: -fresh(value)):
        found = _filled(checked, factors, {**given, name: value}, todo)
        if found is not None:
            return found
    return None


def _key(order: list[str], one: str, a: Any, other: str, b: Any) -> Pair:
    return (one, a, other, b) if order.index(one) < order.index(other) else (other, b, one, a)
