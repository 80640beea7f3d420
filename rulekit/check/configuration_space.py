"""Every way a game can be set up: choices of options and numbers of players that its demands allow, or a sample."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.effects.effect_summary import effects
from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook

MOST = 500  # more than that many are sampled
SEATS = ""  # the factor that is no option
MANY = 40  # options that are varied in a sample
ASKS = 100_000  # of demands, in one search
Part = tuple[tuple[str, Any], ...]  # some choices that a sample must show together: two of them, or one alone
Factors = Mapping[str, tuple[Any, ...]]
Row = dict[str, Any]


@attrs.frozen
class GameConfig:
    """One way to set a game up: a choice for each option, as it is written, and how many play."""

    options: tuple[tuple[str, Any], ...]
    seats: int

    @property
    def chosen(self) -> dict[str, Any]:
        """The options by name."""
        return dict(self.options)

    def to_json(self) -> dict[str, Any]:
        """As files hold it: the options by name, and how many play."""
        return {"options": dict(self.options), "seats": self.seats}


def configurations(checked: CheckedRulebook, most: int = MOST) -> tuple[GameConfig, ...]:
    """The same for those who play; if none was found, the usual one: who sets it up is told which demand it breaks."""
    usual = {name: values[0] for name, values in factors_of(checked).items()}
    return allowed_configurations(checked, most) or (_configuration(usual),)


def allowed_configurations(checked: CheckedRulebook, most: int = MOST) -> tuple[GameConfig, ...]:
    """All allowed configurations, or some that show every choice and every allowed pair; always the same ones."""
    factors = factors_of(checked)
    size = 1
    for values in factors.values():
        size *= len(values)
    rows = _all(checked, factors) if size <= most else _pairwise(checked, factors)
    return tuple(_configuration(row) for row in rows)


def factors_of(checked: CheckedRulebook) -> dict[str, tuple[Any, ...]]:
    """Options with their choices, the usual one first, and then the numbers of players."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, info in checked.symbols.options.items():
        found[name] = (info.default, *(value for value in info.values if value != info.default))
    low, high = checked.symbols.seats
    found[SEATS] = tuple(range(low, high + 1))
    return found


def demands_broken_by(checked: CheckedRulebook, options: Mapping[str, Any], seats: int | None) -> list[str]:
    """The ids of the demands that this breaks; what is left out may be anything."""
    folder = ConstantFolder(checked, options, seats)
    return [case.id or "" for case in checked.demands if case.value is not None and folder.ask(case.value) is False]


def _configuration(row: Mapping[str, Any]) -> GameConfig:
    return GameConfig(tuple((name, value) for name, value in row.items() if name != SEATS), row[SEATS])


def _all(checked: CheckedRulebook, factors: Factors) -> Iterator[Row]:
    for values in itertools.product(*factors.values()):
        row = dict(zip(factors, values, strict=True))
        chosen = {name: value for name, value in row.items() if name != SEATS}
        if not checked.demands or not demands_broken_by(checked, chosen, row[SEATS]):
            yield row


# ------------------------------------------------------------------ a search


class OutOfTries(Exception):
    """A search asked its demands as often as it may, and knows no answer."""


class Search:
    """Looks for choices that break none of some demands; each is asked only when something changes that it reads."""

    def __init__(self, checked: CheckedRulebook, cases: Iterable[CheckedCase], asks: int = ASKS) -> None:
        self.checked = checked
        self.asks = asks
        known = effects(checked)
        self.about: dict[str, list[int]] = {}
        self.values: list[v.T] = []
        self.reads: list[tuple[str, ...]] = []  # for each demand
        self.answers: dict[tuple[Any, ...], bool] = {}
        for case in cases:
            if case.value is None:
                continue
            number, reads = len(self.values), known.depends(case)
            self.values.append(case.value)
            options = [r.removeprefix("option ") for r in sorted(reads) if r.startswith("option ")]
            self.reads.append((*options, SEATS) if len(options) < len(reads) or not options else tuple(options))
            for name in self.reads[-1]:
                self.about.setdefault(name, []).append(number)

    def fits(self, row: Mapping[str, Any], names: Iterable[str]) -> bool:
        """Does a configuration, whole or in part, break no demand about any of these names?"""
        asked = {number for name in names for number in self.about.get(name, ())}
        self.asks -= len(asked)
        if self.asks < 0:
            raise OutOfTries
        return all(self._holds(number, row) for number in sorted(asked))

    def _holds(self, number: int, row: Mapping[str, Any]) -> bool:
        """Is a demand not broken? It is asked once for each choice of what it reads."""
        read = {name: row[name] for name in self.reads[number] if name in row}
        key = (number, *read.items())
        if key not in self.answers:
            folder = ConstantFolder(
                self.checked, {n: value for n, value in read.items() if n != SEATS}, read.get(SEATS)
            )
            self.answers[key] = folder.ask(self.values[number]) is not False
        return self.answers[key]

    def complete(self, factors: Factors, given: Row, todo: Mapping[Part, None]) -> Row | None:
        """A whole allowed configuration around some choices; each further one shows as many new pairs as it can."""
        order = {name: n for n, name in enumerate(factors)}
        names = sorted((name for name in factors if name not in given), key=lambda name: name not in self.about)
        if not self.fits(given, given):
            return None
        row = dict(given)
        left: list[list[Any]] = []  # for each factor filled so far: choices still to be tried
        while len(left) < len(names):
            left.append(_best(order, row, names[len(left)], factors, todo))
            if not self._next(row, names, left):
                return None
        return {name: row[name] for name in factors}

    def _next(self, row: Row, names: list[str], left: list[list[Any]]) -> bool:
        """Take the next choice that breaks no demand, going back as far as needed; false if there is none."""
        while left:
            name = names[len(left) - 1]
            while left[-1]:
                row[name] = left[-1].pop()
                if self.fits(row, (name,)):
                    return True
            row.pop(name, None)
            left.pop()
        return False


# ------------------------------------------------------------------ a sample


def _pairwise(checked: CheckedRulebook, factors: Factors) -> Iterator[Row]:
    """The usual game first; then for all that was not yet seen a game that shows it and much else.

    Where demands make that too hard to find out, it ends with what was found.
    """
    todo, search = dict.fromkeys(_parts(factors)), Search(checked, checked.demands)
    try:
        first = search.complete(factors, {}, {})
        if first is None:
            return
        yield first
        _strike(todo, first)
        while todo:
            part = next(iter(todo))
            row = search.complete(factors, dict(part), todo)
            if row is None:
                del todo[part]
                continue
            yield row
            _strike(todo, row)
    except OutOfTries:
        return


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


def _best(order: dict[str, int], row: Row, name: str, factors: Factors, todo: Mapping[Part, None]) -> list[Any]:
    """The choices of one factor, the one to take first standing last."""

    def fresh(value: Any) -> int:
        parts = (_part(order, (name, value), one) for one in row.items())
        return ((name, value),) in todo or sum(part in todo for part in parts)

    places = {value: n for n, value in enumerate(factors[name])}
    return sorted(factors[name], key=lambda value: (fresh(value), -places[value]))


def _part(order: dict[str, int], one: tuple[str, Any], other: tuple[str, Any]) -> Part:
    return (one, other) if order[one[0]] < order[other[0]] else (other, one)
