"""K38, K91: can all the moves of a choice, the outcomes of a draw, the numbers of a range be listed?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import comb, factorial, prod
from typing import Any

from rulekit.check.dataflow.type_sizes import COUNTED, Sizing
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.limits import ANSWERS_LIMIT, MEMBERS_LIMIT, SUBSETS_LIMIT
from rulekit.source import Span


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K38 for choices and draws with too many outcomes to be listed, and K91 for too long ranges.

    A line::

        cs are any from deck
    """
    sizing = Sizing(checked.symbols)
    for body in checked.bodies.values():
        params = [step for step in body.front if isinstance(step, typed_statements.Param)]
        yield from _each(checked, sizing, params, body.name)
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                yield from _each(checked, sizing, list(node.params), node.name)
            elif isinstance(node, typed_statements.Lot | typed_statements.Roll):
                yield from _draw_problems(checked, sizing, node)
    told = {id(node.source) for _, node in nodes_with_roots(checked, typed_statements.Param, typed_statements.Roll)}
    for _, node in nodes_with_roots(checked, v.Interval):
        size = _size(sizing, node)
        if size is not None and size > MEMBERS_LIMIT and id(node) not in told:
            yield problem_at(
                "K91", node.span, "range", range=source_at(checked, node.span), count=size, limit=MEMBERS_LIMIT
            )


def _each(
    checked: CheckedRulebook, sizing: Sizing, params: list[typed_statements.Param], name: str
) -> Iterator[Problem]:
    counts = [_ways(sizing, param) for param in params]
    large = False
    for param, count in zip(params, counts, strict=True):
        if count is not None and count > (ANSWERS_LIMIT if param.amount == "one" else SUBSETS_LIMIT):
            large = True
            yield _problem(param.span, "", count, choice=_sentence(checked, param))
    known = [count for count in counts if count is not None]
    if params and not large and prod(known) > SUBSETS_LIMIT:
        yield _problem(params[0].span, "product", prod(known), action=name)


def _problem(span: Span, variant: str, count: int, **facts: str) -> Problem:
    """A warning, or from a greater number on an error."""
    if count > ANSWERS_LIMIT:
        return problem_at("K91", span, variant, count=count, limit=ANSWERS_LIMIT, **facts)
    return problem_at("K38", span, variant, count=count, limit=SUBSETS_LIMIT, **facts)


def _draw_problems(
    checked: CheckedRulebook, sizing: Sizing, node: typed_statements.Lot | typed_statements.Roll
) -> Iterator[Problem]:
    """The outcomes of a draw are listed too."""
    count = _ways(sizing, node.param) if isinstance(node, typed_statements.Lot) else _size(sizing, node.source)
    if count is not None and count > ANSWERS_LIMIT:
        yield problem_at("K91", node.span, "draw", draw=source_at(checked, node.span), count=count, limit=ANSWERS_LIMIT)


def _sentence(checked: CheckedRulebook, param: typed_statements.Param) -> str:
    if param.amount == "one":
        return f"{param.name} in {source_at(checked, param.source.span)}"
    amount = {"exactly": "", "up to": "up to "}.get(param.amount, f"{param.amount} ")
    count = source_at(checked, param.count.span) + " " if param.count is not None else ""
    return f"{param.name} are {amount}{count}from {source_at(checked, param.source.span)}"


def _ways(sizing: Sizing, param: typed_statements.Param) -> int | None:
    """How many values a parameter can have, if that can be told; a filter may leave few, so it tells nothing."""
    size = _size(sizing, param.source)
    if size is None:
        return None
    if param.amount == "one":
        return size
    if param.amount in ("any", "order"):
        return min(2**size, COUNTED) if param.amount == "any" else factorial(min(size, 20))
    most = param.count.constant if param.count is not None else None
    if not isinstance(most, int):
        return None
    chosen = range(most + 1) if param.amount == "up to" else (most,)
    return sum(comb(size, n) for n in chosen if n >= 0)


def _size(sizing: Sizing, source: v.T) -> int | None:
    of_form = SIZES.get(type(source))
    return of_form(sizing, source) if of_form is not None else None


def _interval(_: Sizing, source: v.Interval) -> int | None:
    both = source.low.known and source.high.known
    return max(0, int(source.high.constant) - int(source.low.constant) + 1) if both else None


def _zone_size(sizing: Sizing, source: v.Held) -> int | None:
    zone = sizing.symbols.zones.get(source.zone.zone_name)
    return zone.capacity if zone is not None and len(source.zone.indexes) == len(zone.indexes) else None


SIZES: dict[type, Callable[[Sizing, Any], int | None]] = {  # forms of which it can be told; of others it is unknown
    v.Members: lambda sizing, source: sizing.members(source.of),
    v.Interval: _interval,
    v.Listed: lambda _, source: None if source.flat else len(source.items),
    v.AsSet: lambda sizing, source: _size(sizing, source.source),
    v.Held: _zone_size,
}
