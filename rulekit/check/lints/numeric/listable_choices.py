"""K38, K91: can all the moves of a choice, the outcomes of a draw, the numbers of a range be listed?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, factorial, prod

from rulekit.check.dataflow.type_sizes import COUNTED, Sizing
from rulekit.check.emit import say
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.typed_roots import every
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.limits import ANSWERS_LIMIT, MEMBERS_LIMIT, SUBSETS_LIMIT
from rulekit.source import Span


def examine(checked: Checked) -> Iterable[Problem]:
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
                yield from _drawn(checked, sizing, node)
    told = {id(node.source) for _, node in every(checked, typed_statements.Param, typed_statements.Roll)}
    for _, node in every(checked, v.Interval):
        size = _size(sizing, node)
        if size is not None and size > MEMBERS_LIMIT and id(node) not in told:
            yield say("K91", node.span, "range", range=source_at(checked, node.span), count=size, limit=MEMBERS_LIMIT)


def _each(checked: Checked, sizing: Sizing, params: list[typed_statements.Param], name: str) -> Iterator[Problem]:
    counts = [_ways(sizing, param) for param in params]
    large = False
    for param, count in zip(params, counts, strict=True):
        if count is not None and count > (ANSWERS_LIMIT if param.amount == "one" else SUBSETS_LIMIT):
            large = True
            yield _told(param.span, "", count, choice=_sentence(checked, param))
    known = [count for count in counts if count is not None]
    if params and not large and prod(known) > SUBSETS_LIMIT:
        yield _told(params[0].span, "product", prod(known), action=name)


def _told(span: Span, variant: str, count: int, **facts: str) -> Problem:
    """A warning, or from a greater number on an error."""
    if count > ANSWERS_LIMIT:
        return say("K91", span, variant, count=count, limit=ANSWERS_LIMIT, **facts)
    return say("K38", span, variant, count=count, limit=SUBSETS_LIMIT, **facts)


def _drawn(checked: Checked, sizing: Sizing, node: typed_statements.Lot | typed_statements.Roll) -> Iterator[Problem]:
    """The outcomes of a draw are listed too."""
    count = _ways(sizing, node.param) if isinstance(node, typed_statements.Lot) else _size(sizing, node.source)
    if count is not None and count > ANSWERS_LIMIT:
        yield say("K91", node.span, "draw", draw=source_at(checked, node.span), count=count, limit=ANSWERS_LIMIT)


def _sentence(checked: Checked, param: typed_statements.Param) -> str:
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
    if not isinstance(param.count, v.Const) or not isinstance(param.count.value, int):
        return None
    chosen = range(param.count.value + 1) if param.amount == "up to" else (param.count.value,)
    return sum(comb(size, n) for n in chosen if n >= 0)


def _size(sizing: Sizing, source: v.T) -> int | None:
    if isinstance(source, v.Members):
        return sizing.members(source.of)
    if isinstance(source, v.Interval) and isinstance(source.low, v.Const) and isinstance(source.high, v.Const):
        return max(0, int(source.high.value) - int(source.low.value) + 1)
    if isinstance(source, v.Listed) and not source.flat:
        return len(source.items)
    if isinstance(source, v.AsSet):
        return _size(sizing, source.source)
    if isinstance(source, v.Held) and isinstance(source.zone, v.ZoneAt):
        zone = sizing.symbols.zones[source.zone.zone]
        return zone.capacity if len(source.zone.args) == len(zone.indexes) else None
    return None
