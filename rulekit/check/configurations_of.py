"""Every way a game can be set up: choices of options and numbers of players that its demands allow, or a sample."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.check.examined import Checked
from rulekit.check.folding import Folder
from rulekit.node import record

MOST = 500  # more than that many are sampled
SEATS = ""  # the factor that is no option
MANY = 40  # options that are varied in a sample
TRIES = 5000  # to complete one configuration against its demands
Part = tuple[tuple[str, Any], ...]  # some choices that a sample must show together: two of them, or one alone
Factors = Mapping[str, tuple[Any, ...]]
Row = dict[str, Any]


@record
class Configuration:
    """A choice for each option, as it is written, and how many play."""

    options: tuple[tuple[str, Any], ...]
    seats: int

    @property
    def chosen(self) -> dict[str, Any]:
        return dict(self.options)


def configurations(checked: Checked, most: int = MOST) -> tuple[Configuration, ...]:
    """All allowed configurations, or some that show every choice and every allowed pair; always the same ones."""
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


def _all(checked: Checked, factors: Factors) -> Iterator[Row]:
    for values in itertools.product(*factors.values()):
        row = dict(zip(factors, values, strict=True))
        if _allowed(checked, row):
            yield row


# ------------------------------------------------------------------ a sample


def _pairwise(checked: Checked, factors: Factors) -> Iterator[Row]:
    """The usual game first; then for all that was not yet seen a game that shows it and much else."""
    todo = dict.fromkeys(_parts(factors))
    first = _filled(checked, factors, {}, {})
    if first is None:
        return
    yield first
    _strike(todo, first)
    while todo:
        part = next(iter(todo))
        row = _filled(checked, factors, dict(part), todo)
        if row is None:
            del todo[part]
            continue
        yield row
        _strike(todo, row)


def _parts(factors: Factors) -> Iterator[Part]:
    """Every two choices; of very many options the later ones, and what alone can vary, have every choice once."""
    varied = [name for name, values in factors.items() if len(values) > 1]
    first = [name for name in varied if name == SEATS or name in varied[:MANY]]
    for one, other in itertools.combinations(first, 2):
        for a, b in itertools.product(factors[one], factors[other]):
            yield (one, a), (other, b)
    for name in varied:
        if len(first) < 2 or name not in first:
            yield from (((name, value),) for value in factors[name])


def _strike(todo: dict[Part, None], row: Row) -> None:
    for size in (1, 2):
        for part in itertools.combinations(row.items(), size):
            todo.pop(part, None)


def _filled(checked: Checked, factors: Factors, given: Row, todo: Mapping[Part, None]) -> Row | None:
    """A whole allowed configuration around some choices; each further choice shows as many new pairs as it can."""
    order = {name: n for n, name in enumerate(factors)}
    names = [name for name in factors if name not in given]
    if not _allowed(checked, given):
        return None
    row = dict(given)
    left: list[list[Any]] = []  # for each factor filled so far: choices still to be tried
    for _ in range(TRIES + len(names)):
        if len(left) == len(names):
            return {name: row[name] for name in factors}
        left.append(_best(order, row, names[len(left)], factors, todo))
        if not _next(checked, row, names, left):
            return None
    return None


def _best(order: dict[str, int], row: Row, name: str, factors: Factors, todo: Mapping[Part, None]) -> list[Any]:
    """The choices of one factor, the one to take first standing last."""

    def fresh(value: Any) -> int:
        parts = (_part(order, (name, value), one) for one in row.items())
        return ((name, value),) in todo or sum(part in todo for part in parts)

    places = {value: n for n, value in enumerate(factors[name])}
    return sorted(factors[name], key=lambda value: (fresh(value), -places[value]))


def _next(checked: Checked, row: Row, names: list[str], left: list[list[Any]]) -> bool:
    """Take the next choice that breaks no demand, going back as far as needed; false if there is none."""
    while left:
        name = names[len(left) - 1]
        while left[-1]:
            row[name] = left[-1].pop()
            if _allowed(checked, row):
                return True
        row.pop(name, None)
        left.pop()
    return False


def _part(order: dict[str, int], one: tuple[str, Any], other: tuple[str, Any]) -> Part:
    return (one, other) if order[one[0]] < order[other[0]] else (other, one)
